import { expect, test } from 'vitest';
import type { Plan } from '#shared/contract/changes.ts';
import type { Job } from '#shared/contract/job.ts';
import { onePerPlan, outcomeOf } from './plan-jobs.ts';

const job = (id: string, planId: string, over: Partial<Job> = {}): Job => ({
  ...{ id, kind: 'changes.apply', profileId: 'p1', input: { planId }, state: 'done', startedAt: 1, finishedAt: 2 },
  ...{ rows: 5, estimatedRows: 5, etaMs: null, requests: 5, changed: 4, unreadable: 0, notReturnedFound: 0 },
  ...{ resumeAt: null, lanes: [], failure: null },
  ...over,
});
const outcome = (plan: Pick<Plan, 'state' | 'counts'> & Partial<Plan>) =>
  outcomeOf(
    { changes: { get: () => ({ failure: null, undone: 0, ops: ['runners.edit'], names: [], ...plan }) } } as never,
    job('1', 'a'),
  );

test('a job that applied a plan shows the outcome of the plan', () => {
  expect(outcome({ state: 'done', counts: { applied: 4, refused: 1 } })).toEqual({
    text: '4 applied, 1 refused',
    tone: 'bad',
  });
  expect(outcome({ state: 'done', counts: { applied: 4, unchanged: 1 } })).toEqual({ text: 'Done', tone: 'ok' });
  expect(outcome({ state: 'cancelled', counts: { applied: 2, skipped: 3 } })).toEqual({
    text: 'Canceled, 2 applied',
    tone: 'plain',
  });
  expect(outcome({ state: 'paused', counts: { applied: 2, planned: 3 } })).toEqual({ text: 'Paused', tone: 'warn' });
});

test('the job of a plan that is no longer known is shown as ended, and any other job with its own state', () => {
  const without = { changes: { get: () => undefined } } as never;
  expect(outcomeOf(without, job('1', 'a'))).toEqual({ text: 'Ended', tone: null });
  expect(outcomeOf(without, job('2', '', { kind: 'users.crawl' }))).toEqual({ text: 'Done', tone: null });
});

test('of several jobs for one plan the newest is shown', () => {
  const jobs = [job('3', 'a'), job('2', 'b'), job('1', 'a'), job('0', '', { kind: 'users.crawl', input: {} })];
  expect(onePerPlan(jobs).map(({ id }) => id)).toEqual(['3', '2', '0']);
});
