import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { ENTERPRISE_DOMAIN, SOLE_OWNED_PATH } from '../../platform/seed/enterprise-users.ts';
import type { User } from '../../platform/world/user.ts';
import { expectRoles, values } from '../accounts-rig.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { ENTERPRISE_USER, SCIM_IDENTITY } from '../resources/accounts.ts';
import { ask, ids, start } from '../rig.ts';

const PATH = '/groups/acme/enterprise_users';
const at = (user: User | undefined) => `${PATH}/${String(user?.id)}`;

/** The enterprise users of the seeded group; the first one is the only Owner of a group. */
function usersOf(platform: Platform) {
  const users = platform.world.enterpriseUsers.of(platform.world.groups.lookup('acme')!).toReversed();
  const owner = platform.world.members.find(
    ({ source, access_level }) =>
      access_level === 50 && source.id === platform.world.groups.lookup(SOLE_OWNED_PATH)?.id,
  );
  const soleOwner = users.find((user) => user.id === owner?.user_id);
  return { users, soleOwner, others: users.filter((user) => user !== soleOwner) };
}

test('the seed has at least six enterprise users in a verified domain, one of them the only Owner of a group', async () => {
  const platform = await start();
  const { users, soleOwner } = usersOf(platform);
  expect(users.length).toBeGreaterThanOrEqual(6);
  expect(soleOwner).toBeDefined();
  expect(users.every(({ email }) => email.endsWith(`@${ENTERPRISE_DOMAIN}`))).toBe(true);
  expect(users.some(({ state }) => state === 'blocked')).toBe(true);
});

test('only Owners of the top-level group can list its enterprise users', async () => {
  const platform = await start();
  const [user] = usersOf(platform).others;
  const others = { maintainer: 403, guest: 403, auditor: 403, outsider: 404, anonymous: 401 };
  await expectRoles(platform, PATH, { owner: 200, ...others });
  await expectRoles(platform, at(user), { owner: 200, ...others });
  await expectRoles(platform, at(user), { owner: 200, ...others }, json('PATCH', { name: 'x' }));
  await expectRoles(platform, `${at(user)}/disable_two_factor`, others, { method: 'PATCH' });
  await expectRoles(platform, at(user), { ...others, owner: 204 }, { method: 'DELETE' });
  expect((await ask(platform, 'owner', '/groups/acme%2Fplatform/enterprise_users')).status).toBeGreaterThanOrEqual(400);
});

test('the list is paged, and a single user has the same fields as in the list', async () => {
  const platform = await start();
  const all = await ask(platform, 'owner', PATH);
  const { users } = usersOf(platform);
  expect(ids(all).toSorted()).toEqual(users.map(({ id }) => id).toSorted());
  for (const user of all.rows) {
    expect(fieldsOf(user)).toEqual(ENTERPRISE_USER);
    expect(row(await ask(platform, 'owner', `${PATH}/${String(user.id)}`))).toEqual(user);
    for (const identity of user.scim_identities as unknown[]) expect(fieldsOf(identity)).toEqual(SCIM_IDENTITY);
  }
  const second = await ask(platform, 'owner', `${PATH}?per_page=2&page=2`);
  expect(ids(second)).toEqual(ids(all).slice(2, 4));
  expect(second.headers.get('x-total')).toBe(String(users.length));
});

test('enterprise users are filtered by user name, search, state, dates and two-factor authentication', async () => {
  const platform = await start();
  const { users } = usersOf(platform);
  const [first, second] = users;
  const found = async (query: string) => values(await ask(platform, 'owner', `${PATH}?${query}`), 'id');
  const idsOf = (test: (user: User) => boolean) =>
    users
      .filter(test)
      .map(({ id }) => id)
      .toReversed();
  const encoded = encodeURIComponent;
  expect(await found(`username=${first?.username.toUpperCase()}`)).toEqual([first?.id]);
  expect(await found(`search=${encoded(second?.email ?? '')}`)).toEqual([second?.id]);
  expect(await found(`search=${encoded(first?.username.slice(1) ?? '')}`)).toEqual([first?.id]);
  expect(await found(`search=${encoded(second?.name.toUpperCase() ?? '')}`)).toContain(second?.id);
  expect(await found('active=true')).toEqual(idsOf(({ state }) => state === 'active'));
  expect(await found('blocked=true')).toEqual(idsOf(({ state }) => state === 'blocked'));
  expect(await found('two_factor=enabled')).toEqual(idsOf((user) => user.two_factor_enabled));
  expect(await found('two_factor=disabled')).toEqual(idsOf((user) => !user.two_factor_enabled));
  const middle = (users[4]?.created_at ?? 0) + 500;
  const at500 = encoded(new Date(middle).toISOString());
  expect(await found(`created_after=${at500}`)).toEqual(idsOf((user) => user.created_at > middle));
  expect(await found(`created_before=${at500}`)).toEqual(idsOf((user) => user.created_at < middle));
  expect((await ask(platform, 'owner', `${PATH}?two_factor=maybe`)).status).toBe(400);
  expect((await ask(platform, 'owner', `${PATH}?created_after=soon`)).status).toBe(400);
});

test('unknown users, and users of other groups, are not found', async () => {
  const platform = await start();
  for (const id of ['4', '999999', 'abc']) {
    const path = `${PATH}/${id}`;
    expect((await ask(platform, 'owner', path)).status).toBe(404);
    expect((await ask(platform, 'owner', path, json('PATCH', { name: 'x' }))).status).toBe(404);
    expect((await ask(platform, 'owner', path, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(platform, 'owner', `${path}/disable_two_factor`, { method: 'PATCH' })).status).toBe(404);
  }
});

test('name and address can be changed; the address must be unused and in a verified domain', async () => {
  const platform = await start();
  const [user, other] = usersOf(platform).others;
  const changes = [
    ['name', 'New Name'],
    ['email', `new.one@${ENTERPRISE_DOMAIN.toUpperCase()}`],
  ] as const;
  const changed = await ask(platform, 'owner', at(user), form('PATCH', changes));
  expect(changed.status).toBe(200);
  expect(row(await ask(platform, 'owner', at(user)))).toMatchObject({ name: 'New Name', email: changes[1][1] });
  const refused = [{ email: 'x@elsewhere.example' }, { email: other?.email }, { email: 'nonsense' }, { name: '' }];
  for (const body of refused) {
    expect((await ask(platform, 'owner', at(user), json('PATCH', body))).status, JSON.stringify(body)).toBe(400);
  }
  expect(row(await ask(platform, 'owner', at(user)))).toMatchObject({ name: 'New Name', email: changes[1][1] });
});

test('two-factor authentication can be disabled once', async () => {
  const platform = await start();
  const user = usersOf(platform).others.find((one) => one.two_factor_enabled);
  const path = `${at(user)}/disable_two_factor`;
  const answer = await ask(platform, 'owner', path, { method: 'PATCH' });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(row(await ask(platform, 'owner', at(user))).two_factor_enabled).toBe(false);
  expect((await ask(platform, 'owner', path, { method: 'PATCH' })).status).toBe(400);
});

test('the issues of a removed user are kept; `hard_delete` removes them too', async () => {
  const platform = await start();
  const [kept, wiped] = usersOf(platform).others;
  const [first, second] = platform.world.issues.all();
  if (first === undefined || second === undefined) throw new Error('there are no issues');
  Object.assign(first, { author_id: kept?.id });
  Object.assign(second, { author_id: wiped?.id });
  const answer = await ask(platform, 'owner', at(kept), { method: 'DELETE' });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect((await ask(platform, 'owner', at(kept))).status).toBe(404);
  expect(platform.world.issues.get(first.id)?.author_id).not.toBe(kept?.id);
  expect((await ask(platform, 'owner', at(wiped), json('DELETE', { hard_delete: true }))).status).toBe(204);
  expect(platform.world.issues.get(second.id)).toBeUndefined();
});

test('the only Owner of a group can’t be removed until there is another one', async () => {
  const platform = await start();
  const { soleOwner, others } = usersOf(platform);
  const refused = await ask(platform, 'owner', at(soleOwner), { method: 'DELETE' });
  expect(refused.status).toBe(409);
  expect(row(refused).message).toMatch(/^409 /);
  expect((await ask(platform, 'owner', at(soleOwner))).status).toBe(200);
  platform.world.members.add({
    source: { kind: 'group', id: platform.world.groups.lookup(SOLE_OWNED_PATH)?.id ?? 0 },
    user_id: others[0]?.id ?? 0,
    access_level: 50,
    created_at: platform.clock.now(),
    created_by_id: null,
    expires_at: null,
  });
  expect((await ask(platform, 'owner', at(soleOwner), { method: 'DELETE' })).status).toBe(204);
});
