import type { Mutant } from '../mutant.ts';

const damage = 'test/core/damage';
const writes = `${damage}/killed-writes.test.ts › if Reeve is killed at any of four points of a write, each row of a plan is written at most once and ends as applied, not applied or unknown`;
const deadline = `${damage}/killed-writes.test.ts › after a kill, the outcome of a write is determined only after its deadline, because the platform may still apply it`;
const twice = `${damage}/crashed-jobs.test.ts › a job during which Reeve was killed twice waits for a person, and runs when the person starts it`;
const between = `${damage}/crashed-jobs.test.ts › a job continues by itself if Reeve was closed properly between two kills`;
const thirdStart = `${damage}/killed-watches.test.ts › at the third start, requests whose replies were lost end as unknown without an action of the user`;
const reconcile = 'src-main/changes/engine/reconcile.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'The outcome of a write whose reply was lost is determined before its deadline.',
    file: reconcile,
    text: "if (leftMs <= 0 || outcome === 'applied') return outcome;",
    replacement: 'if (leftMs < Infinity) return outcome;',
    noticedBy: [deadline],
  },
  {
    fault:
      'After a kill, a write that the platform has applied counts as not applied, so that its row is sent or compared again.',
    file: reconcile,
    text: "const outcome = isHere ? await reconcile(open, work) : 'unknown';",
    replacement: "const outcome: WriteOutcome = isHere ? 'not-applied' : 'unknown';",
    noticedBy: [writes],
    formerly: `${damage}/killed-bulk-writes.test.ts › 500 stuck deployments are repaired once each, although Reeve is killed twice`,
  },
  {
    fault: 'A job may crash Reeve three times before it waits for a person.',
    file: 'src-main/state/jobs.ts',
    text: 'const maxCrashes = 2;',
    replacement: 'const maxCrashes = 3;',
    noticedBy: [twice],
    formerly: twice,
  },
  {
    fault: 'The number of crashes of a job is not reset after a regular exit.',
    file: 'src-main/jobs/scheduler.ts',
    text: "set(run, { state: 'interrupted', crashes: undefined, etaMs: null, resumeAt: null });",
    replacement: "set(run, { state: 'interrupted', etaMs: null, resumeAt: null });",
    noticedBy: [between],
    formerly: between,
  },
  {
    fault: 'A write whose reply was lost, and whose effect cannot be read, is recorded as not applied.',
    file: reconcile,
    text: "if (isUnreadable(row.op, operations) || operation?.read === undefined) return 'unknown';",
    replacement: "if (isUnreadable(row.op, operations) || operation?.read === undefined) return 'not-applied';",
    noticedBy: [thirdStart],
    formerly: thirdStart,
  },
  {
    fault: 'A write whose outcome is unknown is sent again after a kill.',
    file: reconcile,
    text: "const goesOn = outcome === 'not-applied' && !isOver && isSafeToRepeat(row, context);",
    replacement: "const goesOn = outcome !== 'applied' && !isOver;",
    noticedBy: [
      `${damage}/killed-watches.test.ts › 8 exports and imports are requested once and watched to their end, although Reeve is killed 3 times`,
    ],
    formerly: `${damage}/killed-watches.test.ts › 20 exports and imports are requested once and watched to their end, although Reeve is killed 3 times`,
  },
  {
    fault: 'A sync of users that continues after a kill does not notice users that were deleted meanwhile.',
    file: 'src-main/services/users/sync-users.ts',
    text: 'wasResumed: run.resumed > 0',
    replacement: 'wasResumed: false',
    noticedBy: [
      'test/core/syncs/jobs.test.ts › a sync that was running when Reeve was closed continues at the next start, and notices who was deleted meanwhile',
    ],
  },
];
