import { expect, test } from 'vitest';
import type { Job } from '#shared/contract/job.ts';
import type { WatchChecks } from '#shared/contract/watches.ts';
import { minutes } from '#shared/time.ts';
import { drawnLanes, syncLanes } from './sync-timeline.ts';

const nowMs = minutes(1_000);
const check = (kind: string, minutesAgo: number, over: Partial<WatchChecks> = {}): WatchChecks => {
  const endedAt = nowMs - minutes(minutesAgo);
  return { kind, isFast: false, outcome: 'ok', startedAt: endedAt - 500, endedAt, checks: 1, ...over };
};
const job = (over: Partial<Job>): Job =>
  ({ id: 'j1', kind: 'lists.crawl', profileId: 'p1', input: { collection: 'runners' }, state: 'done', ...over }) as Job;
const shown = { profileId: 'p1', nowMs };

test('jobs and checks of the same list share a lane; fast checks have their own', () => {
  const jobs = [job({ startedAt: nowMs - minutes(30), finishedAt: nowMs - minutes(29) })];
  const lanes = syncLanes(jobs, [check('runners', 10), check('remote-mirrors', 5, { isFast: true })], shown);
  expect(lanes.map(({ name, segments, path }) => [name, segments.length, path])).toEqual([
    ['Remote mirrors, active', 1, '/activity/watches/remote-mirrors'],
    ['Runners', 2, '/activity'],
  ]);
  expect(lanes[1]?.lastAt).toBe(nowMs - minutes(10));
});

test('a setup syncs lists, so it is on the timeline', () => {
  const at = { startedAt: nowMs - minutes(2), finishedAt: nowMs - minutes(1) };
  const lanes = syncLanes([job({ ...at, kind: 'setup', input: {} })], [], shown);
  expect(lanes).toMatchObject([{ name: 'Setup', path: '/activity', lastAt: at.finishedAt }]);
});

test('what ended more than 60 minutes ago, jobs of other instances and canceled jobs are left out', () => {
  const at = { startedAt: nowMs - minutes(2), finishedAt: nowMs };
  const jobs = [job({ ...at, profileId: 'p2' }), job({ ...at, state: 'cancelled' })];
  expect(syncLanes(jobs, [check('runners', 61)], shown)).toEqual([]);
});

test('segments stay inside the timeline', () => {
  const jobs = [job({ startedAt: nowMs - minutes(500), finishedAt: null, state: 'running' })];
  const [lane] = syncLanes(jobs, [check('runners', 0), check('runners', 59.99)], shown);
  for (const { left, width } of lane?.segments ?? []) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(1.000_001);
  }
});

test('if there are too many lanes, those with failures and with the most syncs are drawn', () => {
  const kinds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const checks = kinds.flatMap((kind) => [check(kind, 10), check(kind, 5)]);
  const lanes = syncLanes([], [...checks.slice(0, -1), check('j', 5, { outcome: 'failed' })], shown);
  const drawn = drawnLanes(lanes);
  expect(drawn).toHaveLength(8);
  expect(drawn.at(-1)?.name).toBe('J');
});
