import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { remoteReason } from '../../stores/availability.ts';
import { isSyncing, lastSyncJob, syncList } from '../../stores/lists/sync-jobs.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesState } from './push-rules-state.svelte.ts';

const lists = ['commits', 'branches'] as const;

/** Why the chosen projects can't be synced now; null if they can. Read reactively. */
export function syncProjectsReason(stores: Stores, pageState: PushRulesState): string | null {
  if (pageState.chosen.length === 0) return words.replay.readNothing;
  const isBusy = ({ jobs, profiles }: Stores): boolean =>
    pageState.chosen.every((scope) =>
      lists.every((collection) => isSyncing(lastSyncJob(jobs.list, profiles.openId, { collection, scope }))),
    );
  return isBusy(stores) ? words.replay.reading : remoteReason(stores);
}

/** Whether any of the chosen projects is being synced. Read reactively. */
export function isSyncingProjects({ jobs, profiles }: Stores, pageState: PushRulesState): boolean {
  return pageState.chosen.some((scope) =>
    lists.some((collection) => isSyncing(lastSyncJob(jobs.list, profiles.openId, { collection, scope }))),
  );
}

/** Sync the newest commits and all branches of the chosen projects, as jobs. */
export async function syncProjects({ session }: Stores, pageState: PushRulesState): Promise<void> {
  await attempt(async () => {
    for (const scope of pageState.chosen) for (const collection of lists) await syncList(session, collection, scope);
  }, words.replay.readFailed);
}
