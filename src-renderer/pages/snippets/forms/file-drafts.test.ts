import { expect, test } from 'vitest';
import {
  actionsOf,
  draftsOf,
  filesProblem,
  losesContent,
  newFile,
  problemsOf,
  rebased,
  type FileDraft,
} from './file-drafts.ts';

const loaded = [
  { path: 'a.txt', text: 'a', why: null },
  { path: 'b.txt', text: 'b', why: null },
  { path: 'c.bin', text: null, why: 'not-text' as const },
];
const files = draftsOf(loaded);
const changed = (at: number, by: Partial<FileDraft>): FileDraft[] =>
  files.map((file, n) => (n === at ? { ...file, ...by } : file));

test('only changed files are sent, deletions first', () => {
  expect(actionsOf(files)).toEqual([]);
  const all = [
    ...changed(0, { content: 'A' })
      .with(1, { ...files[1], isDeleted: true } as FileDraft)
      .with(2, { ...files[2], path: 'd.bin' } as FileDraft),
    { ...newFile(files), path: 'new.txt', content: 'new' },
  ];
  expect(actionsOf(all)).toEqual([
    { action: 'delete', file_path: 'b.txt' },
    { action: 'move', file_path: 'd.bin', previous_path: 'c.bin' },
    { action: 'update', file_path: 'a.txt', content: 'A' },
    { action: 'create', file_path: 'new.txt', content: 'new' },
  ]);
  expect(actionsOf(changed(0, { path: 'x.txt', content: 'x' }))).toEqual([
    { action: 'move', file_path: 'x.txt', previous_path: 'a.txt', content: 'x' },
  ]);
});

test('deleting or replacing a file whose content could not be read loses its content; renaming it does not', () => {
  const lost = (list: readonly FileDraft[]) => list.filter(losesContent).map(({ was }) => was);
  expect(lost(files)).toEqual([]);
  expect(lost(changed(0, { isDeleted: true }))).toEqual([]);
  expect(lost(changed(2, { path: 'd.bin' }))).toEqual([]);
  expect(lost(changed(2, { isDeleted: true }))).toEqual(['c.bin']);
  expect(lost(changed(2, { content: 'text' }))).toEqual(['c.bin']);
});

test('paths and contents that the platform would refuse are errors of their fields', () => {
  expect(problemsOf(files).size).toBe(0);
  expect(problemsOf(changed(0, { path: ' ' })).get(1)?.path).toMatch(/Enter/);
  expect(problemsOf(changed(0, { path: '../a' })).get(1)?.path).toMatch(/path/);
  expect(problemsOf(changed(0, { path: 'b.txt' })).get(1)?.path).toMatch(/Another file/);
  expect(problemsOf(changed(0, { content: '' })).get(1)?.content).toMatch(/content/);
  expect(Object.keys(problemsOf([newFile([])]).get(1) ?? {})).toEqual(['path', 'content']);
  const swapped = changed(0, { path: 'b.txt' }).with(1, { ...files[1], path: 'e.txt' } as FileDraft);
  expect(problemsOf(swapped).get(1)?.path).toMatch(/first/);
  const taken = changed(0, { path: 'b.txt' }).with(1, { ...files[1], isDeleted: true } as FileDraft);
  expect(problemsOf(taken).size).toBe(0);
});

test('a snippet keeps at least one file', () => {
  expect(filesProblem(files)).toBeNull();
  expect(filesProblem(files.map((file) => ({ ...file, isDeleted: true })))).toMatch(/at least one file/);
});

test('changes are kept on top of what was changed on the instance meanwhile', () => {
  const mine = changed(0, { content: 'mine' }).with(1, { ...files[1], content: 'also mine' } as FileDraft);
  const now = rebased(mine, [
    { path: 'a.txt', text: 'theirs', why: null },
    { path: 'z.txt', text: 'z', why: null },
  ]);
  expect(now.map(({ was, path, before, content }) => [was, path, before, content])).toEqual([
    ['a.txt', 'a.txt', 'theirs', 'mine'],
    [null, 'b.txt', null, 'also mine'],
    ['z.txt', 'z.txt', 'z', 'z'],
  ]);
  expect(new Set(now.map(({ id }) => id)).size).toBe(3);
});
