import { syncUsers, usersPlace, type UserSyncProgress } from '#main/services/users/sync-users.ts';
import type { JobKind, JobProgress } from './job.ts';

/**
 * Sync all users of an instance. An interrupted sync run may have missed users that were removed meanwhile, so a
 * complete one follows at once; if nothing changed, it writes nothing.
 * Decision: build/decisions/0003-a-resumed-sync-is-followed-by-a-complete-one.md
 */
export const usersCrawl: JobKind = {
  name: 'users.crawl',
  isHeavy: true,
  async run({ instance, limits, agreedNotReturned, clock, report, signal }) {
    const { send, store, reader } = instance;
    const reportUsers = (progress: UserSyncProgress): void => report(toJob(progress));
    const outcome = await syncUsers({ send, store, reader, limits, clock, signal, report: reportUsers });
    report({ notReturnedFound: outcome.notReturned });
    if (outcome.needsPerson && outcome.notReturned > agreedNotReturned) return { kind: 'needs-person' };
    if (outcome.needsPerson)
      await store.finishSyncRun({ place: usersPlace, now: clock.now(), acceptNotReturned: true });
    return { kind: outcome.wasResumed ? 'again' : 'done' };
  },
  async accept({ instance, clock }) {
    await instance.store.finishSyncRun({ place: usersPlace, now: clock.now(), acceptNotReturned: true });
  },
  async drop({ instance }) {
    await instance.store.dropSyncRun({ place: usersPlace });
  },
};

function toJob({ windows, ...progress }: UserSyncProgress): JobProgress {
  const estimated = progress.estimatedRows ?? 0;
  const share = estimated > 0 ? estimated / Math.max(1, windows.length) : 0;
  return {
    ...progress,
    lanes: windows.map(({ label, rows, isDone }) => ({
      label,
      rows,
      isDone,
      share: isDone ? 1 : share === 0 ? 0 : Math.min(0.99, rows / share),
    })),
  };
}
