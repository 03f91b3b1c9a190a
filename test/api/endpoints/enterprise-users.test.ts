import { expect, test } from 'vitest';
import { enterpriseUsers } from '#main/api/endpoints/enterprise-users.ts';
import { failureOf } from '../rig.ts';
import { ENTERPRISE_DOMAIN, SOLE_OWNED_PATH } from '../../platform/seed/enterprise-users.ts';
import { groups, simulator } from './simulator.ts';

const path = { id: groups.top };
const PATH = '/groups/:id/enterprise_users';

async function rig() {
  const simulated = await simulator();
  const send = simulated.as('owner');
  const all = await send(enterpriseUsers.list, { path });
  const soleOwner = simulated.platform.world.members
    .of('group', simulated.platform.world.groups.lookup(SOLE_OWNED_PATH)?.id ?? 0)
    .at(0)?.user_id;
  const others = all.filter(({ id }) => id !== soleOwner);
  return { ...simulated, send, all, others, soleOwner: soleOwner ?? 0 };
}

test('enterprise users are listed in pages, with the fields of the administrator’s view', async () => {
  const { send, all, reached } = await rig();
  expect(all.length).toBeGreaterThan(5);
  for (const user of all) {
    expect(user.email).toContain(ENTERPRISE_DOMAIN);
    expect(user).toHaveProperty('commit_email');
    expect(user.scim_identities).toBeInstanceOf(Array);
  }
  const second = await send(enterpriseUsers.list, { path, query: { page: 2, per_page: 3 } });
  expect(second).toEqual(all.slice(3, 6));
  expect(reached(`GET ${PATH}`).at(-1)).toMatchObject({
    path: '/api/v4/groups/acme/enterprise_users',
    query: [
      ['page', '2'],
      ['per_page', '3'],
    ],
  });
  const [first] = all;
  expect(await send(enterpriseUsers.get, { path: { ...path, user_id: first?.id ?? 0 } })).toEqual(first);
});

test('every filter is sent and applied', async () => {
  const { send, all, reached } = await rig();
  const [first] = all;
  const list = (query: object) => send(enterpriseUsers.list, { path, query });
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  expect(ids(await list({ username: first?.username.toUpperCase() }))).toEqual([first?.id]);
  expect(ids(await list({ search: first?.name ?? '' }))).toContain(first?.id);
  expect((await list({ active: true })).every(({ state }) => state === 'active')).toBe(true);
  expect((await list({ blocked: true })).every(({ state }) => state === 'blocked')).toBe(true);
  for (const two_factor of ['enabled', 'disabled']) {
    const wanted = all.filter((user) => user.two_factor_enabled === (two_factor === 'enabled'));
    expect(ids(await list({ two_factor }))).toEqual(ids(wanted));
    expect(reached(`GET ${PATH}`).at(-1)?.query).toEqual([['two_factor', two_factor]]);
  }
  const dates = all.map(({ created_at }) => created_at ?? '').toSorted();
  const middle = dates[Math.floor(dates.length / 2)] ?? '';
  const after = await list({ created_after: middle });
  const before = await list({ created_before: middle });
  expect(after.every(({ created_at }) => (created_at ?? '') >= middle)).toBe(true);
  expect(before.every(({ created_at }) => (created_at ?? '') <= middle)).toBe(true);
  expect(before.length).toBeGreaterThan(0);
});

test('the filters active and blocked are sent together', async () => {
  const { send } = await rig();
  expect(await send(enterpriseUsers.list, { path, query: { active: true, blocked: true } })).toEqual([]);
});

test('name and email address are changed; an address outside of the domain is refused', async () => {
  const { send, others, reached } = await rig();
  const at = { path: { ...path, user_id: others[0]?.id ?? 0 } };
  const body = { name: 'Another Name', email: `another@${ENTERPRISE_DOMAIN}` };
  await send(enterpriseUsers.edit, { ...at, body });
  expect(reached(`PATCH ${PATH}/:user_id`)).toMatchObject([{ body, status: 200 }]);
  expect((await send(enterpriseUsers.get, at)).name).toBe('Another Name');
  const elsewhere = send(enterpriseUsers.edit, { ...at, body: { email: 'another@elsewhere.example' } });
  expect(await failureOf(elsewhere)).toMatchObject({ code: 'invalid', status: 400 });
});

test('two-factor authentication is disabled; disabling it again is refused', async () => {
  const { send, others, reached } = await rig();
  const user = others.find(({ two_factor_enabled }) => two_factor_enabled);
  const at = { path: { ...path, user_id: user?.id ?? 0 } };
  expect(await send(enterpriseUsers.disableTwoFactor, at)).toBeUndefined();
  expect(reached(`PATCH ${PATH}/:user_id/disable_two_factor`)).toMatchObject([{ status: 204, body: '' }]);
  expect((await send(enterpriseUsers.get, at)).two_factor_enabled).toBe(false);
  expect(await failureOf(send(enterpriseUsers.disableTwoFactor, at))).toMatchObject({ code: 'invalid', status: 400 });
});

test('a user is deleted with or without contributions', async () => {
  const { send, others, reached } = await rig();
  const [soft, hard] = others.map(({ id }) => ({ path: { ...path, user_id: id } }));
  expect(soft).toBeDefined();
  expect(hard).toBeDefined();
  if (soft === undefined || hard === undefined) return;
  expect(await send(enterpriseUsers.remove, soft)).toBeUndefined();
  await send(enterpriseUsers.remove, { ...hard, query: { hard_delete: true } });
  expect(reached(`DELETE ${PATH}/:user_id`)).toMatchObject([
    { status: 204, query: [] },
    { status: 204, query: [['hard_delete', 'true']] },
  ]);
  expect(await failureOf(send(enterpriseUsers.get, soft))).toMatchObject({ code: 'missing', status: 404 });
});

test('deleting the only Owner of a group is a conflict', async () => {
  const { send, soleOwner } = await rig();
  const failure = await failureOf(send(enterpriseUsers.remove, { path: { ...path, user_id: soleOwner } }));
  expect(failure).toMatchObject({ code: 'conflict', status: 409 });
  expect(failure.reportedMessage).toBeTruthy();
});

test('enterprise users require the Owner role in the top-level group', async () => {
  const { as, others } = await rig();
  const at = { path: { ...path, user_id: others[0]?.id ?? 0 } };
  const send = as('maintainer');
  const refused = [
    send(enterpriseUsers.list, { path }),
    send(enterpriseUsers.get, at),
    send(enterpriseUsers.edit, { ...at, body: { name: 'x' } }),
    send(enterpriseUsers.remove, at),
    send(enterpriseUsers.disableTwoFactor, at),
  ];
  for (const { code, status } of await Promise.all(refused.map(failureOf))) {
    expect([code, status]).toBeOneOf([
      ['denied', 403],
      ['missing', 404],
    ]);
  }
});
