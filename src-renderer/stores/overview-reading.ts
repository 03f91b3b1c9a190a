import type { Scope } from '#shared/contract/scope.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { shell } from '#shared/text/en/shell.ts';
import { readingReason, syncReason } from './availability.ts';
import { isUnfinished, lastReading, readAll, readEverywhere } from './lists/collection-jobs.ts';
import type { Stores } from './context.ts';
import type { ShownList } from './window/status-line.svelte.ts';

/** A list of one scope; null: of every known place. */
export interface WholeList {
  stem: string;
  scope: Scope | null;
}

/** Why a list cannot be read from the instance now; null when it can. */
export function listReason(stores: Stores, list: WholeList): string | null {
  if (list.stem === 'users') return syncReason(stores);
  const job = lastReading(stores.jobs.list, stores.profiles.openId, list);
  if (!isUnfinished(job)) return readingReason(stores);
  return job.state === 'needs-person' ? shell.syncNeedsDecision : shell.listRunning;
}

/** Read a list from the instance. Fails as `jobs.crawl` does. */
export async function readList({ session, jobs }: Stores, { stem, scope }: WholeList): Promise<void> {
  if (stem === 'users') await jobs.crawlUsers();
  else if (scope === null) await readEverywhere(session, stem);
  else await readAll(session, stem, scope);
}

/**
 * Everything that was read before, as old as the list that was read longest ago; the users where nothing else was read.
 * `attempt` runs what may fail and tells it.
 */
export function everyList(stores: Stores, attempt: (work: () => Promise<unknown>) => Promise<unknown>): ShownList {
  const { cachedUsers, listCounts, jobs } = stores;
  // Keys are looked up one by one, so there is no list of them to be read.
  const lists = listCounts.read.filter(({ stem }) => stem !== 'keys');
  const [oldest] = lists;
  if (oldest === undefined || lists.every(({ stem }) => stem === 'users')) {
    return {
      name: titleOf('users'),
      readAt: cachedUsers.completedAt,
      label: shell.sync,
      reason: syncReason(stores),
      read: () => void attempt(() => jobs.crawlUsers()),
    };
  }
  return {
    name: shell.oldestList,
    readAt: oldest.completedAt,
    label: shell.syncLists,
    reason: readingReason(stores),
    read: () => void attempt(() => Promise.all(lists.map((list) => readList(stores, list)))),
  };
}
