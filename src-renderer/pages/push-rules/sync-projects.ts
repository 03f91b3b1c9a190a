import type { Scope } from '#shared/contract/scope.ts';
import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { remoteReason } from '../../stores/availability.ts';
import { isSyncing, lastSyncJob, syncList } from '../../stores/lists/sync-jobs.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesState } from './push-rules-state.svelte.ts';

const lists = ['commits', 'branches'] as const;

/** Whether each list of a project is being synced: commits, branches. Call it reactively. */
export function syncsOf({ jobs, profiles }: Stores, scope: Scope): boolean[] {
  return lists.map((collection) => isSyncing(lastSyncJob(jobs.list, profiles.openId, { collection, scope })));
}

/** Why the chosen projects can't be synced now; null: they can. Call it reactively. */
export function syncProjectsReason(stores: Stores, { chosen }: PushRulesState): string | null {
  if (chosen.length === 0) return words.replay.readNothing;
  const isBusy = chosen.flatMap((scope) => syncsOf(stores, scope)).every(Boolean);
  return isBusy ? words.replay.reading : remoteReason(stores);
}

/** Sync the newest commits and all branches of the chosen projects, as jobs. */
export async function syncProjects({ session }: Stores, pageState: PushRulesState): Promise<void> {
  await attempt(async () => {
    for (const scope of pageState.chosen) for (const collection of lists) await syncList(session, collection, scope);
  }, words.replay.readFailed);
}
