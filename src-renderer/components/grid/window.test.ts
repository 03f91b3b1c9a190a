import { expect, test } from 'vitest';
import { bodyHeightPx, visibleRows, rowTopPx, scrollAfterShift, scrollToShow, steadyRange, widen } from './window.ts';

const view = { rowHeightPx: 32, heightPx: 320, scrollTopPx: 0, total: 100_000 };

test('rows that are partly visible are included', () => {
  expect(visibleRows(view)).toEqual({ from: 0, to: 10 });
  expect(visibleRows({ ...view, scrollTopPx: 16 })).toEqual({ from: 0, to: 11 });
  expect(visibleRows({ ...view, scrollTopPx: 32 })).toEqual({ from: 1, to: 11 });
});

test('an empty list has no visible rows, and the range ends at the last row', () => {
  expect(visibleRows({ ...view, total: 0 })).toEqual({ from: 0, to: 0 });
  expect(visibleRows({ ...view, total: 3 })).toEqual({ from: 0, to: 3 });
  expect(visibleRows({ ...view, total: 3, scrollTopPx: 9_999 })).toEqual({ from: 2, to: 3 });
});

test('a widened range stays within the list', () => {
  expect(widen({ from: 2, to: 12 }, 8, 15)).toEqual({ from: 0, to: 15 });
  expect(widen({ from: 20, to: 30 }, 8, 100)).toEqual({ from: 12, to: 38 });
});

test('the rendered range doesn’t change while it contains all visible rows and is close to the best range', () => {
  const last = { from: 0, to: 14 };
  expect(steadyRange(last, { from: 0, to: 13 }, { from: 0, to: 11 }, 100)).toBe(last);
  expect(steadyRange(last, { from: 0, to: 16 }, { from: 0, to: 14 }, 100)).toBe(last);
  expect(steadyRange(last, { from: 0, to: 11 }, { from: 0, to: 9 }, 100)).toEqual({ from: 0, to: 11 });
  expect(steadyRange(last, { from: 0, to: 17 }, { from: 0, to: 15 }, 100)).toEqual({ from: 0, to: 17 });
  expect(steadyRange(last, { from: 0, to: 13 }, { from: 0, to: 13 }, 13)).toEqual({ from: 0, to: 13 });
});

test('showing a row scrolls no farther than necessary', () => {
  expect(scrollToShow(3, view)).toBe(0);
  expect(scrollToShow(10, view)).toBe(32);
  expect(scrollToShow(5, { ...view, scrollTopPx: 3_200 })).toBe(160);
});

test('the last of two million rows can be scrolled to within the height limit of Chromium', () => {
  const huge = { ...view, total: 2_000_000 };
  const bottom = { ...huge, scrollTopPx: bodyHeightPx(huge) - huge.heightPx };
  expect(bodyHeightPx(huge)).toBeLessThan(33_000_000);
  expect(visibleRows(bottom)).toEqual({ from: 1_999_990, to: 2_000_000 });
  expect(rowTopPx(1_999_999, bottom)).toBeCloseTo(bodyHeightPx(huge) - 32, 3);
  expect(visibleRows({ ...huge, scrollTopPx: scrollToShow(1_234_567, huge) }).to).toBe(1_234_568);
});

test('rows that are added above move the scroll position by their height', () => {
  expect(scrollAfterShift(5, { ...view, scrollTopPx: 640 })).toBe(800);
  expect(scrollAfterShift(-50, { ...view, scrollTopPx: 640 })).toBe(0);
});
