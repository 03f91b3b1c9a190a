import { expect, test } from 'vitest';
import { fileProblems, type PackedFile } from '../../../build/package/checks/packed-file-list.ts';
import { refusedFiles } from '../../../build/package/packed-files.ts';

const lists = {
  packed: [
    { files: 'resources/LICENSE', count: 1 },
    { files: 'resources/app.asar/**', count: [2, 3] as const },
  ],
  refused: refusedFiles,
  runtime: ['*.so', 'reeve'],
};
const files = (...paths: string[]): PackedFile[] => paths.map((path) => [path, 1]);
const good = files('reeve', 'libffmpeg.so', 'resources/LICENSE', 'resources/app.asar/a.js', 'resources/app.asar/b.js');

test('files that match the list in the listed number pass', () => {
  expect(fileProblems(good, lists)).toEqual([]);
});

test.each([
  'resources/app.asar/out/main/node.js.map',
  'resources/app.asar/src-main/core/app.ts',
  'resources/app.asar/out/main/log.test.js',
  'resources/app.asar/node_modules/keytar/src/async.cc',
  'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/win32-x64.node',
  'resources/app.asar.unpacked/node_modules/keytar/prebuilds/linuxmusl-x64/keytar.node',
])('%s is refused, also if a pattern allows it', (file) => {
  const all = { ...lists, packed: [...lists.packed, { files: 'resources/**', count: [0, 100] as const }] };
  expect(fileProblems([...good, ...files(file)], all)).toEqual([`${file}: must not be in the package`]);
});

test('a missing license, a file that matches no pattern, and too many files are problems', () => {
  expect(
    fileProblems(
      good.filter(([file]) => file !== 'resources/LICENSE'),
      lists,
    ),
  ).toEqual(['resources/LICENSE: 0 files instead of 1']);
  expect(fileProblems([...good, ...files('resources/default_app.asar')], lists)).toEqual([
    'resources/default_app.asar: matches no pattern of the list',
  ]);
  expect(fileProblems([...good, ...files('resources/app.asar/c.js', 'resources/app.asar/d.js')], lists)).toEqual([
    'resources/app.asar/**: 4 files instead of 2 to 3',
  ]);
});

test('an empty file is a problem, such as a license without its text', () => {
  const empty = good.map(([file, size]): PackedFile => [file, file === 'resources/LICENSE' ? 0 : size]);
  expect(fileProblems(empty, lists)).toEqual(['resources/LICENSE: is empty']);
});
