import { expect, test } from 'vitest';
import type { Plan } from '#shared/contract/changes.ts';
import { changes as words } from './changes.ts';

const title = { one: 'Pause 1 runner', many: 'Pause {n} runners' };
const plan = { title, ops: ['runners.edit' as const], total: 20, undoOf: null, counts: {} };

test('a title counts the rows that are sent, wherever the plan is shown', () => {
  expect(words.titleOf(plan)).toBe('Pause 20 runners');
  expect(words.titleOf({ ...plan, counts: { unchanged: 9, applied: 1, planned: 10 } })).toBe('Pause 11 runners');
  expect(words.titleOf({ ...plan, counts: { unchanged: 18, skipped: 1, applied: 1 } })).toBe('Pause 1 runner');
  expect(words.titleOf({ ...plan, title: null, counts: { unchanged: 9 } })).toBe('Edit 11 runners');
});

test('a plan of which nothing is sent is counted by its rows', () => {
  expect(words.titleOf({ ...plan, counts: { unchanged: 20 } })).toBe('Pause 20 runners');
});

test('a name that contains the placeholder is not changed in a title', () => {
  const titleFor = (name: string, rows: number): string =>
    words.titleOf({ ...plan, title: words.titleFrom((n) => `Add ${name} to ${n} projects`), total: rows });
  for (const name of ['{n}', '{{n}}', '$&', 'a {n} b {n}', '{N}']) {
    expect(titleFor(name, 1)).toBe(`Add ${name} to 1 projects`);
    expect(titleFor(name, 1_200)).toBe(`Add ${name} to 1,200 projects`);
  }
});

test('rows that were undone are not counted as applied', () => {
  const ended = {
    state: 'done',
    ops: ['runners.edit'],
    counts: { applied: 3, refused: 1 },
    failure: null,
  } satisfies Partial<Plan>;
  expect(words.outcomeOf({ ...ended, undone: 0 })).toBe('3 applied, 1 refused');
  expect(words.outcomeOf({ ...ended, undone: 1 })).toBe('2 applied, 1 undone, 1 refused');
  expect(words.outcomeOf({ ...ended, counts: { applied: 2 }, undone: 0 })).toBe('Done');
  expect(words.outcomeOf({ ...ended, counts: { applied: 2 }, undone: 2 })).toBe('2 undone');
  const canceled = { ...ended, state: 'cancelled', counts: { applied: 2, skipped: 1 } } as const;
  expect(words.outcomeOf({ ...canceled, undone: 1 })).toBe('Canceled, 1 applied, 1 undone');
});

test('an undo names what it does not restore, what it may not restore, and what stays', () => {
  expect(words.undo({ kind: 'exact' })).toBe('Can be undone');
  expect(words.undo({ kind: 'exact', leaves: 'both commits stay' })).toBe('Can be undone; both commits stay');
  expect(words.undo({ kind: 'exact', needs: 'the undo requires a role' })).toBe(
    'Can be undone; the undo requires a role',
  );
  const lossy = { kind: 'lossy', what: ['id', 'created_at'], possible: ['user'] } as const;
  expect(words.undo({ ...lossy, what: [...lossy.what], possible: [...lossy.possible] })).toBe(
    'Undo doesn’t restore ID and creation time, and may not restore user',
  );
});

test('a loss in a journal of an earlier release is shown as possible, because it was not compared with what was sent', () => {
  expect(words.undo({ kind: 'lossy', what: ['email'] })).toBe('Undo may not restore email address');
});

test('a plan says “Some of these changes can’t be undone” only if other changes can be undone', () => {
  const none = { kind: 'none', why: 'this destroys' } as const;
  const state = 'draft' as const;
  expect(words.undoOf({ undo: none, state, undoable: 0 })).toBe('Can’t be undone: this destroys');
  expect(words.undoOf({ undo: { ...none, isPartial: true }, state, undoable: 0 })).toBe(
    'Some of these changes can’t be undone: this destroys',
  );
});
