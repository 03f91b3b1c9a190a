import { runners } from '#shared/text/en/runners.ts';
import type { Picked } from '../../../console/actions.ts';
import type { Form } from '../../../console/forms/form-spec.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import type { Stores } from '../../../stores/context.ts';
import type { RowOf } from '../../../stores/lists/collection-client.ts';
import { consequenceOf } from '../fleet/runner-actions.ts';
import { manyFields, RunnersForm, writeOf } from './edit-fields.ts';

const words = runners.edit;

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
    initial: { tags_mode: 'leave', access_level: '' },
    fields: manyFields,
    submitLabel: words.saveMany(picked.count),
    change: (body) => ({
      onRows: { op: 'runners.edit', collection: 'runners', selection: picked.selection, ...writeOf(body) },
      title: words.titleMany,
      ...consequenceOf(listState),
    }),
    isWide: true,
  };
}
