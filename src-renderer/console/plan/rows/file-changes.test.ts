import { expect, test } from 'vitest';
import { fileChanges } from './file-changes.ts';

const write = { method: 'POST', path: '', changes: [] };
const actionsOf = (after: unknown) => ({ field: 'actions', after, isSecret: false });

test('the actions of a commit are compared with the texts of their files, if these are known', () => {
  const actions = [
    { action: 'create', file_path: 'docs/new.md', content: 'New\n' },
    { action: 'update', file_path: 'README.md', content: 'After\n' },
    { action: 'update', file_path: 'other.md', content: 'Other\n' },
    { action: 'move', file_path: 'b.md', previous_path: 'a.md', content: 'Moved\n' },
    { action: 'delete', file_path: 'old.md' },
    { action: 'update', file_path: 'logo.png', content: 'AAAA', encoding: 'base64' },
    { action: 'create', file_path: 'a.bin', content: { staged: '7f3c', sizeBytes: 2_621_440 }, encoding: 'base64' },
  ];
  const formerTexts = new Map([
    ['README.md', 'Before\n'],
    ['a.md', 'Old\n'],
    ['old.md', 'Old\n'],
  ]);
  expect(fileChanges(actionsOf(actions), { ...write, formerTexts })).toEqual([
    { title: 'Create docs/new.md', fileName: 'new.md', before: '', after: 'New\n', note: null },
    { title: 'Update README.md', fileName: 'README.md', before: 'Before\n', after: 'After\n', note: null },
    { title: 'Update other.md', fileName: 'other.md', before: null, after: 'Other\n', note: null },
    { title: 'Move a.md to b.md', fileName: 'b.md', before: 'Old\n', after: 'Moved\n', note: null },
    { title: 'Delete old.md', fileName: 'old.md', before: 'Old\n', after: null, note: null },
    { title: 'Update logo.png', fileName: 'logo.png', before: null, after: 'AAAA', note: null },
    { title: 'Create a.bin', fileName: 'a.bin', before: null, after: null, note: 'A file of 2.5 MB' },
  ]);
});

test('the content of one file is compared with the content before', () => {
  const change = { field: 'content', before: 'Before\n', after: 'After\n', isSecret: false };
  const edit = { method: 'PUT', path: 'src/main.ts', changes: [change] };
  expect(fileChanges(change, edit)).toEqual([
    { title: 'Content', fileName: 'main.ts', before: 'Before\n', after: 'After\n', note: null },
  ]);
  const created = { field: 'content', after: 'New\n', isSecret: false };
  expect(fileChanges(created, { ...edit, method: 'POST' })).toMatchObject([{ before: '', after: 'New\n' }]);
});

test('contents in Base64, unknown contents, and other fields are not compared', () => {
  const change = { field: 'content', before: 'QQ==', after: 'Qg==', isSecret: false };
  const encoding = { field: 'encoding', after: 'base64', isSecret: false };
  expect(fileChanges(change, { method: 'PUT', path: 'a', changes: [change, encoding] })).toBeNull();
  const unknown = { field: 'content', before: null, after: 'After\n', isSecret: false };
  expect(fileChanges(unknown, { method: 'PUT', path: 'a', changes: [unknown] })).toBeNull();
  expect(fileChanges(actionsOf(['a', 'b']), write)).toBeNull();
  expect(fileChanges(actionsOf([]), write)).toBeNull();
});
