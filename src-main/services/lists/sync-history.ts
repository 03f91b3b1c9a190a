import { pageAfter, pageInput, type PageInput } from '#main/api/client/walk.ts';
import type { Send } from '#main/api/types.ts';
import type { Place, SyncRunOutcome } from '#main/cache/cache-types.ts';
import type { Clock } from '#main/ports.ts';
import type { Key } from '#shared/contract/collection.ts';
import { collections, type CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';
import type { ListProgress } from './list-progress.ts';
import type { PagedPart } from './list-source.ts';

interface Needs {
  instance: Pick<Instance, 'store' | 'reader'> & { send: Send };
  clock: Clock;
  report: (progress: ListProgress) => void;
  check: (rows: number, reportedRows: number | null) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Sync the new rows of a list that has all ancestors of its first row. Its pages are read until each parent of a new row
 * is known or was read. A known row alone is no reason to stop: after a merge, new rows follow it.
 * Returns null if the former first row is not an ancestor of the new one, as after a force-push: the list must then be
 * read as a whole, to find the rows that it no longer has. Fails: as the sender does.
 */
export async function syncHistory(
  { collection, scope }: { collection: CollectionName; scope: Scope },
  { part: { endpoint, input }, parents }: { part: PagedPart; parents: string },
  { instance: { send, store, reader }, clock, report, check, signal }: Needs,
): Promise<SyncRunOutcome | null> {
  const place: Place = { collection, scope };
  const { key } = collections[collection];
  const list = reader.lists(collection);
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
    const known = new Set<Key>(await list.present({ scope, ids: [...new Set([...ids, ...named])] }, signal));
    for (const row of page.rows) {
      const [id] = keysIn(row, key);
      if (id === undefined || known.has(id)) continue;
      for (const parent of keysIn(row, parents)) if (!known.has(parent)) awaited.add(parent);
    }
    for (const id of ids) seen.add(id);
    const stored = await store.putListPage({ place, rows: page.rows, now: clock.now() });
    sums.rows += stored.fresh;
    sums.changed += stored.changed;
    sums.unreadable += stored.unreadable + page.unreadable;
    sums.requests += 1;
    report({ ...sums });
    await check(sums.rows, page.total);
    const isComplete = [...awaited].every((id) => seen.has(id));
    const rows = page.rows.length + page.unreadable;
    const fresh = seen.size - before;
    at = isComplete || fresh === 0 ? null : pageAfter(input, { page, number, rows, fresh, seen: seen.size });
  }

  const tips = await list.tips({ scope, parents }, signal);
  if (tips.every((tip) => tip === head)) return store.finishSyncRun({ place, now: clock.now(), isPartial: true });
  await store.dropSyncRun({ place });
  return null;
}
