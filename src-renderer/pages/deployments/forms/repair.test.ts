import { expect, test } from 'vitest';
import type { ScopedDeployment } from '#shared/contract/deployments.ts';
import { groupOf, repairsOf } from './repair.ts';

const stuck = (id: number, deployable: ScopedDeployment['row']['deployable']): ScopedDeployment => ({
  row: { id, status: 'running', deployable },
  ...{ key: id, scope: 'project:7', fetchedAt: 0, notReturnedSince: null },
});
const finished_at = '2026-11-20T08:00:00Z';
const all = [
  stuck(1, { status: 'success', finished_at }),
  stuck(2, { status: 'failed' }),
  stuck(3, null),
  stuck(4, { status: 'running' }),
  stuck(5, { status: 'skipped', finished_at }),
  stuck(6, {}),
];

test('a stuck deployment is grouped by the result of its job', () => {
  expect(all.map(groupOf)).toEqual(['success', 'failed', 'unknown', 'unfinished', 'unknown', 'unknown']);
});

const repaired = (choice: Parameters<typeof repairsOf>[1]) =>
  repairsOf(all, choice).map(({ entry, status }) => [entry.row.id, status]);

test('deployments get the result of their job, and others the chosen status', () => {
  expect(repaired({ useJobs: true, status: 'canceled', withUnfinished: false })).toEqual([
    [1, 'success'],
    [2, 'failed'],
    [3, 'canceled'],
    [5, 'canceled'],
    [6, 'canceled'],
  ]);
  expect(repaired({ useJobs: true, status: undefined, withUnfinished: true })).toEqual([
    [1, 'success'],
    [2, 'failed'],
  ]);
  expect(repaired({ useJobs: false, status: 'failed', withUnfinished: true })).toEqual(
    all.map(({ row }) => [row.id, 'failed']),
  );
});
