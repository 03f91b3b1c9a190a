import { expect, test } from 'vitest';
import { extractReferences } from './extract-references.ts';

const base = 'https://git.corp.example';

test('groups and projects are found once each in issues, limited projects, allowlists and keys', () => {
  const reply = [
    { id: 900, iid: 3, project_id: 7, references: { short: '#3', full: 'corp/app#3' } },
    { id: 901, iid: 4, project_id: 7, references: { full: 'corp/app#4' }, author: { id: 1, web_url: `${base}/anna` } },
    {
      id: 8,
      name: 'Tool',
      path_with_namespace: 'corp/tool',
      namespace: { id: 42, name: 'Corp', kind: 'group', full_path: 'corp' },
    },
    { id: 9, path_with_namespace: 'anna/dots', namespace: { id: 77, name: 'Anna', kind: 'user', full_path: 'anna' } },
    { id: 43, name: 'Other', web_url: `${base}/groups/other` },
    { id: 900, title: 'Milestone', web_url: `${base}/groups/other/-/milestones/900` },
    { id: 5, title: 'key', deploy_keys_projects: [{ deploy_key_id: 5, project_id: 8, can_push: true }] },
  ];
  expect(extractReferences(reply, base).toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))).toEqual([
    { kind: 'project', id: 7, path: 'corp/app', name: null },
    { kind: 'project', id: 8, path: 'corp/tool', name: 'Tool' },
    { kind: 'project', id: 9, path: 'anna/dots', name: null },
    { kind: 'group', id: 42, path: 'corp', name: 'Corp' },
    { kind: 'group', id: 43, path: 'other', name: 'Other' },
  ]);
});

test('the reply to an import is a project, and the path of an upload is ignored', () => {
  const made = { id: 12, name: 'Tool', full_path: '/corp/tool', full_name: 'Corp / Tool', import_status: 'scheduled' };
  expect(extractReferences(made, base)).toEqual([{ kind: 'project', id: 12, path: 'corp/tool', name: 'Tool' }]);
  const upload = { id: 3, url: '/uploads/a/b.png', full_path: '/-/project/12/uploads/a/b.png', markdown: '![b](b)' };
  expect(extractReferences(upload, base)).toEqual([]);
});

test('an epic and an iteration contain the id and the path of their group', () => {
  const epic = { id: 5, iid: 1, title: 'Epic', group_id: 42, url: '/groups/corp/-/epics/1' };
  const iteration = { id: 6, group_id: 43, web_url: `${base}/groups/corp/platform/-/iterations/6` };
  const rule = { id: 7, group_id: 44, web_url: 'https://elsewhere.example/groups/other/-/epics/1' };
  const named = extractReferences([{ epic, iteration }, rule, { group_id: 45 }], base);
  expect(named.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))).toEqual([
    { kind: 'group', id: 42, path: 'corp', name: null },
    { kind: 'group', id: 43, path: 'corp/platform', name: null },
  ]);
});

test('users, addresses of other hosts and plain text are ignored', () => {
  expect(extractReferences([{ id: 1, username: 'anna', name: 'Anna', web_url: `${base}/anna/` }], base)).toEqual([]);
  expect(extractReferences({ id: 1, web_url: 'https://elsewhere.example/groups/x' }, base)).toEqual([]);
  expect(extractReferences('project_id: 7', base)).toEqual([]);
});
