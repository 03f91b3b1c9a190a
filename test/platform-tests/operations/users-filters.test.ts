import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/world/user.ts';
import { ask, ids, start } from '../rig.ts';

const platformOf300 = () => start({ users: 300, offsetLimit: 0 });

/** The IDs of all users that match a filter, ascending. */
async function found(platform: Platform, query: string, who: 'admin' | 'developer' = 'admin') {
  const pages = [1, 2, 3].map((page) => ask(platform, who, `/users?per_page=100&page=${page}&${query}`));
  const answers = await Promise.all(pages);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  return answers.flatMap(ids).sort((a, b) => Number(a) - Number(b));
}

const idsWhere = (platform: Platform, test: (user: User) => boolean) =>
  platform.world.users
    .ordered('id')
    .filter(test)
    .map((user) => user.id);

test.each<[string, (user: User) => boolean]>([
  ['active=true', (user) => user.state === 'active'],
  ['exclude_active=true', (user) => user.state !== 'active'],
  ['blocked=true', (user) => user.state === 'blocked'],
  ['external=true', (user) => user.external],
  ['exclude_external=true', (user) => !user.external],
  ['humans=true', (user) => user.type === 'human'],
  ['exclude_humans=true', (user) => user.type !== 'human'],
  ['exclude_internal=true', (user) => user.type !== 'internal'],
  ['without_project_bots=true', (user) => user.type !== 'project_bot'],
  ['active=true&humans=true', (user) => user.state === 'active' && user.type === 'human'],
])('%s returns exactly the matching accounts, for every user', async (query, passes) => {
  const platform = await platformOf300();
  platform.world.users.add({ username: 'ghost', type: 'internal' });
  platform.world.users.remove(platform.world.users.byUsername('outsider')?.id ?? 0);
  const expected = idsWhere(platform, passes);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(300);
  expect(await found(platform, query)).toEqual(expected);
  expect(await found(platform, query, 'developer')).toEqual(expected);
});

test.each<[string, (user: User) => boolean]>([
  ['two_factor=enabled', (user) => user.two_factor_enabled],
  ['two_factor=disabled', (user) => !user.two_factor_enabled],
  ['admins=true', (user) => user.is_admin],
  ['auditors=true', (user) => user.is_auditor],
  ['skip_ldap=true', (user) => user.identities.every(({ provider }) => provider !== 'ldapmain')],
  ['provider=ldapmain', (user) => user.identities.some(({ provider }) => provider === 'ldapmain')],
  ['provider=scim', (user) => user.scim_identities.length > 0],
  ['custom_attributes[team]=red', (user) => user.custom_attributes.some(({ value }) => value === 'red')],
])('%s is applied for administrators and ignored for other users', async (query, passes) => {
  const platform = await platformOf300();
  const expected = idsWhere(platform, passes);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(300);
  expect(await found(platform, query)).toEqual(expected);
  expect(await found(platform, query, 'developer')).toHaveLength(300);
});

test('`without_projects` returns users without memberships and personal projects, also after a change', async () => {
  const platform = await platformOf300();
  const { users, members, projects } = platform.world;
  const developer = users.byUsername('developer')?.id;
  const before = await found(platform, 'without_projects=true');
  expect(before).not.toContain(developer);
  expect(before).toContain(users.byUsername('admin')?.id);
  projects.removeWhere(({ namespace }) => namespace.kind === 'user');
  members.removeWhere(({ user_id }) => user_id === developer);
  expect(await found(platform, 'without_projects=true')).toContain(developer);
});

test('an identity is found by provider and uid together', async () => {
  const platform = await platformOf300();
  const identities = [{ provider: 'ldapmain', extern_uid: 'uid=x', saml_provider_id: null }];
  const { id } = platform.world.users.add({ username: 'x', identities });
  expect(await found(platform, 'extern_uid=uid%3Dx&provider=ldapmain')).toEqual([id]);
  expect(await found(platform, 'extern_uid=uid%3Dx&provider=group_saml')).toEqual([]);
});

test('`username` finds the complete user name in any case', async () => {
  const platform = await start();
  expect(ids(await ask(platform, 'guest', '/users?username=DEVeloper'))).toEqual([5]);
  expect(ids(await ask(platform, 'guest', '/users?username=develop'))).toEqual([]);
});

test('`search` finds parts of names and user names, and complete public addresses', async () => {
  const platform = await start();
  const { id } = platform.world.users.add({
    username: 'zzz.yyy',
    name: 'Żółć Gęślą',
    public_email: 'found@public.example',
    email: 'hidden@private.example',
  });
  const search = async (term: string) => ids(await ask(platform, 'guest', `/users?search=${encodeURIComponent(term)}`));
  expect(await search('ŻÓŁĆ')).toEqual([id]);
  expect(await search('gęśl')).toEqual([id]);
  expect(await search('z.Y')).toEqual([id]);
  expect(await search('Found@public.example')).toEqual([id]);
  expect(await search('ZOLC')).toEqual([]);
  expect(await search('found@public')).toEqual([]);
});

test('only administrators can search private addresses', async () => {
  const platform = await start();
  const { id } = platform.world.users.add({ username: 'q', email: 'hidden@private.example' });
  expect(ids(await ask(platform, 'admin', '/users?search=hidden@private.example'))).toEqual([id]);
  expect(ids(await ask(platform, 'auditor', '/users?search=hidden@private.example'))).toEqual([]);
});

test('`public_email` finds only public addresses', async () => {
  const platform = await start();
  expect(ids(await ask(platform, 'guest', '/users?public_email=owner@public.example'))).toEqual([3]);
  expect(ids(await ask(platform, 'admin', '/users?public_email=owner@platform.example'))).toEqual([]);
});

test('`created_after` and `created_before` exclude the given moment', async () => {
  const platform = await start();
  const days = [1, 2, 3].map((day) =>
    platform.world.users.add({ username: `day.${day}`, created_at: Date.UTC(2026, 10, day) }),
  );
  const between = await ask(platform, 'guest', '/users?created_after=2026-11-01T00:00:00Z&created_before=2026-11-03');
  expect(ids(between)).toEqual([days[1]?.id]);
  const withOffset = await ask(platform, 'guest', '/users?created_after=2026-11-02T01:59:59.5%2B02:00');
  expect(ids(withOffset)).toEqual([days[2]?.id, days[1]?.id]);
});

test.each([
  'blocked=false',
  'active=perhaps',
  'created_after=yesterday',
  'created_before=2026-13-45',
  'order_by=email',
])('%s is refused', async (query) => {
  expect((await ask(await start(), 'admin', `/users?${query}`)).status).toBe(400);
});

test.each(['id', 'name', 'username', 'created_at', 'updated_at'] as const)('administrators order by %s', async (by) => {
  const platform = await start({ users: 90 });
  const expected = platform.world.users.ordered(by).map((user) => user.id);
  expect(new Set(expected).size).toBe(90);
  expect(ids(await ask(platform, 'admin', `/users?per_page=100&order_by=${by}&sort=asc`))).toEqual(expected);
  const descending = await ask(platform, 'admin', `/users?per_page=100&order_by=${by}`);
  expect(ids(descending)).toEqual(expected.toReversed());
});

test('users who are not administrators get the newest ID first, whatever order they request', async () => {
  const platform = await start({ users: 90 });
  const expected = platform.world.users
    .ordered('id')
    .map((user) => user.id)
    .toReversed();
  expect(ids(await ask(platform, 'developer', '/users?per_page=100&order_by=name&sort=asc'))).toEqual(expected);
});

test('a change of an account is in the next list at once', async () => {
  const platform = await start();
  expect(ids(await ask(platform, 'admin', '/users?search=renamed'))).toEqual([]);
  platform.world.users.edit(5, { name: 'Was Renamed' });
  expect(ids(await ask(platform, 'admin', '/users?search=renamed'))).toEqual([5]);
});
