import { pageAfter, pageInput, type PageInput } from '#main/api/client/walk.ts';
import type { Place, SyncRunOutcome } from '#main/cache/cache-types.ts';
import type { Key } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import { splitScope } from '#shared/contract/scope.ts';
import type { CheckedSyncNeeds, ListProgress } from './list-progress.ts';
import type { ListSource, Reading } from './list-source.ts';

/**
 * Sync a list that consists of its first row and all ancestors of this row. Stores only rows that no complete list of
 * the same place has: pages are read until each parent of a new row is known or was read. A known row alone is no
 * reason to stop, because after a merge, new rows follow it. Rows that are no longer ancestors of the first row, for
 * example after a force-push, are marked.
 * Returns null for other lists, if no list is complete, or if rows are missing afterwards: the list must then be read as
 * a whole.
 * Fails: as the sender does.
 */
export async function syncHistory(
  { name: collection, history }: Pick<ListSource, 'name' | 'history'>,
  reading: Pick<Reading, 'scope' | 'ref'>,
  { instance: { send, store, reader }, clock, report, check, signal }: CheckedSyncNeeds,
): Promise<SyncRunOutcome | null> {
  const own = history?.(reading) ?? null;
  if (own === null) return null;
  const { parents } = own;
  const { endpoint, input } = own.part;
  const { scope } = reading;
  const place: Place = { collection, scope };
  const { key } = collections[collection];
  const list = reader.lists(collection);
  const [within] = splitScope(scope);
  const synced = (await list.syncTimes({ within }, signal)).map((one) => one.scope);
  const scopes = synced.filter((one) => history?.({ ...reading, scope: one }) !== null);
  if (scopes.length === 0) return null;
  const keysIn = (row: unknown, field: string): Key[] =>
    [(row as Readonly<Record<string, Key | Key[] | null>> | null)?.[field] ?? []].flat();
  const sums: ListProgress = { rows: 0, estimatedRows: null, requests: 0, changed: 0, unreadable: 0 };
  const seen = new Set<Key>();
  const awaited = new Set<Key>();
  let head: Key | undefined;
  await store.beginList({ place, estimatedRows: null, now: clock.now() });

  let at: PageInput | null = pageInput(input, 1);
  for (let number = 1; at !== null; number += 1) {
    const page = await send.rows(endpoint, at, signal);
    const before = seen.size;
    const ids = page.rows.flatMap((row) => keysIn(row, key));
    head ??= ids[0];
    const named = page.rows.flatMap((row) => keysIn(row, parents));
    const known = new Set<Key>(await list.present({ scopes, ids: [...new Set([...ids, ...named])] }, signal));
    const isNew = (row: unknown): boolean => !keysIn(row, key).some((id) => known.has(id));
    for (const row of page.rows.filter(isNew))
      for (const parent of keysIn(row, parents)) if (!known.has(parent)) awaited.add(parent);
    for (const id of ids) seen.add(id);
    // The first row is always stored in this list, even if another list has it: the list starts there
    const rows = page.rows.filter((row, index) => isNew(row) || (number === 1 && index === 0));
    const stored = await store.putListPage({ place, rows, now: clock.now() });
    sums.rows += stored.fresh;
    sums.changed += stored.changed;
    sums.unreadable += stored.unreadable + page.unreadable;
    sums.requests += 1;
    report({ ...sums });
    await check(sums.rows, page.total);
    const isComplete = [...awaited].every((id) => seen.has(id));
    const count = page.rows.length + page.unreadable;
    const fresh = seen.size - before;
    at = isComplete || fresh === 0 ? null : pageAfter(input, { page, number, rows: count, fresh, seen: seen.size });
  }

  if (head === undefined) return null;
  const outcome = await store.finishSyncRun({ place, now: clock.now(), isPartial: true });
  const { ids: lost, isCut } = await list.lostBy({ scope, first: head }, signal);
  if (isCut) return null;
  for (const id of lost) await store.markNotReturned({ place, id, by: 'details', now: clock.now() });
  return { ...outcome, notReturned: lost.length, live: outcome.live - lost.length };
}
