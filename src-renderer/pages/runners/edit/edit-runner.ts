import { runners } from '#shared/text/en/runners.ts';
import type { Form } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import type { RowOf } from '../../../stores/lists/collection-client.ts';
import { runnersList } from '../fleet/runners-list.ts';
import { formOf, oneFields, RunnerForm } from './edit-fields.ts';

const words = runners.edit;

/** Edits one runner. `row` must have its details, because they contain most editable fields. */
export function form(_: Stores, row: RowOf<'runners'>): Form<RunnerForm> {
  const name = runnersList.nameOf(row);
  return {
    name: `runners.edit ${row.id}`,
    title: words.titleOne(name),
    text: runnersList.aboutOf?.(row),
    schema: RunnerForm,
    initial: formOf(row),
    fields: oneFields,
    submitLabel: words.saveOne,
    change: (body) => ({
      calls: [{ op: 'runners.edit', path: { id: row.id }, body }],
      title: () => words.titleOne(name),
      done: () => words.edited(name),
    }),
    isWide: true,
  };
}
