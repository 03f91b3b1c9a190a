import { expect, test } from 'vitest';
import type { ArtifactEntry } from '#shared/contract/artifacts.ts';
import { entriesWith, filesOf, rowsOf, treeOf } from './artifact-tree.ts';

const artifactRows = (entries: readonly ArtifactEntry[], closed: ReadonlySet<string>) =>
  rowsOf(treeOf(entries), (path) => !closed.has(path));
const file = (path: string, size: number) => ({ path, type: 'file', size, mode: '100644' });

test('folders come before files and have the sum of their files, also without an entry of their own', () => {
  const entries = [
    file('z.txt', 1),
    file('a/b/deep.txt', 500),
    file('a/top.bin', 2),
    { path: 'c/', type: 'directory' },
  ];
  const rows = artifactRows(entries, new Set());
  expect(rows.map(({ name, depth, sizeBytes }) => [name, depth, sizeBytes])).toEqual([
    ['a', 0, 502],
    ['b', 1, 500],
    ['deep.txt', 2, 500],
    ['top.bin', 1, 2],
    ['c', 0, 0],
    ['z.txt', 0, 1],
  ]);
  expect(artifactRows(entries, new Set(['a/'])).map(({ name }) => name)).toEqual(['a', 'c', 'z.txt']);
  expect(rowsOf(treeOf(entries), () => false).map(({ name }) => name)).toEqual(['a', 'c', 'z.txt']);
  expect(filesOf(entries)).toEqual({ count: 3, bytes: 503 });
});

test('paths that leave the archive or are too deep are shown whole and marked', () => {
  const deep = `${'d/'.repeat(20_000)}end`;
  const entries = [file('../../../etc/passwd', 9), file('/root', 1), file('a\\b', 1), file('ok', 1), file(deep, 1)];
  const rows = artifactRows(entries, new Set());
  const marked = rows.filter(({ isClimbing }) => isClimbing).map(({ name }) => name);
  expect(marked).toEqual(['../../../etc/passwd', '/root', 'a\\b', deep]);
});

test('a path that an archive lists twice is one row', () => {
  const rows = artifactRows([file('a', 1), file('a', 2), file('../a', 3), file('../a', 4)], new Set());
  expect(rows.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['a', 2],
    ['../a', 4],
  ]);
});

test('entries are filtered by a part of their path, without regard to case', () => {
  const entries = [file('Dist/app.js', 1), file('dist/app.css', 1), file('readme', 1)];
  expect(entriesWith(entries, ' DIST/app ').map(({ path }) => path)).toEqual(['Dist/app.js', 'dist/app.css']);
  expect(entriesWith(entries, ' ')).toBe(entries);
});
