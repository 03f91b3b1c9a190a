import { onMount, untrack } from 'svelte';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import type { Action } from '../actions.ts';
import { tableOf } from '../list-spec.ts';
import type { ListState } from '../state/list-state.svelte.ts';
import { shownList } from '../state/sync-actions.ts';
import { listCommands } from './list-commands.ts';

/**
 * Keep a list current while a component shows it. Also applies the saved layout of its columns, offers its commands,
 * and shows its numbers in the status bar. Call it while the component is created.
 */
export function showList<Row extends ListRow, Filter extends ListFilter>(
  stores: Stores,
  listState: ListState<Row, Filter>,
  actions: () => readonly Action<Row>[],
  focusFilter: () => void,
): void {
  const { commands, preferences, statusLine } = stores;
  onMount(() => listState.follow());
  onMount(() => commands.add(() => listCommands(stores, listState, actions(), focusFilter)));
  onMount(() => () => statusLine.clear());
  onMount(() => statusLine.offer(() => shownList(stores, listState)));
  $effect(() => {
    const remembered = preferences.table(tableOf(listState.spec));
    untrack(() => listState.restore(remembered));
  });
  $effect(() => {
    const { source } = listState;
    const { reply } = source;
    if (reply === undefined) return;
    untrack(() => listState.availableColumns.update(reply.total, (index) => source.row(index)));
    const { summary } = listState.list;
    const total =
      summary === null ? null : summary.live + (listState.query.notReturned === 'hide' ? 0 : summary.notReturned);
    const { total: shown, isCapped, queryMs } = reply;
    statusLine.show({ shown, total, isCapped, queryMs, unreadable: summary?.unreadable ?? 0 });
  });
}
