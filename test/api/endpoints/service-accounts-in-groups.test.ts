import { expect, test } from 'vitest';
import { groupServiceAccounts } from '#main/api/endpoints/service-accounts.ts';
import { failureOf } from '../rig.ts';
import { groups, simulator } from './simulator.ts';

const path = { id: groups.top };
const PATH = '/groups/:id/service_accounts';

test('service accounts of a group are listed in pages, in the requested order', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const query = { order_by: 'username', sort: 'asc' } as const;
  const all = await send(groupServiceAccounts.list, { path, query });
  const names = all.map(({ username }) => username);
  expect(names.length).toBeGreaterThan(2);
  expect(names).toEqual(names.toSorted());
  const pages = await Promise.all(
    [1, 2].map((page) => send(groupServiceAccounts.list, { path, query: { ...query, page, per_page: 2 } })),
  );
  expect(pages.flat()).toEqual(all.slice(0, 4));
  expect(reached(`GET ${PATH}`)[0]).toMatchObject({
    path: '/api/v4/groups/acme/service_accounts',
    query: [
      ['order_by', 'username'],
      ['sort', 'asc'],
    ],
  });
  const byId = (await send(groupServiceAccounts.list, { path })).map(({ id }) => id);
  expect(byId).toEqual(byId.toSorted((a, b) => b - a));
});

test('a service account of a group is created, changed and deleted', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const made = await send(groupServiceAccounts.create, { path, body: { name: 'Builder' } });
  expect(made.name).toBe('Builder');
  expect(made.username).toMatch(/^service_account_group_/);
  const at = { path: { ...path, user_id: made.id } };
  const body = { name: 'Baker', username: 'baker', email: 'baker@machines.example' };
  const edited = await send(groupServiceAccounts.edit, { ...at, body });
  expect(edited).toMatchObject({ id: made.id, name: 'Baker', username: 'baker' });
  expect([edited.email, edited.unconfirmed_email]).toContain('baker@machines.example');
  expect(reached(`PATCH ${PATH}/:user_id`).at(-1)?.body).toEqual(body);
  expect(await send(groupServiceAccounts.remove, at)).toBeUndefined();
  expect((await send(groupServiceAccounts.list, { path })).map(({ id }) => id)).not.toContain(made.id);
  expect(await failureOf(send(groupServiceAccounts.edit, { ...at, body }))).toMatchObject({
    code: 'missing',
    status: 404,
  });
});

test('a hard delete is sent', async () => {
  const { as, platform, reached } = await simulator();
  const send = as('owner');
  const { id } = await send(groupServiceAccounts.create, { path });
  await send(groupServiceAccounts.remove, { path: { ...path, user_id: id }, query: { hard_delete: true } });
  expect(reached(`DELETE ${PATH}/:user_id`)).toMatchObject([{ query: [['hard_delete', 'true']], body: '' }]);
  expect(platform.world.users.get(id)).toBeUndefined();
});

test('the user name of an account with a composite identity can’t be changed', async () => {
  const { as, platform } = await simulator();
  const send = as('owner');
  const { id } = await send(groupServiceAccounts.create, { path });
  const user = platform.world.users.get(id);
  expect(user).toBeDefined();
  if (user !== undefined) platform.world.serviceAccounts.makeComposite(user);
  const at = { path: { ...path, user_id: id } };
  expect(await failureOf(send(groupServiceAccounts.edit, { ...at, body: { username: 'other' } }))).toMatchObject({
    code: 'invalid',
    status: 400,
  });
  expect((await send(groupServiceAccounts.edit, { ...at, body: { name: 'Other' } })).name).toBe('Other');
});
