import { expect, test } from 'vitest';
import { ofKind, parseAddress } from './catalogue-address.ts';

const base = 'https://git.corp.example';
const read = (text: string, at = base) => {
  const found = parseAddress(text, at);
  return found.kind === 'unread' ? found.why : `${found.kind ?? 'either'} ${found.id ?? found.path}`;
};

test.each([
  ['corp/app/-/issues/3#note_1', ['issues', '3']],
  ['corp/app/issues/3', ['issues', '3']],
  ['corp/app/-/blob/main/a%2Fb/c.ts?plain=1#L4', ['blob', 'main', 'a/b', 'c.ts']],
  ['groups/corp/-/group_members', ['group_members']],
  ['corp/app', undefined],
  ['corp/app/-/', undefined],
])('the parts below the group or project of %s are %j', (path, rest) => {
  const found = parseAddress(`${base}/${path}`, base);
  expect(found.kind === 'unread' ? found.why : found.rest).toEqual(rest);
});

test.each([
  ['42', 'either 42'],
  ['corp', 'either corp'],
  ['group:corp', 'group corp'],
  ['corp/platform', 'either corp/platform'],
  ['/corp/platform/', 'either corp/platform'],
  ['group:42', 'group 42'],
  ['project:corp/app', 'project corp/app'],
  ['"corp/app"', 'either corp/app'],
  [`${base}/corp`, 'either corp'],
  [`${base}/corp/app`, 'either corp/app'],
  [`${base}/corp/app/`, 'either corp/app'],
  [`${base}/corp/app.git`, 'either corp/app'],
  [`${base}/corp/sub/app/-/merge_requests/3?tab=diffs#note_1`, 'project corp/sub/app'],
  [`${base}/corp/app/issues/3`, 'project corp/app'],
  [`${base}/corp/app/tree/main/docs`, 'project corp/app'],
  [`${base}/groups/corp`, 'group corp'],
  [`${base}/groups/corp/platform/-/group_members?page=2`, 'group corp/platform'],
  [`${base}/groups/corp/issues`, 'group corp'],
  [`${base}/admin/groups/corp/platform`, 'group corp/platform'],
  [`${base}/admin/projects/corp/app`, 'project corp/app'],
  [`${base}/projects/7`, 'project 7'],
  [`${base}/-/p/7`, 'project 7'],
  [`${base}/api/v4/projects/corp%2Fapp/members`, 'project corp/app'],
  [`${base}/api/v4/groups/42`, 'group 42'],
  ['http://git.corp.example/corp/app', 'either corp/app'],
  ['git.corp.example/groups/corp', 'group corp'],
  ['git@git.corp.example:corp/app.git', 'project corp/app'],
  ['git.corp.example:corp/app.git', 'project corp/app'],
  ['ssh://git@git.corp.example:2222/corp/app.git', 'project corp/app'],
  [`${base}/corp/caf%C3%A9`, 'either corp/café'],
])('%s is %s', (text, expected) => expect(read(text)).toBe(expected));

test.each([
  ['https://other.example/corp/app', /isn’t the open instance/],
  ['git@other.example:corp/app.git', /isn’t the open instance/],
  [`${base}/users/anna`, /doesn’t belong to a group or project/],
  [`${base}/dashboard/projects`, /doesn’t belong to a group or project/],
  [base, /doesn’t belong to a group or project/],
  [`${base}/api/v4/users/1`, /doesn’t belong to a group or project/],
  ['what is this', /can’t contain spaces/],
  ['corp//app', /Not an ID/],
  ['../etc', /Not an ID/],
  ['a'.repeat(256), /at most 255 characters/],
  [`${base}/groups/corp/${'a'.repeat(251)}`, /at most 255 characters/],
  ['-corp', /Not an ID/],
  ['0', /must be a whole number/],
  ['99999999999999999999', /must be a whole number/],
])('%s is refused: %s', (text, why) => expect(read(text)).toMatch(why));

test('an instance below a path does not accept addresses outside of that path', () => {
  const at = 'https://corp.example/git';
  expect(read('https://corp.example/git/groups/corp', at)).toBe('group corp');
  expect(read('https://corp.example/wiki/groups/corp', at)).toMatch(/isn’t the open instance/);
  expect(read('https://corp.example/github/corp', at)).toMatch(/isn’t the open instance/);
});

test('an address of another kind than the chosen one is refused', () => {
  expect(ofKind('group', parseAddress(`${base}/corp/app/-/issues`, base))).toMatchObject({
    why: expect.stringMatching(/address of a project/) as string,
  });
  expect(ofKind('project', parseAddress('corp', base))).toMatchObject({ kind: 'unread' });
  expect(ofKind('project', parseAddress('42', base))).toEqual({ kind: 'project', id: 42, path: null });
});
