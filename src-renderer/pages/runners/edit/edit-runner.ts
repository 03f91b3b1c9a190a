import type { z } from 'zod';
import { runners } from '#shared/text/en/runners.ts';
import { initialOf } from '../../../console/forms/declared-fields.ts';
import type { Form } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import type { RowOf } from '../../../stores/lists/collection-client.ts';
import { runnersList } from '../fleet/runners-list.ts';
import { labels, levels, noteControl, notReturned, RunnerFields } from './edit-fields.ts';

const words = runners.edit;
const { jobs, state } = words.groups;

/** Edits one runner. `row` must have its details, because they contain most editable fields. */
export function form(_: Stores, row: RowOf<'runners'>): Form<z.infer<typeof RunnerFields>> {
  const name = runnersList.nameOf(row);
  return {
    name: `runners.edit ${row.id}`,
    title: words.titleOne(name),
    text: runnersList.aboutOf?.(row),
    schema: RunnerFields,
    initial: {
      ...initialOf(RunnerFields.omit({ run_untagged: true, locked: true }), row),
      paused: row.paused === true,
    },
    fields: [
      { name: 'description', empty: null, group: state },
      { name: 'paused', group: state, help: words.pausedHelp },
      { name: 'maintenance_note', control: noteControl, empty: null, group: state },
      { name: 'tag_list', group: jobs, help: `${words.tagsHelp} ${words.tagsNone}` },
      ...notReturned,
      { name: 'access_level', control: { kind: 'choice', options: levels }, group: jobs },
      { name: 'maximum_timeout', group: jobs, help: words.timeoutHelp },
    ],
    labels,
    submitLabel: words.saveOne,
    change: (body) => ({
      calls: [{ op: 'runners.edit', path: { id: row.id }, body }],
      title: () => words.titleOne(name),
      done: () => words.edited(name),
    }),
    isWide: true,
  };
}
