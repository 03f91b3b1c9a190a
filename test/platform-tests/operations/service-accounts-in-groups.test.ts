import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { askWith, expectOk, expectRoles, values } from '../accounts-rig.ts';
import { fieldsOf, json, row } from '../repository-rig.ts';
import { SERVICE_ACCOUNT } from '../resources/accounts.ts';
import { AT_MS, ask, ids, start } from '../rig.ts';

const PATH = '/groups/acme/service_accounts';
const at = (id: unknown) => `${PATH}/${String(id)}`;
const tokensAt = (id: unknown) => `${at(id)}/personal_access_tokens`;

async function make(platform: Platform, body: object = {}, path = PATH) {
  const answer = await ask(platform, 'owner', path, json('POST', body));
  expectOk(answer);
  return row(answer);
}

test('the service accounts of a group require an Owner or administrator', async () => {
  const platform = await start();
  const { id } = await make(platform);
  const others = { maintainer: 403, guest: 403, auditor: 403, outsider: 404, anonymous: 401 };
  await expectRoles(platform, PATH, { admin: 200, owner: 200, ...others });
  await expectRoles(platform, PATH, { admin: 201, owner: 201, ...others }, json('POST', {}));
  await expectRoles(platform, at(id), { admin: 200, owner: 200, ...others }, json('PATCH', { name: 'x' }));
  await expectRoles(platform, tokensAt(id), { admin: 200, owner: 200, ...others });
  const token = json('POST', { name: 'x', scopes: ['api'] });
  await expectRoles(platform, tokensAt(id), { admin: 201, owner: 201, ...others }, token);
  await expectRoles(platform, at(id), { ...others, owner: 204 }, { method: 'DELETE' });
});

test('the seeded accounts are listed in both directions, in pages', async () => {
  const platform = await start();
  await make(platform, { username: 'aaa' });
  const all = await ask(platform, 'owner', PATH);
  expect(all.rows.length).toBeGreaterThan(3);
  for (const account of all.rows) expect(fieldsOf(account)).toEqual(SERVICE_ACCOUNT);
  const numbers = ids(all) as number[];
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  const names = values(await ask(platform, 'owner', `${PATH}?order_by=username&sort=asc`), 'username');
  expect(names[0]).toBe('aaa');
  expect(ids(await ask(platform, 'owner', `${PATH}?per_page=1&page=2`))).toEqual([numbers[1]]);
  expect((await ask(platform, 'owner', `${PATH}?sort=up`)).status).toBe(400);
});

test('generated user names contain the group ID, and a subgroup has separate accounts', async () => {
  const platform = await start();
  const own = await make(platform);
  expect(own.name).toBe('Service account user');
  expect(own.username).toMatch(/^service_account_group_\d+_[0-9a-f]+$/);
  expect(own.email).toMatch(/@noreply\./);
  const below = await make(platform, {}, '/groups/acme%2Fplatform/service_accounts');
  expect(ids(await ask(platform, 'owner', PATH))).not.toContain(below.id);
  expect((await ask(platform, 'owner', at(below.id), json('PATCH', { name: 'x' }))).status).toBe(404);
});

test('a name or address in use is refused, and so is a new user name for a composite identity', async () => {
  const platform = await start();
  const made = await make(platform, { username: 'robot' });
  const user = platform.world.users.byUsername('robot');
  const changed = await ask(platform, 'owner', at(made.id), json('PATCH', { name: 'N', username: 'robot-2' }));
  expect(row(changed)).toEqual({ ...made, name: 'N', username: 'robot-2' });
  const bad = { email: 'guest@platform.example' };
  expect((await ask(platform, 'owner', at(made.id), json('PATCH', bad))).status).toBe(400);
  const pending = row(await ask(platform, 'owner', at(made.id), json('PATCH', { email: 'n@machines.example' })));
  expect([pending.email, pending.unconfirmed_email]).toContain('n@machines.example');
  if (user !== undefined) platform.world.serviceAccounts.makeComposite(user);
  expect((await ask(platform, 'owner', at(made.id), json('PATCH', { username: 'other' }))).status).toBe(400);
  expect((await ask(platform, 'owner', at(made.id), json('PATCH', { name: 'fine' }))).status).toBe(200);
});

test('removing an account removes its tokens, and with `hard_delete` the groups that only it owns', async () => {
  const platform = await start();
  const made = await make(platform);
  const secret = row(await ask(platform, 'owner', tokensAt(made.id), json('POST', { name: 'x', scopes: ['api'] })));
  const group = platform.world.groups.add({
    name: 'Of a robot',
    path: 'of-a-robot',
    parent_id: null,
    description: '',
    visibility: 'private',
    avatar_url: null,
    created_at: AT_MS,
  });
  platform.world.members.add({
    source: { kind: 'group', id: group.id },
    user_id: made.id as number,
    access_level: 50,
    created_at: AT_MS,
    created_by_id: null,
    expires_at: null,
  });
  const refused = await ask(platform, 'owner', at(made.id), { method: 'DELETE' });
  expect(refused.status).toBe(409);
  const removed = await ask(platform, 'owner', `${at(made.id)}?hard_delete=true`, { method: 'DELETE' });
  expectOk(removed);
  expect(platform.world.groups.lookup('of-a-robot')).toBeUndefined();
  expect((await askWith(platform, String(secret.token), '/users/1')).status).toBe(401);
  expect((await ask(platform, 'owner', at(made.id), { method: 'DELETE' })).status).toBe(404);
});

test('users are not found among the service accounts', async () => {
  const platform = await start();
  for (const init of [json('PATCH', { name: 'x' }), { method: 'DELETE' }]) {
    expect((await ask(platform, 'owner', at(4), init)).status).toBe(404);
  }
  expect((await ask(platform, 'owner', tokensAt(4))).status).toBe(404);
  expect(platform.world.users.get(4)).toBeDefined();
});
