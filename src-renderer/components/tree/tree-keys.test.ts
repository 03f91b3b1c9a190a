import { expect, test } from 'vitest';
import { moveByKey, siblingsOf } from './tree-keys.ts';

const rows = [
  { path: 'src', depth: 0, isOpen: true },
  { path: 'src/a', depth: 1, isOpen: false },
  { path: 'src/x', depth: 1 },
  { path: 'y', depth: 0 },
];
const move = (key: string, at: number) => moveByKey(key, rows, at, 2);

test('up, down, page, home and end move within the tree', () => {
  expect([move('ArrowDown', 0), move('ArrowDown', 3), move('ArrowUp', 0)]).toEqual([{ to: 1 }, { to: 3 }, { to: 0 }]);
  expect([move('PageDown', 0), move('PageUp', 3), move('Home', 3), move('End', 0)]).toEqual([
    { to: 2 },
    { to: 1 },
    { to: 0 },
    { to: 3 },
  ]);
});

test('right opens a row or moves to its first child, left closes it or moves to its parent', () => {
  expect([move('ArrowRight', 1), move('ArrowRight', 0), move('ArrowRight', 2)]).toEqual([
    { toggle: 1, isOpen: true },
    { to: 1 },
    null,
  ]);
  expect([move('ArrowLeft', 0), move('ArrowLeft', 2), move('ArrowLeft', 3)]).toEqual([
    { toggle: 0, isOpen: false },
    { to: 0 },
    { to: 3 },
  ]);
});

test('enter and space choose a row, and other keys do nothing', () => {
  expect([move('Enter', 2), move(' ', 0), move('x', 1)]).toEqual([{ choose: 2 }, { choose: 0 }, null]);
  expect(moveByKey('ArrowDown', [], 0, 2)).toBeNull();
});

test('each row has its position among the rows with the same parent', () => {
  expect(siblingsOf(rows)).toEqual([
    { position: 1, size: 2 },
    { position: 1, size: 2 },
    { position: 2, size: 2 },
    { position: 2, size: 2 },
  ]);
  expect(siblingsOf([0, 1, 0, 1, 2].map((depth) => ({ path: '', depth }))).map(({ size }) => size)).toEqual([
    2, 1, 2, 1, 1,
  ]);
});
