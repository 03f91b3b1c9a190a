import { z } from 'zod';
import { runners } from '#shared/text/en/runners.ts';
import type { Picked } from '../../../console/actions.ts';
import { optionsOf, type DeclaredField, type Form } from '../../../console/forms/form-spec.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import type { Stores } from '../../../stores/context.ts';
import type { RowOf } from '../../../stores/lists/collection-client.ts';
import { consequenceOf } from '../fleet/runner-actions.ts';
import { changeOrNot, labels, levels, noteControl, notReturned, RunnerFields } from './edit-fields.ts';

const words = runners.edit;
const { jobs, state } = words.groups;
const tags = RunnerFields.shape.tag_list;

/** The form of several runners. Empty fields stay unchanged. */
const RunnersForm = RunnerFields.omit({ tag_list: true })
  .extend({
    clear_timeout: z.boolean().optional(),
    clear_note: z.boolean().optional(),
    tags_mode: z.enum(['leave', 'merge', 'replace']).optional(),
    ...{ tags_add: tags, tags_remove: tags, tags_replace: tags },
  })
  .superRefine((form, context) => {
    const wrong = (name: keyof typeof form, message: string): void =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (form.clear_timeout === true && typeof form.maximum_timeout === 'number') wrong('maximum_timeout', words.both);
    if (form.clear_note === true && typeof form.maintenance_note === 'string') wrong('maintenance_note', words.both);
    const named = (form.tags_add?.length ?? 0) + (form.tags_remove?.length ?? 0);
    if (form.tags_mode === 'merge' && named === 0) wrong('tags_add', words.tagsMissing);
  });
type RunnersForm = z.infer<typeof RunnersForm>;

const tagFields = {
  leave: [],
  merge: [{ name: 'tags_add', help: words.tagsHelp }, 'tags_remove'],
  replace: [{ name: 'tags_replace', help: words.tagsReplaceHelp }],
} as const satisfies Record<string, readonly DeclaredField<RunnersForm>[]>;

interface Target {
  picked: Picked<RowOf<'runners'>>;
  listState: Pick<ListState, 'scope'>;
}

/** Edits several runners. */
export function form(_: Stores, { picked, listState }: Target): Form<RunnersForm> {
  return {
    name: 'runners.edit several',
    title: words.titleMany(picked.count),
    text: words.textMany,
    schema: RunnersForm,
    initial: { tags_mode: 'leave' },
    fields: ({ tags_mode: mode }) => [
      { name: 'description', group: state, help: words.descriptionMany },
      { name: 'paused', control: changeOrNot, group: state },
      { name: 'maintenance_note', control: noteControl, group: state, help: words.noteHelpMany },
      { name: 'clear_note', group: state },
      ...notReturned,
      {
        name: 'access_level',
        control: { kind: 'choice', options: [{ value: '', label: words.leave }, ...levels] },
        group: jobs,
      },
      { name: 'maximum_timeout', group: jobs, help: words.timeoutHelpMany },
      { name: 'clear_timeout', group: jobs },
      { name: 'tags_mode', control: { kind: 'choice', options: optionsOf(words.tagsModes) } },
      ...tagFields[mode as keyof typeof tagFields],
    ],
    labels,
    submitLabel: words.saveMany(picked.count),
    change: (body) => ({
      onRows: { op: 'runners.edit', collection: 'runners', selection: picked.selection, ...writeOf(body) },
      title: words.titleMany,
      ...consequenceOf(listState),
    }),
    isWide: true,
  };
}

/** The body of the write, and the changes of tags, for each runner. */
function writeOf({ tags_mode: mode, tags_add: add = [], tags_remove: remove = [], ...form }: Partial<RunnersForm>) {
  const { tags_replace: tag_list = [], clear_timeout: noTimeout, clear_note: noNote, ...fields } = form;
  const body = {
    ...fields,
    ...(noTimeout === true && { maximum_timeout: null }),
    ...(noNote === true && { maintenance_note: null }),
    ...(mode === 'replace' && { tag_list }),
  };
  return {
    ...(Object.keys(body).length > 0 && { body }),
    ...(mode === 'merge' && { merge: { tag_list: { add, remove } } }),
  };
}
