import { expect, test } from 'vitest';
import { formatLink, instanceOf, readLink, type DeepLink } from './deep-link.ts';

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const oddTexts = [
  'a',
  'A b',
  'x/y',
  '..',
  '.',
  '%2F',
  '?',
  '#',
  '&=+',
  'é',
  'é',
  '日本',
  '🦊',
  '007',
  '1e3',
  '"\'<>',
  ':',
];

function anyLink(next: (below: number) => number): DeepLink {
  const text = (): string => Array.from({ length: 1 + next(3) }, () => oddTexts[next(oddTexts.length)]).join('');
  const path = `group-${next(9)}/${['app', 'App.js', 'höhe', '7'][next(4)] ?? ''}`;
  const ref = next(2) === 0 ? String(1 + next(1_000)) : path;
  const kind = ['issue', 'mr', 'snippet', 'hook', 'job'][next(5)] ?? '';
  const scopes = ['', `group:${ref}`, `project:${ref}`, `project:${ref}/${kind}:${1 + next(99)}`];
  const paths = [
    '',
    '/issues',
    `/wikis/${encodeURIComponent(text())}`,
    `/users/7?at=${encodeURIComponent(`project:${path}`)}&view=${encodeURIComponent(JSON.stringify({ search: text() }))}`,
    `/activity/jobs?state=${encodeURIComponent(text())}`,
  ];
  const hosts = ['code.example.com', 'localhost:8080', 'example.com/code/base', '[::1]:3000'];
  return { instance: hosts[next(4)] ?? '', scope: scopes[next(4)] ?? '', path: paths[next(5)] ?? '' };
}

test('parsing a formatted link returns the same parts', () => {
  const next = numbers(42);
  for (let at = 0; at < 2_000; at++) {
    const link = anyLink(next);
    expect(readLink(formatLink(link)), formatLink(link)).toEqual(link);
  }
});

test('formatting and parsing a parsed text again returns the same parts', () => {
  const next = numbers(7);
  const pieces = [
    'reeve://i/',
    'a.b',
    '/',
    'g',
    'p',
    '7',
    'issue',
    '12',
    '?',
    '%',
    '%2F',
    '%E0%A4%A',
    '#',
    'x',
    '..',
    ':',
  ];
  for (let at = 0; at < 5_000; at++) {
    const text = `reeve://i/${Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join('')}`;
    const link = readLink(text);
    if (link !== null) expect(readLink(formatLink(link)), text).toEqual(link);
  }
});

test('a link names an instance, a scope and a path as people write them', () => {
  expect(readLink('reeve://i/code.example.com/p/7/issue/12/notes/99')).toEqual({
    instance: 'code.example.com',
    scope: 'project:7/issue:12',
    path: '/notes/99',
  });
  expect(readLink(' REEVE://i/Code.Example.com/g/corp%2Fplatform/members/ ')).toEqual({
    instance: 'code.example.com',
    scope: 'group:corp/platform',
    path: '/members',
  });
});

test.each([
  '',
  'users',
  'reeve://users/7',
  'reeve://i/',
  'reeve://i//users',
  'https://i/code.example.com/users',
  'javascript:alert(1)//reeve://i/a/b',
  'reeve://i/code.example.com/p',
  'reeve://i/code.example.com/p//issues',
  'reeve://i/code.example.com/p/7/issue',
  'reeve://i/code.example.com/p/7/issue/twelve/notes',
  'reeve://i/code.example.com/g/a%3Ab/members',
  'reeve://i/code.example.com/users/%E0%A4%A',
])('%s is no link', (text) => {
  expect(readLink(text)).toBeNull();
});

test.each([
  ['https://Code.Example.com', 'code.example.com'],
  ['http://localhost:8080/', 'localhost:8080'],
  ['https://example.com/code/base/', 'example.com/code/base'],
])('the instance at %s is %s in a link', (url, instance) => {
  expect(instanceOf(url)).toBe(instance);
});

test('a link names a list of commits of a project', () => {
  const scope = 'project:7/ref:feature%2Fa%3Fpath%3Dsrc';
  const text = formatLink({ instance: 'code.example.com', scope, path: '/commits' });
  expect(text).toBe('reeve://i/code.example.com/p/7/ref/feature%2Fa%3Fpath%3Dsrc/commits');
  expect(readLink(text)).toEqual({ instance: 'code.example.com', scope, path: '/commits' });
  expect(readLink('reeve://i/code.example.com/p/7/ref')).toBeNull();
});
