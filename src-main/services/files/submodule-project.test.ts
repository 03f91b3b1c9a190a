import { expect, test } from 'vitest';
import { projectOfSubmodule } from './submodule-project.ts';

const here = { url: 'https://git.corp.example', path: 'corp/apps/core' };

test.each([
  ['../shared.git', 'corp/apps/shared'],
  ['../../tools/lint', 'corp/tools/lint'],
  ['./part.git', 'corp/apps/core/part'],
  ['https://git.corp.example/corp/shared.git', 'corp/shared'],
  ['https://GIT.corp.example/corp/shared/', 'corp/shared'],
  ['http://git.corp.example/corp/shared.git', 'corp/shared'],
  ['https://ada:secret@git.corp.example/corp/shared.git', 'corp/shared'],
  ['git@git.corp.example:corp/shared.git', 'corp/shared'],
  ['git.corp.example:corp/shared.git', 'corp/shared'],
  ['ssh://git@git.corp.example:2222/corp/shared.git', 'corp/shared'],
])('%j names a project of the instance', (url, path) => {
  expect(projectOfSubmodule(url, here)).toBe(path);
});

test.each([
  'https://other.example/corp/shared.git',
  'git@other.example:corp/shared.git',
  'other.example:corp/shared.git',
  'git.corp.example:8443/corp/shared',
  'project:corp/shared',
  'https://git.corp.example.evil.example/corp/shared',
  'https://git.corp.example:8443/corp/shared',
  '../../../../other.example/x.git',
  '../../../shared',
  '/srv/git/shared.git',
  'corp/shared',
  '42',
  'javascript:alert(1)',
  'file:///srv/git/corp/shared',
  '../a b',
  '',
])('%j names no project of the instance', (url) => {
  expect(projectOfSubmodule(url, here)).toBeNull();
});

test('an instance below a path, and a project whose path is not known', () => {
  const below = { url: 'https://corp.example/git', path: 'a/b' };
  expect(projectOfSubmodule('https://corp.example/git/a/c.git', below)).toBe('a/c');
  expect(projectOfSubmodule('https://corp.example/a/c.git', below)).toBeNull();
  expect(projectOfSubmodule('../c', below)).toBe('a/c');
  expect(projectOfSubmodule('../c', { ...below, path: null })).toBeNull();
});
