import { expect, test } from 'vitest';
import { advance, highest, lowest, type Progress } from '#main/cache/write/seen-range.ts';

const start: Progress = { idFrom: null, idTo: null, direction: null };

/** Walk pages and tell what each proved, open ends as `…`. */
function walk(...pages: number[][]): (string | null)[] {
  let progress = start;
  return pages.map((ids, at) => {
    const step = advance(progress, ids, { isLast: at === pages.length - 1 });
    progress = step.progress;
    const { covered } = step;
    return covered && `${covered.from === lowest ? '…' : covered.from}-${covered.to === highest ? '…' : covered.to}`;
  });
}

test('upwards, the first page reaches to the beginning and the last to the end', () => {
  expect(walk([3, 5], [8, 9], [12])).toEqual(['…-5', '6-9', '10-…']);
});

test('downwards, the first page reaches to the end and the last to the beginning', () => {
  expect(walk([12, 9], [8, 5], [3])).toEqual(['9-…', '5-8', '…-4']);
});

test('the only page proves everything, however few rows it has', () => {
  expect(walk([])).toEqual(['…-…']);
  expect(walk([7])).toEqual(['…-…']);
  expect(walk([4, 7])).toEqual(['…-…']);
});

test('an empty last page proves the rest', () => {
  expect(walk([3, 5], [])).toEqual(['…-5', '6-…']);
  expect(walk([5, 3], [])).toEqual(['3-…', '…-2']);
});

test('a first page of one row leaves the direction to the second', () => {
  expect(walk([5], [8], [9])).toEqual([null, '…-8', '9-…']);
  expect(walk([5], [3], [1])).toEqual([null, '3-…', '…-2']);
  expect(walk([5], [8, 9], [])).toEqual([null, '…-9', '10-…']);
});

test('a row that is repeated at the edge of a page does no harm', () => {
  expect(walk([3, 5], [5, 9], [9])).toEqual(['…-5', '6-9', '10-…']);
});

test('ids in no order prove nothing from there on', () => {
  expect(walk([3, 9, 5], [10])).toEqual([null, null]);
  expect(walk([3, 5], [9, 8], [10])).toEqual(['…-5', null, null]);
  expect(walk([3, 5], [2], [10])).toEqual(['…-5', null, null]);
});
