import { expect, test } from 'vitest';
import { Selection } from '../../../src-renderer/components/grid/selection.svelte.ts';
import { hiddenOf } from '../../../src-renderer/components/grid/hidden-rows.ts';

test('a selection of all matching rows contains only the IDs of exceptions', () => {
  const selection = new Selection();
  selection.all();
  selection.toggle(7, 6);
  expect(selection.count(100_000)).toBe(99_999);
  expect(selection.has(7)).toBe(false);
  expect(selection.has(8)).toBe(true);
  expect(selection.chosen).toEqual({ kind: 'all', except: [7] });
});

test('a range replaces the previous range, and keeps the rows that were selected before it started', () => {
  const selection = new Selection();
  selection.toggle(100, 99);
  selection.anchorAt(2);
  selection.range([3, 4, 5, 6]);
  selection.range([3, 4]);
  expect(selection.chosen).toEqual({ kind: 'ids', ids: [100, 3, 4] });
});

test('a range in a selection of all matching rows removes its rows from the exceptions', () => {
  const selection = new Selection();
  selection.all();
  selection.toggle(3, 2);
  selection.toggle(9, 8);
  selection.anchorAt(2);
  selection.range([3, 4]);
  expect(selection.chosen).toEqual({ kind: 'all', except: [9] });
});

test('a selection over the limit is cut and marked as full', () => {
  const selection = new Selection(3);
  selection.set([1, 2, 3, 4], true);
  expect(selection.isFull).toBe(true);
  expect(selection.count(100)).toBe(3);
  selection.set([1], false);
  expect(selection.isFull).toBe(false);
});

test('clearing removes both kinds of selections', () => {
  const selection = new Selection();
  selection.all();
  selection.clear();
  expect(selection.count(100)).toBe(0);
  expect(selection.chosen).toEqual({ kind: 'ids', ids: [] });
});

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
