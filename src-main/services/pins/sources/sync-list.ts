import { collections, type CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { sourceOf } from '../../lists/list-sources.ts';
import { syncWholeList } from '../../lists/sync-whole-list.ts';
import { syncUsers } from '../../users/sync-users.ts';
import type { StoreNeeds } from '../pin-source.ts';

/** Sync one list of a pin. Returns the number of its rows. Fails: as the sender does. */
export async function syncList(
  name: CollectionName,
  scope: Scope,
  { instance, limits, clock, ask }: StoreNeeds,
  signal: AbortSignal,
): Promise<number> {
  let rows = 0;
  const report = (progress: { rows: number }): void => void (rows = progress.rows);
  const common = { limits, clock, signal, report };
  const outcome =
    collections[name].sync === 'windows'
      ? await syncUsers({ ...instance, ...common })
      : await syncWholeList(sourceOf(name), scope, { instance, ...common });
  if (outcome.needsPerson) ask(name, scope, { rows, notReturnedFound: outcome.notReturned });
  return outcome.live;
}
