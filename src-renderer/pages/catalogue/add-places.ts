import { z } from 'zod';
import { catalogue } from '#shared/text/en/catalogue.ts';
import { showDialog } from '../../console/dialogs/use-dialogs.ts';
import { keptDraft } from '../../console/forms/drafts.ts';
import { optionsOf, type Form } from '../../console/forms/form-spec.ts';
import { remoteReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { CatalogueState } from './catalogue-state.svelte.ts';

const words = catalogue.addDialog;
const kinds = ['auto', 'group', 'project'] as const;
const schema = z.object({ text: z.string().regex(/\S/, words.empty), kind: z.enum(kinds), isPinned: z.boolean() });
type Values = z.infer<typeof schema>;

interface Target {
  pageState: CatalogueState;
  /** The initial text: invalid lines to correct, or empty. */
  text: string;
  /** Opens the form again with the invalid lines. */
  onagain: (text: string) => void;
}

/** Adds groups and projects to the catalogue, one per line. Then a dialog shows the result of each line. */
export function form(stores: Stores, { pageState, text, onagain }: Target): Form<Values> {
  const name = 'catalogue.add';
  const initial: Values = { text, kind: 'auto', isPinned: true };
  const draft = keptDraft(stores, name, schema, initial);
  return {
    name,
    title: words.title,
    text: words.text,
    schema,
    initial,
    fields: [
      {
        name: 'text',
        label: words.field,
        control: { kind: 'lines', lines: 8, isMono: true, placeholder: words.placeholder },
      },
      { name: 'kind', help: words.kindHelp, control: { kind: 'choice', options: optionsOf(words.kinds) } },
      { name: 'isPinned', label: words.pin },
    ],
    submitLabel: words.submit,
    async run(values) {
      const added = { ...initial, ...values };
      const result = await pageState.list.add(added.text, added.kind, added.isPinned);
      showDialog(stores, import('./AddedDialog.svelte'), { result, onagain });
    },
    /** Only a web address shows whether it is a group or a project. For other lines, Reeve asks the instance. */
    get unreadyReason() {
      const { text: typed, kind } = draft.values as Values;
      const needsInstance = typed.split(/[\n,]/).some((line) => line.trim() !== '' && !line.includes('://'));
      return kind === 'auto' && needsInstance && remoteReason(stores) !== null ? words.offline : null;
    },
    isWide: true,
    isNew: true,
  };
}
