import { expect, test } from 'vitest';
import { callsFor, effectOf } from './allowlist-calls.ts';

test('each project gets each addition and removal, except its own entry', () => {
  const projects = [
    { ref: 1, id: 1 },
    { ref: 'acme/web', id: null },
  ];
  const add = [
    { kind: 'project', id: 1, label: 'acme/core' },
    { kind: 'group', id: 1, label: 'acme' },
  ] as const;
  const remove = [{ kind: 'project', id: 9, label: 'old' }] as const;
  const calls = callsFor(projects, { add, remove });
  expect(calls.map(({ op, path, body }) => [op, path, body])).toEqual([
    ['job-token-scope.addGroup', { id: 1 }, { target_group_id: 1 }],
    ['job-token-scope.removeProject', { id: 1, target_project_id: 9 }, undefined],
    ['job-token-scope.addProject', { id: 'acme/web' }, { target_project_id: 1 }],
    ['job-token-scope.addGroup', { id: 'acme/web' }, { target_group_id: 1 }],
    ['job-token-scope.removeProject', { id: 'acme/web', target_project_id: 9 }, undefined],
  ]);
});

test('a project without requests is not counted, and additions are not reported as removals', () => {
  const projects = [
    { ref: 1, id: 1 },
    { ref: 2, id: 2 },
  ];
  const entry = { kind: 'project', id: 1, label: 'acme/core' } as const;
  const calls = (add: boolean) => callsFor(projects, { add: add ? [entry] : [], remove: add ? [] : [entry] });
  expect(effectOf(calls(true))).toEqual({ projects: 1, removes: false });
  expect(effectOf(calls(false))).toEqual({ projects: 1, removes: true });
});
