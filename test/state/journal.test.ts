import { expect, test } from 'vitest';
import { journal, type Intent } from '#main/state/journal.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { plans, type StoredPlan, type StoredRow } from '#main/state/plans.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import { databaseAt } from './migrations/database-at.ts';

const write = { op: 'runners.edit', path: { id: 7 }, body: { paused: true } };
const intent: Intent = {
  ...{ planId: 'a', position: 0, profileId: 'p1', instance: 'https://one.example', op: write.op },
  ...{ who: 'token 1', user: 'anna' },
  ...{ label: 'Runner 7', method: 'PUT', path: '/runners/7', intendedAt: 1_000, deadlineAt: 61_000, undoOf: null },
  ...{ changes: [], undo: { kind: 'exact' }, write, before: { paused: false } },
};
const outcome = { endedAt: 2_000, status: 200, reportedMessage: null, requestId: 'r-1', reply: { paused: true } };

test('an entry is open until it has an outcome, and keeps the data that an undo needs', () => {
  const table = journal(databaseAt(newestVersion));
  const id = table.intend(intent);
  table.extendDeadline(id, 90_000);
  expect(table.open('a')).toMatchObject([{ id, state: 'intended', deadlineAt: 90_000, endedAt: null }]);
  table.end(id, { ...outcome, state: 'applied' });
  expect(table.open()).toEqual([]);
  expect(table.appliedOf('a')).toMatchObject([
    { id, write, before: { paused: false }, reply: { paused: true }, status: 200 },
  ]);
  const missed = table.intend(intent);
  table.end(missed, { ...outcome, state: 'not-applied', status: 429 });
  const { endedAt: at, status, reportedMessage } = table.get(missed) ?? {};
  table.reopen(missed, { now: 100_000, deadlineAt: 160_000 });
  expect(table.get(missed)).toMatchObject({
    state: 'intended',
    status: null,
    misses: [{ at, status, reportedMessage }],
  });
  expect(table.open()).toMatchObject([{ id: missed, intendedAt: 100_000, deadlineAt: 160_000, status: null }]);
  table.end(missed, { ...outcome, state: 'refused' });
  table.markUndone(id, 'b');
  expect(table.get(id)).toMatchObject({ undoneBy: 'b' });
  expect(table.count(JournalQuery.parse({ canUndo: true }))).toBe(0);
});

test('a search finds entries that contain all words, newest first', () => {
  const table = journal(databaseAt(newestVersion));
  const first = table.intend(intent);
  const second = table.intend({ ...intent, label: 'Runner 8 (50 % _)', profileId: 'p2', intendedAt: 5_000 });
  table.end(first, { ...outcome, state: 'refused', reportedMessage: 'Not Allowed' });
  const ids = (query: object) => table.ids(JournalQuery.parse(query), { from: 0, count: 10 });
  expect(ids({})).toEqual([second, first]);
  expect(ids({ search: 'not allowed runners.EDIT' })).toEqual([first]);
  expect(ids({ search: '% _' })).toEqual([second]);
  expect(ids({ profileId: 'p2' })).toEqual([second]);
  const third = table.intend({ ...intent, label: 'Ménage "à trois"', planId: 'c', profileId: 'p3' });
  expect(ids({ search: '"À'.normalize('NFD'), profileId: 'p3' })).toEqual([third]);
  expect(ids({ after: 1_001 })).toEqual([second]);
  table.end(third, { ...outcome, state: 'applied' });
  expect(ids({ before: 1_000, state: 'refused' })).toEqual([first]);
});

test('an entry that is undone, or being undone, is not undone by another plan with the same write', () => {
  const table = journal(databaseAt(newestVersion));
  const id = table.intend(intent);
  table.end(id, { ...outcome, state: 'applied' });
  const back = { planId: 'c', op: write.op, path: '/runners/7' };
  expect(table.isUndone(id, back)).toBe(false);
  const undo = table.intend({ ...intent, planId: 'b', undoOf: id });
  expect(table.isUndone(id, back)).toBe(true);
  expect(table.isUndone(id, { ...back, planId: 'b' })).toBe(false);
  expect(table.isUndone(id, { ...back, path: '/runners/8' })).toBe(false);
  expect(table.isUndone(id, { ...back, body: { paused: true } })).toBe(true);
  expect(table.isUndone(id, { ...back, body: { paused: false } })).toBe(false);
  table.end(undo, { ...outcome, state: 'refused' });
  expect(table.isUndone(id, back)).toBe(false);
  table.markUnknown('p1', 3_000);
  table.end(table.intend({ ...intent, planId: 'b', undoOf: id }), { ...outcome, state: 'applied' });
  table.markUndone(id, 'b');
  expect(table.isUndone(id, back)).toBe(true);
});

test('a plan with a write without an outcome is unfinished in any state, and is not pruned', () => {
  const db = databaseAt(newestVersion);
  const [table, record] = [plans(db), journal(db)];
  table.add({ ...plan, state: 'cancelled' }, [row]);
  table.add({ ...plan, id: 'b', state: 'paused' }, [row]);
  table.add({ ...plan, id: 'c', state: 'waiting' }, [row]);
  const id = record.intend(intent);
  expect(table.unfinished().map((one) => one.id)).toEqual(['a', 'c']);
  record.markUnknown('p1', 3_000);
  expect(record.get(id)).toMatchObject({ state: 'unknown', endedAt: 3_000 });
  expect(table.unfinished().map((one) => one.id)).toEqual(['c']);
});

const plan: StoredPlan = {
  ...{
    id: 'a',
    profileId: 'p1',
    title: null,
    ops: ['runners.edit'],
    createdAt: 1,
    finishedAt: null,
    state: 'draft',
    pausedWhy: null,
  },
  ...{ requests: 2, estimatedMs: 10, undo: { kind: 'exact' }, confirmation: { kind: 'plan' }, refusal: null },
  ...{ canary: null, stopOnError: true, undoOf: null, failure: null, keepSecrets: false },
  instance: 'https://one.example',
};
const row: StoredRow = {
  ...{ position: 0, op: write.op, label: 'Runner 7', method: 'PUT', path: '/runners/7', changes: [], state: 'planned' },
  ...{
    undo: { kind: 'exact' },
    status: null,
    reportedMessage: null,
    failure: null,
    reveal: null,
    journalId: null,
    waitsUntil: null,
  },
  ...{ write, before: null, readAt: null, acceptsDrift: false, undoOfEntry: null },
};

test('a plan keeps its rows in order, counts them by state, and is deleted with them', () => {
  const table = plans(databaseAt(newestVersion));
  table.add(plan, [row, { ...row, position: 1, state: 'unchanged' }, { ...row, position: 2 }]);
  expect(table.counts('a')).toEqual({ planned: 2, unchanged: 1 });
  table.putRow('a', { ...row, state: 'applied' });
  expect(table.first('a', 'planned')).toMatchObject({ position: 2 });
  expect(table.rows('a', { states: ['applied', 'planned'] }).map(({ position }) => position)).toEqual([0, 2]);
  expect(table.rows('a', { from: 1, count: 1 })).toMatchObject([{ position: 1 }]);
  table.dropRows('a', [1]);
  expect(table.rows('a')).toHaveLength(2);
  table.put({ ...plan, state: 'done' });
  expect(table.list()).toMatchObject([{ id: 'a', state: 'done' }]);
  expect(table.prune()).toBe(0);
  expect(table.removeOf('p1')).toBe(1);
  expect(table.rows('a')).toEqual([]);
});
