import { expect, test } from 'vitest';
import { bodyHeightPx, rowsInSight, rowTopPx, scrollAfterShift, scrollToShow, widen } from './window.ts';

const view = { rowHeightPx: 32, heightPx: 320, scrollTopPx: 0, total: 100_000 };

test('rows of which a part is in sight are in sight', () => {
  expect(rowsInSight(view)).toEqual({ from: 0, to: 10 });
  expect(rowsInSight({ ...view, scrollTopPx: 16 })).toEqual({ from: 0, to: 11 });
  expect(rowsInSight({ ...view, scrollTopPx: 32 })).toEqual({ from: 1, to: 11 });
});

test('nothing is in sight of an empty list, and never more than there is', () => {
  expect(rowsInSight({ ...view, total: 0 })).toEqual({ from: 0, to: 0 });
  expect(rowsInSight({ ...view, total: 3 })).toEqual({ from: 0, to: 3 });
  expect(rowsInSight({ ...view, total: 3, scrollTopPx: 9_999 })).toEqual({ from: 2, to: 3 });
});

test('widening stays within the list', () => {
  expect(widen({ from: 2, to: 12 }, 8, 15)).toEqual({ from: 0, to: 15 });
  expect(widen({ from: 20, to: 30 }, 8, 100)).toEqual({ from: 12, to: 38 });
});

test('showing a row scrolls no farther than it must', () => {
  expect(scrollToShow(3, view)).toBe(0);
  expect(scrollToShow(10, view)).toBe(32);
  expect(scrollToShow(5, { ...view, scrollTopPx: 3_200 })).toBe(160);
});

test('a list of two million rows still reaches its last row, in one element that Chromium can lay out', () => {
  const huge = { ...view, total: 2_000_000 };
  const bottom = { ...huge, scrollTopPx: bodyHeightPx(huge) - huge.heightPx };
  expect(bodyHeightPx(huge)).toBeLessThan(33_000_000);
  expect(rowsInSight(bottom)).toEqual({ from: 1_999_990, to: 2_000_000 });
  expect(rowTopPx(1_999_999, bottom)).toBeCloseTo(bodyHeightPx(huge) - 32, 3);
  expect(rowsInSight({ ...huge, scrollTopPx: scrollToShow(1_234_567, huge) }).to).toBe(1_234_568);
});

test('rows that come in above move the scroll by their height', () => {
  expect(scrollAfterShift(5, { ...view, scrollTopPx: 640 })).toBe(800);
  expect(scrollAfterShift(-50, { ...view, scrollTopPx: 640 })).toBe(0);
});
