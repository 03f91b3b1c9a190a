import { expect, test } from 'vitest';
import { Selection } from '../../../src-renderer/components/grid/selection.svelte.ts';

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
