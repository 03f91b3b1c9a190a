import { expect, test } from 'vitest';
import { hiddenOf } from './hidden-rows.ts';

/** A list of these IDs; the first two rows are loaded. */
const listOf = (all: readonly number[], total = all.length) => ({
  total,
  indexOf: (id: number) => (all.slice(0, 2).includes(id) ? all.indexOf(id) : undefined),
  ids: (from: number, to: number) => Promise.resolve(all.slice(from, to)),
});
const chosen = (...ids: number[]) => ({ kind: 'ids' as const, ids });

test('selected rows that the list does not show are found, but not rows that are not loaded yet', async () => {
  expect(await hiddenOf(chosen(1, 2, 3), listOf([1, 2, 3]))).toEqual([]);
  expect(await hiddenOf(chosen(1, 3, 8, 9), listOf([1, 2, 3]))).toEqual([8, 9]);
});

test('the result is empty for a list that is too long to compare, and for a selection of all matching rows', async () => {
  expect(await hiddenOf(chosen(9), listOf([1, 2, 3], 100_000))).toEqual([]);
  expect(await hiddenOf({ kind: 'all', except: [9] }, listOf([1]))).toEqual([]);
});
