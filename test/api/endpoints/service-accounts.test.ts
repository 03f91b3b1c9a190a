import { expect, test } from 'vitest';
import { serviceAccounts } from '#main/api/endpoints/service-accounts.ts';
import { failureOf } from '../rig.ts';
import { simulator } from './simulator.ts';

const endpoint = 'GET /service_accounts';

test('service accounts of the instance are listed in pages, in the requested order', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  const all = await send(serviceAccounts.list, { query: { order_by: 'id', sort: 'asc' } });
  const ids = all.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const second = await send.answer(serviceAccounts.list, {
    query: { order_by: 'id', sort: 'asc', page: 2, per_page: 1 },
  });
  expect(second.value).toEqual([all[1]]);
  expect(second.unreadable).toBe(0);
  expect(reached(endpoint).at(-1)?.query).toEqual([
    ['order_by', 'id'],
    ['sort', 'asc'],
    ['page', '2'],
    ['per_page', '1'],
  ]);
  expect(await send(serviceAccounts.list)).toEqual(all.toReversed());
});

test('an account is created with generated or given fields, and then listed', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  const plain = await send(serviceAccounts.create, {});
  expect(plain.name).toBe('Service account user');
  expect(plain.username).toMatch(/^service_account_/);
  const body = { name: 'Nightly', username: 'nightly', email: 'nightly@machines.example' };
  const own = await send(serviceAccounts.create, { body });
  expect(own).toMatchObject({ name: 'Nightly', username: 'nightly' });
  expect([own.email, own.unconfirmed_email]).toContain('nightly@machines.example');
  expect(reached('POST /service_accounts').at(-1)?.body).toEqual(body);
  const listed = await send(serviceAccounts.list);
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([plain.id, own.id]));
});

test('name and email address of an account are changed, and the address may require confirmation', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  const { id } = await send(serviceAccounts.create, { body: { name: 'Before' } });
  const body = { name: 'After', username: 'after-all', email: 'after@machines.example' };
  const edited = await send(serviceAccounts.edit, { path: { id }, body });
  expect(edited).toMatchObject({ id, name: 'After', username: 'after-all' });
  expect([edited.email, edited.unconfirmed_email]).toContain('after@machines.example');
  expect(reached('PATCH /service_accounts/:id')).toMatchObject([{ path: `/api/v4/service_accounts/${id}`, body }]);
  expect(await send(serviceAccounts.list)).toContainEqual({ id, username: 'after-all', name: 'After' });
});

test('an email address in use is refused with the message of the platform', async () => {
  const { as } = await simulator();
  const failure = await failureOf(
    as('admin')(serviceAccounts.create, { body: { email: 'developer@platform.example' } }),
  );
  expect(failure).toMatchObject({ code: 'invalid', status: 400 });
  expect(failure.reportedMessage).toMatch(/email/i);
});

test('service accounts of the instance require an administrator', async () => {
  const { as } = await simulator();
  const send = as('owner');
  const refused = [
    send(serviceAccounts.list),
    send(serviceAccounts.create, {}),
    send(serviceAccounts.edit, { path: { id: 1 }, body: { name: 'x' } }),
  ];
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ code: 'denied', reason: 'role', status: 403 });
  }
  expect(await failureOf(as(null)(serviceAccounts.list))).toMatchObject({ code: 'denied', reason: 'token-missing' });
});

test('a user who is not a service account can’t be edited', async () => {
  const { as, platform } = await simulator();
  const { id } = platform.world.users.byUsername('developer') ?? { id: 0 };
  const failure = await failureOf(as('admin')(serviceAccounts.edit, { path: { id }, body: { name: 'x' } }));
  expect(failure).toMatchObject({ code: 'missing', status: 404 });
});

test('unknown sort orders and fields are not sent', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  // @ts-expect-error unknown sort order
  expect(await failureOf(send(serviceAccounts.list, { query: { order_by: 'name' } }))).toMatchObject({
    code: 'invalid',
    field: 'order_by',
  });
  expect(await failureOf(send(serviceAccounts.create, { body: { name: 'x', admin: true } as object }))).toMatchObject({
    code: 'invalid',
    field: 'admin',
  });
  expect(reached(endpoint)).toEqual([]);
  expect(reached('POST /service_accounts')).toEqual([]);
});
