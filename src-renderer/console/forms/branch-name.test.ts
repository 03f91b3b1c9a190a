import { expect, test } from 'vitest';
import { branchName as words } from '#shared/text/en/branch-name.ts';
import { branchNameProblem } from './branch-name.ts';

test('letters, digits, hyphens, underscores, slashes and dots are allowed', () => {
  for (const name of ['main', 'fix-1_2', 'feature/login-form', 'docs-v2.1', 'fix/über', '007', 'release/1.0.x']) {
    expect([name, branchNameProblem(name)]).toEqual([name, null]);
  }
});

test('spaces and ~ ^ : ? * [ are refused, and the message names the character', () => {
  for (const found of ['~', '^', ':', '?', '*', '[', '\\']) {
    expect(branchNameProblem(`a${found}b`)).toBe(words.character(found));
  }
  expect(branchNameProblem('a b')).toBe(words.character(' '));
  expect(branchNameProblem('a\u00a0b')).toBe(words.character(' '));
  expect(branchNameProblem('a\nb')).toBe(words.control);
  expect(branchNameProblem('')).toBe(words.empty);
});

test('names that Git does not allow, full SHAs and existing names are refused', () => {
  for (const name of ['-a', '/a', 'a/', 'a.', 'a..b', 'a//b', 'a@{b', '.a', 'a/.b', 'a.lock', 'a.lock/b', '@', 'HEAD'])
    expect([name, branchNameProblem(name)]).toEqual([name, words.shape]);
  expect(branchNameProblem('a'.repeat(40))).toBe(words.sha);
  expect(branchNameProblem('main', ['main'])).toBe(words.taken);
});
