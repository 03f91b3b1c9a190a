import { expect, test } from 'vitest';
import { newestVersion } from '#main/state/open/migrate.ts';
import { plans, type StoredPlan, type StoredRow } from '#main/state/plans.ts';
import { databaseAt } from './migrations/database-at.ts';

const plan = { id: 'p', profileId: 'a', state: 'applying', createdAt: 1, canary: null } as StoredPlan;
const row = (position: number, body: Record<string, unknown> = {}): StoredRow => ({
  ...{ position, op: 'runners.edit', label: 'Runner', method: 'PUT', path: `/runners/${position}`, changes: [] },
  ...{ undo: { kind: 'exact' }, state: 'planned', status: null, reportedMessage: null, failure: null, reveal: null },
  ...{ journalId: null, waitsUntil: null, before: null, readAt: null, acceptsDrift: false, undoOfEntry: null },
  write: { op: 'runners.edit', path: { id: position }, body },
});

test('rows are found by a text in their JSON, also together with their states', () => {
  const table = plans(databaseAt(newestVersion));
  const ref = { token: { secretRef: 'r1' } };
  table.add(plan, [row(0), row(1, ref), { ...row(2, ref), state: 'applied' }]);
  const positions = (query: Parameters<typeof table.rows>[1]) => table.rows('p', query).map(({ position }) => position);
  expect(positions({ text: 'secretRef' })).toEqual([1, 2]);
  expect(positions({ text: 'secretRef', states: ['planned'] })).toEqual([1]);
  expect(positions({ states: ['planned'] })).toEqual([0, 1]);
  expect(positions({})).toEqual([0, 1, 2]);
});
