import { expect, test } from 'vitest';
import type { CommitFields } from '../../../stores/commit-builder/builder-draft.svelte.ts';
import { commitBody, contentBytes, requestBytes, type SentAction } from './commit-body.ts';

const fields: CommitFields = {
  ...{ branch: 'main', commit_message: 'Fix', startBy: 'branch', start_branch: '', start_sha: '', start_project: '' },
  ...{ author_name: '', author_email: '', allow_empty: false, force: false, stats: true },
};
const action: SentAction = {
  ...{ action: 'update', file_path: 'a.md', previous_path: '', encoding: 'text', newText: 'new\n', base64: '' },
  ...{ staged: null, isContentNew: true, execute_filemode: true },
  source: { lastCommitId: 'abc', hasByteOrderMark: false },
};

test('empty fields and defaults are not sent', () => {
  expect(commitBody(fields, [])).toEqual({ branch: 'main', commit_message: 'Fix', actions: [] });
});

test('each action has only its own fields', () => {
  const sent = commitBody(fields, [
    { ...action, action: 'create', source: null },
    action,
    { ...action, action: 'delete' },
    { ...action, action: 'move', previous_path: 'b.md', isContentNew: false },
    { ...action, action: 'move', previous_path: 'b.md' },
    { ...action, action: 'chmod' },
  ]);
  expect(sent.actions).toEqual([
    { action: 'create', file_path: 'a.md', content: 'new\n' },
    { action: 'update', file_path: 'a.md', content: 'new\n', last_commit_id: 'abc' },
    { action: 'delete', file_path: 'a.md', last_commit_id: 'abc' },
    { action: 'move', file_path: 'a.md', previous_path: 'b.md', last_commit_id: 'abc' },
    { action: 'move', file_path: 'a.md', previous_path: 'b.md', content: 'new\n', last_commit_id: 'abc' },
    { action: 'chmod', file_path: 'a.md', execute_filemode: true },
  ]);
});

test('the start is a branch or a commit, and force is sent only with a start', () => {
  const start = { start_branch: 'main', start_sha: 'a'.repeat(40), force: true };
  expect(commitBody({ ...fields, ...start }, [])).toMatchObject({ start_branch: 'main', force: true });
  const bySha = commitBody({ ...fields, ...start, startBy: 'sha' }, []);
  expect(bySha).toMatchObject({ start_sha: 'a'.repeat(40) });
  expect(bySha).not.toHaveProperty('start_branch');
  expect(commitBody({ ...fields, force: true }, [])).not.toHaveProperty('force');
});

test('the start project is an ID or a path', () => {
  expect(commitBody({ ...fields, start_project: ' 7 ' }, [])).toMatchObject({ start_project: 7 });
  expect(commitBody({ ...fields, start_project: 'acme/core' }, [])).toMatchObject({ start_project: 'acme/core' });
});

test('a byte order mark is kept, and a file from this computer is named by its key', () => {
  const marked = { ...action, source: { lastCommitId: null, hasByteOrderMark: true } };
  const staged = { staged: 'key', sizeBytes: 3_000, fileName: 'a.png' };
  const fromDisk = { ...action, encoding: 'base64' as const, staged };
  const body = commitBody(fields, [marked, fromDisk]);
  expect(body.actions).toEqual([
    { action: 'update', file_path: 'a.md', content: '\u{feff}new\n' },
    {
      ...{ action: 'update', file_path: 'a.md', last_commit_id: 'abc', encoding: 'base64' },
      content: { staged: 'key', sizeBytes: 3_000 },
    },
  ]);
  expect(contentBytes(fromDisk)).toBe(3_000);
  expect(requestBytes(body, [fromDisk])).toBe(new TextEncoder().encode(JSON.stringify(body)).length + 4_000);
});

test('the size of Base64 is that of its bytes', () => {
  expect(contentBytes({ ...action, encoding: 'base64', base64: 'YWI=' })).toBe(2);
  expect(contentBytes({ ...action, newText: 'ä' })).toBe(2);
  expect(contentBytes({ ...action, action: 'delete' })).toBeNull();
});
