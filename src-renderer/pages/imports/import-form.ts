import { importSources } from '#shared/text/en/import-sources.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { importForms, importLabels, offered, withHelp, type ImportWrite } from './import-forms.ts';
import { sendImport } from './import-writes.ts';

/** Starts or cancels an import. */
export function form(stores: Stores, op: ImportWrite): Form {
  const { schema, initial, fields } = importForms[op];
  const words = importSources(stores.profiles.dialect);
  return {
    name: op,
    title: words.forms[op].title,
    text: words.forms[op].text,
    schema,
    initial,
    fields: (values) => offered(withHelp(fields(values), words), stores.host.status?.vault.state),
    labels: importLabels,
    submitLabel: words.forms[op].submit,
    submit: (changed) => sendImport(stores, op, changed),
    isWide: true,
    isNew: true,
  };
}
