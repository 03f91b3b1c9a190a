import { expect, test } from 'vitest';
import type { TreeRow } from '#shared/contract/repository-files.ts';
import { moveByKey } from './tree-keys.ts';

const folder = (path: string, depth: number, isOpen: boolean): TreeRow => ({
  ...{ kind: 'folder', path, name: path, depth, files: 1, isOpen },
});
const file = (path: string, depth: number): TreeRow => ({
  ...{ kind: 'file', path, name: path, depth, state: 'stored', sizeBytes: 1, isLfs: false, isRemovable: false },
});
const rows = [folder('src', 0, true), folder('src/a', 1, false), file('src/x', 1), file('y', 0)];
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

test('right opens a folder or enters it, left closes it or goes to the folder around', () => {
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

test('enter opens a file, and opens or closes a folder', () => {
  expect([move('Enter', 2), move(' ', 0), move('Enter', 1), move('x', 1)]).toEqual([
    { open: 2 },
    { toggle: 0, isOpen: false },
    { toggle: 1, isOpen: true },
    null,
  ]);
});
