import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { remoteReason } from '../../stores/availability.ts';
import { isSyncing, lastSyncJob, syncList } from '../../stores/lists/sync-jobs.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesDesk } from './desk.svelte.ts';

const lists = ['commits', 'branches'] as const;

/** Why the chosen projects cannot be read now; null when they can. Read reactively. */
export function readProjectsReason(stores: Stores, desk: PushRulesDesk): string | null {
  if (desk.chosen.length === 0) return words.replay.readNothing;
  const isBusy = ({ jobs, profiles }: Stores): boolean =>
    desk.chosen.every((scope) =>
      lists.every((stem) => isSyncing(lastSyncJob(jobs.list, profiles.openId, { stem, scope }))),
    );
  return isBusy(stores) ? words.replay.reading : remoteReason(stores);
}

/** Whether any of the chosen projects is being read now. Read reactively. */
export function isReadingProjects({ jobs, profiles }: Stores, desk: PushRulesDesk): boolean {
  return desk.chosen.some((scope) =>
    lists.some((stem) => isSyncing(lastSyncJob(jobs.list, profiles.openId, { stem, scope }))),
  );
}

/** Read the newest commits and all branches of the chosen projects into the cache, as jobs. */
export async function readProjects({ session }: Stores, desk: PushRulesDesk): Promise<void> {
  await attempt(async () => {
    for (const scope of desk.chosen) for (const stem of lists) await syncList(session, stem, scope);
  }, words.replay.readFailed);
}
