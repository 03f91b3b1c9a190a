import { expect, test } from 'vitest';
import { branchName } from '#shared/text/en/branch-name.ts';
import { commitBuilder } from '#shared/text/en/commit-builder-forms.ts';
import type { CommitFields } from '../../../stores/commit-builder/builder-draft.svelte.ts';
import { actionProblems, fieldProblems } from './commit-problems.ts';

const words = commitBuilder.errors;
const fields: CommitFields = {
  ...{ branch: 'main', commit_message: 'Fix', startBy: 'branch', start_branch: '', start_sha: '', start_project: '' },
  ...{ author_name: '', author_email: '', allow_empty: false, force: false, stats: true },
};
const known = { exists: true, missingRef: null };

type Given = Parameters<typeof actionProblems>[0][number];
const found = { found: true, text: 'old', isExecutable: false };

function given(action: Given['action'], path: string, more: Partial<Given> = {}): Given {
  const previous_path = more.previous_path ?? '';
  return {
    ...{ action, file_path: path, previous_path, encoding: 'text', base64: '', staged: null, text: 'new' },
    ...{ isContentNew: true, execute_filemode: true, isTaken: false },
    source: action === 'create' ? null : found,
    sourcePath: action === 'create' ? null : action === 'move' ? previous_path : path,
    targetPath: action === 'create' || action === 'move' ? path : null,
    ...more,
  };
}

test('a valid commit has no problems', () => {
  expect(fieldProblems(fields, known, 1)).toEqual({});
  expect(actionProblems([given('update', 'a'), given('create', 'b'), given('chmod', 'c')])).toEqual([{}, {}, {}]);
});

test('a new branch needs a start, and an existing one must not have it without force', () => {
  expect(fieldProblems(fields, { ...known, exists: false }, 1)).toEqual({ start_branch: words.start });
  const started = { ...fields, start_branch: 'stable' };
  expect(fieldProblems(started, { ...known, exists: false }, 1)).toEqual({});
  expect(fieldProblems(started, known, 1)).toEqual({ start_branch: words.startExists });
  expect(fieldProblems({ ...started, force: true }, known, 1)).toEqual({});
  expect(fieldProblems(started, { exists: null, missingRef: 'stable' }, 1)).toEqual({
    start_branch: words.startMissing('stable'),
  });
});

test('names, the message, the author and the number of actions are checked', () => {
  const wrong = { ...fields, branch: 'a b', commit_message: ' ', author_email: 'rosa', start_project: 'core' };
  expect(fieldProblems({ ...wrong, startBy: 'sha', start_sha: 'abc', force: true }, known, 0)).toEqual({
    ...{ branch: branchName.character(' '), commit_message: words.message, author_email: words.email },
    ...{ start_project: words.project, start_sha: words.sha, actions: words.noActions },
  });
  expect(fieldProblems({ ...fields, allow_empty: true }, known, 0)).toEqual({});
});

test('a path can be changed only once, except that its mode can be set after its content', () => {
  const twice = actionProblems([given('update', 'a'), given('delete', 'a'), given('chmod', 'a')]);
  expect(twice).toEqual([{}, { file_path: words.duplicate }, { file_path: words.deletedBefore }]);
  const moved = actionProblems([given('move', 'b', { previous_path: 'a' }), given('delete', 'a')]);
  expect(moved).toEqual([{}, { file_path: words.movedBefore }]);
  expect(actionProblems([given('create', 'a'), given('chmod', 'a', { source: null })])).toEqual([{}, {}]);
  const swapped = [given('move', 'b', { previous_path: 'a' }), given('create', 'a', { isTaken: true })];
  expect(actionProblems(swapped)).toEqual([{}, {}]);
});

test('a file that an action needs must exist, and a new path must be free', () => {
  const missing = { source: { ...found, found: false } };
  expect(actionProblems([given('update', 'a', missing)])[0]).toMatchObject({ file_path: words.missing });
  expect(actionProblems([given('create', 'a', { isTaken: true })])).toEqual([{ file_path: words.exists }]);
  expect(actionProblems([given('move', 'b', { previous_path: 'a', isTaken: true })])).toEqual([
    { file_path: words.exists },
  ]);
  expect(actionProblems([given('move', 'a', { previous_path: 'a' })])).toEqual([{ file_path: words.samePath }]);
});

test('an unchanged content or mode and wrong Base64 are problems', () => {
  expect(actionProblems([given('update', 'a', { isContentNew: false })])).toEqual([{ content: words.unchanged }]);
  expect(actionProblems([given('chmod', 'a', { execute_filemode: false })])).toEqual([
    { execute_filemode: words.mode },
  ]);
  expect(actionProblems([given('create', 'a', { encoding: 'base64', base64: '!' })])).toEqual([
    { content: words.base64 },
  ]);
  expect(actionProblems([given('update', 'a', { encoding: 'base64' })])).toEqual([{ content: words.content }]);
  const binary = { source: { ...found, text: null }, text: null };
  expect(actionProblems([given('update', 'a', binary)])).toEqual([{ content: words.notText }]);
});
