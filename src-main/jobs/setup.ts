import type { rowArchive } from '#main/services/archive/row-archive.ts';
import { setupJobKind, type setups } from '#main/services/setup/setup.ts';
import { collections, isCollection } from '#shared/contract/collections.ts';
import type { JobInput } from '#shared/contract/job.ts';
import type { SetupStep } from '#shared/contract/setup.ts';
import { setupNotices as words } from '#shared/text/en/setup.ts';
import type { JobKind, JobProgress } from './job.ts';
import { listCrawl } from './lists.ts';
import { usersCrawl } from './users-sync.ts';

/** The job that sets up an instance. It continues where an interrupted one ended; to cancel it pauses the setup. */
export function setupJob(
  setup: Pick<ReturnType<typeof setups>, 'run' | 'pause'>,
  archive: Pick<ReturnType<typeof rowArchive>, 'storeEnded'>,
): JobKind {
  return {
    name: setupJobKind,
    isHeavy: true,
    async run({ instance, limits, questions, report, signal }) {
      const progress = await setup.run({
        instance,
        limits,
        signal,
        questions: {
          askedAt: (collection, scope) => questions.askedAt(...jobOf(collection, scope)),
          ask: (collection, scope, found) => questions.ask(...jobOf(collection, scope), found),
          withdraw: (collection, scope) => questions.withdraw(...jobOf(collection, scope)),
        },
        onProgress: (steps) => report(jobProgressOf(steps)),
      });
      for (const { id } of progress.steps()) if (isCollection(id)) await archive.storeEnded(instance, id, null);
      report(jobProgressOf(progress.steps()));
      const { state } = progress.setup;
      // A person answered or asked for a further search before this run ended
      if (state === 'running') return { kind: 'again' };
      if (state === 'paused') return { kind: 'cancelled' };
      return state === 'asks' ? { kind: 'done', notice: words.asks } : { kind: 'done' };
    },
    drop({ instance }) {
      setup.pause(instance.profile.id);
      return Promise.resolve();
    },
  };
}

function jobProgressOf(steps: readonly SetupStep[]): JobProgress {
  const sum = (of: (step: SetupStep) => number): number => steps.reduce((all, step) => all + of(step), 0);
  const done = steps.filter(({ state }) => state !== 'queued' && state !== 'running').length;
  const rows = sum((step) => step.rows);
  const lane = { label: '', share: done / Math.max(1, steps.length), rows, isDone: done === steps.length };
  return {
    rows,
    requests: sum((step) => step.requests),
    refusedPlaces: sum((step) => step.refusedPlaces),
    lanes: [lane],
  };
}

/** Kind and input of the job that syncs this list alone. */
function jobOf(collection: string, scope: string): [kind: string, input: JobInput] {
  const isInWindows = isCollection(collection) && collections[collection].sync === 'windows';
  return isInWindows ? [usersCrawl.name, {}] : [listCrawl.name, { collection, scope }];
}
