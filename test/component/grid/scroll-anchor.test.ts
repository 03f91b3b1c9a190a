import { expect, test } from 'vitest';
import { GridPosition } from '../../../src-renderer/components/grid/grid-position.svelte.ts';
import { scrolledList } from './scrolled-list.svelte.ts';

test('the visible rows follow from the scroll position, which is saved', () => {
  const { anchor, position, scrollTo } = scrolledList();
  expect(anchor.visible).toEqual({ from: 0, to: 10 });
  scrollTo(410);
  expect(anchor.visible).toEqual({ from: 20, to: 31 });
  expect(position()).toMatchObject({ topIndex: 20, scrollTopPx: 410 });
});

test('rows added above the view move the scroll position by their height', () => {
  const { scroller, scrollTo, reload, list } = scrolledList();
  scrollTo(410);
  reload([5_001, 5_002, 5_003, ...list()]);
  expect(scroller.scrollTop).toBe(470);
});

test('rows removed above the view move the scroll position back', () => {
  const { scroller, scrollTo, reload, list } = scrolledList();
  scrollTo(410);
  reload(list().slice(5));
  expect(scroller.scrollTop).toBe(310);
});

test('the position does not change if the top row was removed, or if the list is at its start', () => {
  const { scroller, scrollTo, reload, list } = scrolledList();
  reload([5_001, ...list()]);
  expect(scroller.scrollTop).toBe(0);
  scrollTo(410);
  reload([...list().slice(0, 20), ...list().slice(21)]);
  expect(scroller.scrollTop).toBe(410);
});

test('with another row height the same row stays at the upper edge', () => {
  const { anchor, scroller, scrollTo, measure } = scrolledList();
  scrollTo(400);
  measure({ rowHeightPx: 30 });
  expect(scroller.scrollTop).toBe(600);
  expect(anchor.visible.from).toBe(20);
});

test('when the grid gets lower, an active row that was visible stays visible', () => {
  const { scroller, position, scrollTo, measure } = scrolledList();
  scrollTo(400);
  position().activeIndex = 29;
  measure({ scrollerHeightPx: 100 });
  expect(scroller.scrollTop).toBe(500);
});

test('when the grid gets lower, an active row outside of the view moves nothing', () => {
  const { scroller, position, scrollTo, measure } = scrolledList();
  scrollTo(400);
  position().activeIndex = 40;
  measure({ scrollerHeightPx: 100 });
  expect(scroller.scrollTop).toBe(400);
});

test('another view starts at its own position, and the first view keeps its position', () => {
  const { scroller, position, scrollTo, show } = scrolledList();
  const first = position();
  scrollTo(410);
  show(new GridPosition());
  expect(scroller.scrollTop).toBe(0);
  show(first);
  expect(scroller.scrollTop).toBe(410);
});

test('showing a row scrolls no further than necessary', () => {
  const { anchor, scroller } = scrolledList();
  anchor.show(5);
  expect(scroller.scrollTop).toBe(0);
  anchor.show(50);
  expect(scroller.scrollTop).toBe(51 * 20 - 200);
  anchor.show(-1);
  expect(scroller.scrollTop).toBe(51 * 20 - 200);
});
