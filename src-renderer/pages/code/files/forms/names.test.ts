import { expect, test } from 'vitest';
import { fileForms } from '#shared/text/en/file-forms.ts';
import { branchNameProblem } from '../../../../console/forms/branch-name.ts';
import { branchNameFrom, pathError } from './names.ts';

const words = fileForms.errors;

test('a path of a new file has no empty segments, no “.”, “..” or “.git”', () => {
  expect(['a.md', 'docs/a b/Ä.md', '.gitignore', '...'].map(pathError)).toEqual([null, null, null, null]);
  expect(pathError('')).toBe(words.path);
  for (const path of ['/a', 'a/', 'a//b', './a', 'a/../b', '..', 'a\0b'])
    expect(pathError(path)).toBe(words.pathSegments);
  expect(pathError('a/.git/config')).toBe(words.pathGit);
  expect(pathError('a'.repeat(2_001))).toBe(words.pathLong(2_000));
});

test('a suggested branch name is valid', () => {
  expect(branchNameFrom('update-README.md')).toBe('update-README.md');
  expect(branchNameFrom('add-release notes [1]..lock')).toBe('add-release-notes-1');
  expect(branchNameProblem(branchNameFrom('add-release notes [1]..lock'))).toBeNull();
});
