import { expect, test } from 'vitest';
import { advance, highest, lowest, type Progress } from '#main/cache/write/seen-range.ts';

const start: Progress = { idFrom: null, idTo: null, direction: null };

/** The range that each page covers; an open end is `…`. */
function walk(...pages: number[][]): (string | null)[] {
  let progress = start;
  return pages.map((ids, at) => {
    const step = advance(progress, ids, { isLast: at === pages.length - 1 });
    progress = step.progress;
    const { covered } = step;
    return covered && `${covered.from === lowest ? '…' : covered.from}-${covered.to === highest ? '…' : covered.to}`;
  });
}

test('in ascending order, the first page covers all lower ids and the last page all higher ids', () => {
  expect(walk([3, 5], [8, 9], [12])).toEqual(['…-5', '6-9', '10-…']);
});

test('in descending order, the first page covers all higher ids and the last page all lower ids', () => {
  expect(walk([12, 9], [8, 5], [3])).toEqual(['9-…', '5-8', '…-4']);
});

test('a single page covers all ids, even if it has few rows', () => {
  expect(walk([])).toEqual(['…-…']);
  expect(walk([7])).toEqual(['…-…']);
  expect(walk([4, 7])).toEqual(['…-…']);
});

test('an empty last page covers the remaining ids', () => {
  expect(walk([3, 5], [])).toEqual(['…-5', '6-…']);
  expect(walk([5, 3], [])).toEqual(['3-…', '…-2']);
});

test('after a first page with one row, the second page determines the direction', () => {
  expect(walk([5], [8], [9])).toEqual([null, '…-8', '9-…']);
  expect(walk([5], [3], [1])).toEqual([null, '3-…', '…-2']);
  expect(walk([5], [8, 9], [])).toEqual([null, '…-9', '10-…']);
});

test('a row that is repeated on the next page changes nothing', () => {
  expect(walk([3, 5], [5, 9], [9])).toEqual(['…-5', '6-9', '10-…']);
});

test('after ids without order, no further page covers a range', () => {
  expect(walk([3, 9, 5], [10])).toEqual([null, null]);
  expect(walk([3, 5], [9, 8], [10])).toEqual(['…-5', null, null]);
  expect(walk([3, 5], [2], [10])).toEqual(['…-5', null, null]);
});
