import { expect, test } from 'vitest';
import { Scope } from '#shared/contract/kit.ts';
import { isScope, readScope, scopeKindOf, splitScope } from '#shared/contract/scope.ts';

test.each([
  ['', 'instance', null],
  ['group:5', 'group', { kind: 'group', ref: 5, place: null }],
  ['group:corp/platform', 'group', { kind: 'group', ref: 'corp/platform', place: null }],
  ['project:7', 'project', { kind: 'project', ref: 7, place: null }],
  ['project:corp/1', 'project', { kind: 'project', ref: 'corp/1', place: null }],
  ['project:7/issue:12', 'project/issue', { kind: 'project', ref: 7, place: { kind: 'issue', id: 12 } }],
  ['project:7/mr:3', 'project/mr', { kind: 'project', ref: 7, place: { kind: 'mr', id: 3 } }],
  ['project:7/snippet:5', 'project/snippet', { kind: 'project', ref: 7, place: { kind: 'snippet', id: 5 } }],
  ['project:7/hook:9', 'project/hook', { kind: 'project', ref: 7, place: { kind: 'hook', id: 9 } }],
  ['project:corp/app/job:88', 'project/job', { kind: 'project', ref: 'corp/app', place: { kind: 'job', id: 88 } }],
])('a scope is parsed into its parts: %j', (scope, kind, parts) => {
  expect([Scope.safeParse(scope).success, isScope(scope)]).toEqual([true, true]);
  expect(readScope(scope)).toEqual(parts === null ? null : { ...parts, revisions: null });
  expect(scopeKindOf(scope)).toBe(kind);
  const [base, tail] = splitScope(scope);
  expect(base + tail).toBe(scope);
  expect(tail !== '').toBe(kind.includes('/'));
});

test.each([
  'instance',
  'user:5',
  'group:',
  'project:/issue:12',
  'group:5/issue:12',
  'project:7/epic:12',
  'project:7/issue:',
  'project:7/issue:012',
  'project:7/issue:x',
  'project:7/issue:12/note:3',
  'project:7/issue:12 ',
  'project:7\n/issue:12:3',
])('an invalid scope is refused: %j', (scope) => {
  expect([Scope.safeParse(scope).success, isScope(scope)]).toEqual([false, false]);
  expect(() => readScope(scope)).toThrow(expect.objectContaining({ code: 'invalid' }));
});
