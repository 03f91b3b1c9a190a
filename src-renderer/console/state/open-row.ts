import type { Scoped } from '#shared/contract/collection.ts';
import { wholeRow, type RowRef } from '../../stores/lists/collection-detail.svelte.ts';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import type { ListState } from './list-state.svelte.ts';
import { rememberList } from './opened-from.ts';

/** Open the page of a row, or its side panel if it has no page. */
export function openRow<Row extends ListRow, Filter extends ListFilter>(
  stores: Stores,
  listState: ListState<Row, Filter>,
  entry: Scoped<Row>,
): void {
  const path = listState.spec.pageOf?.(entry) ?? null;
  if (path === null) {
    listState.open(entry);
    return;
  }
  remember(stores, listState, path, listState.source.indexOf(entry.key) ?? null);
  stores.route.navigate(path);
}

/** Open the page of a row that an address names. The side panel stays open if the row has no page or is not stored. */
export async function openRowAt<Row extends ListRow, Filter extends ListFilter>(
  stores: Stores,
  listState: ListState<Row, Filter>,
  { scope, id }: RowRef,
): Promise<void> {
  const { spec } = listState;
  // The side panel shows the failure
  const row = await wholeRow(stores.session, spec.collection, { scope, id }).catch(() => null);
  const path = row === null ? null : (spec.pageOf?.({ scope, row: row as Row }) ?? null);
  if (path === null || listState.panel?.id !== id) return;
  listState.panel = undefined;
  remember(stores, listState, path, null);
  stores.route.navigate(path, { replace: true });
}

function remember<Row extends ListRow, Filter extends ListFilter>(
  stores: Stores,
  { spec, query }: ListState<Row, Filter>,
  page: string,
  index: number | null,
): void {
  rememberList(stores, { page, path: spec.path, shown: stores.route.shown.scope, query, index });
}
