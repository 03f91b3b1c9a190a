import type { Scope } from '#shared/contract/scope.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { shell } from '#shared/text/en/shell.ts';
import { syncReason, usersSyncReason } from './availability.ts';
import { isUnfinished, lastSyncJob, syncList, syncEverywhere } from './lists/sync-jobs.ts';
import type { Stores } from './context.ts';
import type { ShownList } from './window/status-line.svelte.ts';

/** A list of one scope. Scope null: the list of all known scopes. */
export interface ListToSync {
  collection: string;
  scope: Scope | null;
}

/** Why a list cannot be synced now; null if it can. Read it reactively. */
export function listSyncReason(stores: Stores, list: ListToSync): string | null {
  if (list.collection === 'users') return usersSyncReason(stores);
  const job = lastSyncJob(stores.jobs.list, stores.profiles.openId, list);
  if (!isUnfinished(job)) return syncReason(stores);
  return job.state === 'needs-person' ? shell.syncNeedsDecision : shell.listRunning;
}

/** Start the sync of a list. Fails: as `jobs.sync`. */
export async function startListSync({ session, jobs }: Stores, { collection, scope }: ListToSync): Promise<void> {
  if (collection === 'users') await jobs.syncUsers();
  else if (scope === null) await syncEverywhere(session, collection);
  else await syncList(session, collection, scope);
}

/** When a list is checked next; null: not automatically, or its kind is checked at several places. */
export function nextCheckOf({ watches: { status } }: Stores, { collection, scope }: ListToSync): number | null {
  const kind = status?.kinds.find((one) => one.kind === collection);
  return status?.pause !== null || kind?.watches !== 1 || (scope ?? '') !== '' ? null : kind.nextAt;
}

/**
 * All lists that were synced before, with the time of the oldest sync. The list of users if no other list was synced.
 * `attempt` runs the sync and shows a failure.
 */
export function allSyncedLists(stores: Stores, attempt: (work: () => Promise<unknown>) => Promise<unknown>): ShownList {
  const { cachedUsers, listCounts, jobs, setup } = stores;
  const off = setup.value?.off.collections ?? [];
  // Keys are looked up one by one: there is no list of them to sync.
  const lists = listCounts.read.filter(({ collection }) => collection !== 'keys' && !off.includes(collection));
  const [oldest] = lists;
  if (oldest === undefined || lists.every(({ collection }) => collection === 'users')) {
    return {
      name: titleOf('users'),
      syncedAt: cachedUsers.completedAt,
      nextAt: nextCheckOf(stores, { collection: 'users', scope: '' }),
      label: shell.sync,
      reason: usersSyncReason(stores),
      sync: () => void attempt(() => jobs.syncUsers()),
    };
  }
  return {
    name: shell.oldestList(titleOf(oldest.collection)),
    syncedAt: oldest.completedAt,
    nextAt: nextCheckOf(stores, oldest),
    label: shell.syncLists,
    reason: syncReason(stores),
    sync: () => void attempt(() => Promise.all(lists.map((list) => startListSync(stores, list)))),
  };
}
