import { expect, test } from 'vitest';
import { expectOk, expectRoles, values } from '../accounts-rig.ts';
import { fieldsOf, form, json, messageOf, row } from '../repository-rig.ts';
import { LISTED_SERVICE_ACCOUNT, PENDING_SERVICE_ACCOUNT, SERVICE_ACCOUNT } from '../resources/accounts.ts';
import { ask, ids, start } from '../rig.ts';

const PATH = '/service_accounts';

test('only administrators can list the service accounts of the instance', async () => {
  const platform = await start();
  const roles = { auditor: 403, owner: 403, guest: 403, anonymous: 401 };
  await expectRoles(platform, PATH, { admin: 200, ...roles });
  await expectRoles(platform, PATH, { admin: 201, ...roles }, json('POST', {}));
  const [id] = ids(await ask(platform, 'admin', PATH));
  await expectRoles(platform, `${PATH}/${String(id)}`, { admin: 200, ...roles }, json('PATCH', { name: 'Robot' }));
});

test('the list has three fields, is paged, and is sorted by ID or user name, descending by default', async () => {
  const platform = await start();
  for (const username of ['zeta', 'alpha', 'mid']) await ask(platform, 'admin', PATH, json('POST', { username }));
  const all = await ask(platform, 'admin', PATH);
  for (const account of all.rows) expect(fieldsOf(account)).toEqual(LISTED_SERVICE_ACCOUNT);
  const numbers = ids(all) as number[];
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(ids(await ask(platform, 'admin', `${PATH}?sort=asc`))).toEqual(numbers.toReversed());
  const names = values(await ask(platform, 'admin', `${PATH}?order_by=username&sort=asc`), 'username') as string[];
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
  const second = await ask(platform, 'admin', `${PATH}?per_page=2&page=2`);
  expect(ids(second)).toEqual(numbers.slice(2, 4));
  expect(second.headers.get('x-total')).toBe(String(numbers.length));
  expect((await ask(platform, 'admin', `${PATH}?order_by=name`)).status).toBe(400);
});

test('an account without parameters gets a generated name, user name and address', async () => {
  const platform = await start();
  const answer = await ask(platform, 'admin', PATH, { method: 'POST' });
  expectOk(answer);
  const account = row(answer);
  expect(fieldsOf(account)).toEqual(SERVICE_ACCOUNT);
  expect(account.name).toBe('Service account user');
  expect(account.username).toMatch(/^service_account_[0-9a-f]+$/);
  expect(account.email).toMatch(/@noreply\./);
  const user = row(await ask(platform, 'admin', `/users/${String(account.id)}`));
  expect(user.bot).toBe(true);
});

test('name, user name and address are accepted as JSON, form and query', async () => {
  const platform = await start();
  const pairs = { name: 'Robot', username: 'robot', email: 'robot@machines.example' };
  const inQuery = new URLSearchParams({ ...pairs, username: 'robot3', email: 'r3@machines.example' });
  const answers = [
    await ask(platform, 'admin', PATH, json('POST', pairs)),
    await ask(
      platform,
      'admin',
      PATH,
      form('POST', Object.entries({ ...pairs, username: 'robot2', email: 'r2@machines.example' })),
    ),
    await ask(platform, 'admin', `${PATH}?${inQuery}`, { method: 'POST' }),
  ];
  expect(answers.map((answer) => [row(answer).username, row(answer).name])).toEqual([
    ['robot', 'Robot'],
    ['robot2', 'Robot'],
    ['robot3', 'Robot'],
  ]);
});

test.each([
  [{ email: 'owner@platform.example' }, /email.*taken/i],
  [{ email: 'OWNER@platform.example' }, /email.*taken/i],
  [{ email: 'nonsense' }, /email/i],
  [{ username: 'Owner' }, /username.*taken/i],
  [{ username: 'no spaces' }, /username/i],
  [{ name: ' ' }, /name/i],
])('%j is refused', async (body, why) => {
  const platform = await start();
  const before = platform.world.users.size;
  const answer = await ask(platform, 'admin', PATH, json('POST', body));
  expect(answer.status).toBe(400);
  expect(messageOf(answer)).toMatch(why);
  expect(platform.world.users.size).toBe(before);
});

test('a change keeps all other fields; a new address must be confirmed, unless confirmation is off', async () => {
  const platform = await start();
  const made = row(await ask(platform, 'admin', PATH, json('POST', { username: 'robot' })));
  const path = `${PATH}/${String(made.id)}`;
  const renamed = await ask(platform, 'admin', path, json('PATCH', { name: 'New' }));
  expect(row(renamed)).toEqual({ ...made, name: 'New' });
  const pending = row(await ask(platform, 'admin', path, json('PATCH', { email: 'new@machines.example' })));
  expect([pending.email, pending.unconfirmed_email]).toContain('new@machines.example');
  expect([SERVICE_ACCOUNT, PENDING_SERVICE_ACCOUNT]).toContainEqual(fieldsOf(pending));
  expect((await ask(platform, 'admin', path, json('PATCH', { email: 'owner@platform.example' }))).status).toBe(400);
  expect((await ask(platform, 'admin', path, json('PATCH', { username: 'owner' }))).status).toBe(400);
  expect((await ask(platform, 'admin', path, json('PATCH', { username: 'robot' }))).status).toBe(200);
  platform.world.serviceAccounts.confirmsEmails = false;
  const other = row(await ask(platform, 'admin', PATH, json('POST', {})));
  const changed = await ask(platform, 'admin', `${PATH}/${String(other.id)}`, json('PATCH', { email: 'x@y.example' }));
  expect(row(changed)).toEqual({ ...other, email: 'x@y.example' });
});

test('users, and accounts of groups, are not found among the service accounts of the instance', async () => {
  const platform = await start();
  const group = row(await ask(platform, 'owner', '/groups/acme/service_accounts', json('POST', {})));
  for (const id of [3, group.id, 999_999]) {
    expect((await ask(platform, 'admin', `${PATH}/${String(id)}`, json('PATCH', { name: 'x' }))).status).toBe(404);
  }
  expect(ids(await ask(platform, 'admin', PATH))).not.toContain(group.id);
});
