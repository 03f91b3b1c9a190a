import { expect, test } from 'vitest';
import { treeRows, type TreeFile } from './path-tree.ts';

const file = (path: string): TreeFile => ({
  ...{ path, state: 'stored', sizeBytes: 1, isLfs: false, sources: ['delivery'], isRemovable: false },
});
const shown = (paths: readonly string[], isOpen: (folder: string) => boolean = () => true) =>
  treeRows(paths.map(file), isOpen).rows.map(({ kind, path, depth }) => `${'  '.repeat(depth)}${path} ${kind}`);

test('folders come before files, in the order of their names, and a closed one hides what is in it', () => {
  const paths = ['README.md', 'src/b10.ts', 'src/b9.ts', 'src/a/x.ts', 'docs/z.md'];
  expect(shown(paths, (folder) => folder !== 'docs')).toEqual([
    'docs folder',
    'src folder',
    '  src/a folder',
    '    src/a/x.ts file',
    '  src/b9.ts file',
    '  src/b10.ts file',
    'README.md file',
  ]);
  const [docs, src] = treeRows(paths.map(file), () => false).rows;
  expect([docs, src]).toMatchObject([{ files: 1 }, { files: 3 }]);
});

test('a path can be a file and a folder, and names of objects are names like any other', () => {
  expect(shown(['a', 'a/b', '__proto__/constructor', 'toString'])).toEqual([
    '__proto__ folder',
    '  __proto__/constructor file',
    'a folder',
    '  a/b file',
    'a file',
    'toString file',
  ]);
});

test('at most 2,000 rows are made', () => {
  const { rows, isCut } = treeRows(
    Array.from({ length: 3_000 }, (_, at) => file(`f${at}`)),
    () => true,
  );
  expect([rows.length, isCut]).toEqual([2_000, true]);
});
