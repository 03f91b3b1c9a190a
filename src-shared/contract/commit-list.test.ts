import { expect, test } from 'vitest';
import { commitListOf, isHistory, revisionsOf } from './commit-list.ts';
import { isScope, readScope, scopeKindOf, scopeOfRevisions, splitScope } from './scope.ts';

test('a list of commits is one text, and read back unchanged', () => {
  const lists = [
    {},
    { ref_name: 'feature/a&b=c%41' },
    { ref_name: 'v1..main', first_parent: true },
    { all: true },
    { all: true, order: 'topo' as const },
    { path: 'src/a b?c=d&e.ts', follow: false },
    { ref_name: 'ветка', path: 'ü/ö.ts', first_parent: true, order: 'topo' as const },
  ];
  for (const list of lists) expect(commitListOf(revisionsOf(list))).toEqual(list);
  // HEAD means the default branch (document 1:140)
  expect(revisionsOf({})).toBe('HEAD');
  expect(revisionsOf({ ref_name: 'HEAD', path: 'a' })).toBe(revisionsOf({ path: 'a' }));
  expect(commitListOf(revisionsOf({ ref_name: 'HEAD' }))).toEqual({});
  expect(revisionsOf({ ref_name: 'main', follow: false })).toBe('main');
});

test('its scope is below its project', () => {
  const scope = scopeOfRevisions('project:corp/web', 'feature/a?path=src/x.ts');
  expect(isScope(scope)).toBe(true);
  expect(readScope(scope)).toEqual({
    kind: 'project',
    ref: 'corp/web',
    place: null,
    revisions: 'feature/a?path=src/x.ts',
  });
  expect(scopeKindOf(scope)).toBe('project/ref');
  expect(splitScope(scope)[0]).toBe('project:corp/web');
  for (const wrong of [
    'project:7/ref:',
    'project:7/ref:%FF',
    'project:7/ref:a/b',
    'group:7/ref:a:b',
    'project:7/ref:a b',
  ])
    expect(isScope(wrong)).toBe(false);
});

test('only a whole branch or tag has all ancestors of its first commit', () => {
  expect(isHistory(scopeOfRevisions('project:7', 'main'))).toBe(true);
  expect(isHistory(scopeOfRevisions('project:7', 'HEAD'))).toBe(true);
  for (const one of ['v1..main', 'v1...main', 'main?path=a', 'main?first_parent=true', '?all=true'])
    expect(isHistory(scopeOfRevisions('project:7', one))).toBe(false);
});
