import { expect, test } from 'vitest';
import { rig, syncList } from '../../helpers/rig.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };

/** The enterprise users of a group, which can be requested one by one. */
async function withUsers() {
  const rigged = await rig();
  const { client, platform } = rigged;
  const scope = `group:${platform.world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  await syncList(client, 'enterpriseUsers', scope);
  const { rows } = await client.enterpriseUsers.list({ query: { scope }, slice });
  const id = rows[0]?.row.id ?? 0;
  const read = () => client.enterpriseUsers.get({ scope, id });
  const refresh = () => client.enterpriseUsers.refresh({ scope, id });
  const summary = () => client.enterpriseUsers.summary({ scope });
  return { ...rigged, scope, id, read, refresh, summary };
}
const one = 'GET /groups/:id/enterprise_users/:user_id';
const list = 'GET /groups/:id/enterprise_users';
const missing = { kind: 'status' as const, status: 404, message: '404 Not found' };

test('a row counts as deleted after a 404, if its list can still be read', async () => {
  const { platform, read, refresh, summary } = await withUsers();
  platform.faults.add({ ...missing, match: one });
  await expect(refresh()).rejects.toMatchObject({ code: 'missing' });
  const found = await read();
  expect(found?.deletedAt).toBeGreaterThan(0);
  expect(found?.notReturnedSince).toBe(found?.deletedAt);
  expect(await summary()).toMatchObject({ notReturned: 1 });
});

test.each([403, 404])(
  'a row is kept if its list is refused with %i, and the place is no longer visible',
  async (status) => {
    const { client, platform, scope, read, refresh, summary } = await withUsers();
    const { live } = await summary();
    platform.faults.add({ ...missing, match: one });
    platform.faults.add({ kind: 'status', status, message: `${status} Refused`, match: list });
    await expect(refresh()).rejects.toMatchObject({ code: 'missing' });
    expect(await read()).toMatchObject({ notReturnedSince: null });
    expect(await summary()).toMatchObject({ live, notReturned: 0 });
    expect((await summary()).hiddenSince).toBeGreaterThan(0);
    platform.faults.clear();
    expect(await syncList(client, 'enterpriseUsers', scope)).toMatchObject({ state: 'done', notReturnedFound: 0 });
    expect(await summary()).not.toHaveProperty('hiddenSince');
  },
);

test('a refused sync keeps the rows, and marks the place as no longer visible', async () => {
  const { client, platform, scope, summary } = await withUsers();
  const { live } = await summary();
  platform.faults.add({ kind: 'status', status: 403, message: '403 Forbidden', match: list });
  expect(await syncList(client, 'enterpriseUsers', scope)).toMatchObject({ state: 'failed' });
  expect(await summary()).toMatchObject({ live, notReturned: 0 });
  expect((await summary()).hiddenSince).toBeGreaterThan(0);
});
