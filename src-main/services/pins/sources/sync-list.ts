import { collections, type CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { sourceOf } from '../../lists/list-sources.ts';
import { syncWholeList } from '../../lists/sync-whole-list.ts';
import { syncUsers } from '../../users/sync-users.ts';
import type { StoredResult, StoreNeeds } from '../pin-source.ts';

/** Sync one list of a pin. `rowBytes`: the size of a row. Fails: as the sender does. */
export async function syncList(
  name: CollectionName,
  scope: Scope,
  rowBytes: number,
  { instance, limits, clock, ask }: StoreNeeds,
  signal: AbortSignal,
): Promise<StoredResult> {
  let progress = { rows: 0, unreadable: 0 };
  const report = (now: { rows: number; unreadable: number }): void => void (progress = now);
  const common = { limits, clock, signal, report };
  const outcome =
    collections[name].sync === 'windows'
      ? await syncUsers({ ...instance, ...common })
      : await syncWholeList(sourceOf(name), scope, { instance, ...common });
  if (outcome.needsPerson) ask(name, scope, { rows: progress.rows, notReturnedFound: outcome.notReturned });
  const bytes = outcome.live * rowBytes;
  return progress.unreadable === 0 ? { bytes } : { bytes, problem: { kind: 'unreadable', status: null, reason: null } };
}
