import { expect, test } from 'vitest';
import { syncUsers, rig, until } from '../../helpers/rig.ts';

const all = { query: {}, slice: { from: 0, count: 200 } };

test('with an administrator token, each user is synced once and found by note, email address and name', async () => {
  const { client, platform } = await rig({ users: 500 });
  expect(await syncUsers(client)).toMatchObject({ state: 'done', failure: null });
  const summary = await client.users.summary({ scope: '' });
  expect(summary).toMatchObject({ live: 500, notReturned: 0, view: 'administrator' });
  const { ids } = await client.users.ids({ query: { scope: '' }, from: 0, count: 5_000 });
  expect(ids.toSorted((a, b) => a - b)).toEqual(platform.world.users.ordered('id').map(({ id }) => id));
  const someone = platform.world.users.ordered('id').find(({ email }) => email !== null && email !== '');
  const found = await client.users.list({ ...all, query: { scope: '', search: someone?.email ?? '' } });
  expect(found.rows.map(({ row }) => row.id)).toContain(someone?.id);
});

test('custom attributes are synced with the list, and kept when details are loaded', async () => {
  const { client, platform } = await rig({ users: 150 });
  const marked = platform.world.users.ordered('id').filter((user) => user.custom_attributes.length > 0);
  expect(marked.length).toBeGreaterThan(0);
  await syncUsers(client);
  for (const { id, custom_attributes } of marked) {
    expect((await client.users.get({ scope: '', id }))?.row.custom_attributes).toEqual(custom_attributes);
  }
  const [{ id, custom_attributes } = { id: 0, custom_attributes: [] }] = marked;
  await client.users.refresh({ scope: '', id });
  const read = await client.users.get({ scope: '', id });
  expect(read?.detailFetchedAt).not.toBeNull();
  expect(read?.row.custom_attributes).toEqual(custom_attributes);
});

test('without the administrator view, the public list is synced in one window without a sort order', async () => {
  const { client, platform } = await rig({ users: 350, as: 'developer' });
  expect(await syncUsers(client)).toMatchObject({ state: 'done' });
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 350, view: 'public' });
  const pages = platform.requests.list().filter(({ query }) => query.includes('pagination=keyset'));
  expect(pages.length).toBe(4);
  expect(pages.some(({ query }) => query.includes('order_by'))).toBe(false);
});

test('a deleted user is marked, a new one appears, and a sync without changes writes nothing', async () => {
  const { client, platform } = await rig({ users: 120 });
  await syncUsers(client);
  const [leaver] = platform.world.users.ordered('id').slice(60);
  platform.world.users.remove(leaver?.id ?? 0);
  expect(await syncUsers(client)).toMatchObject({ state: 'done', notReturnedFound: 1 });
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 119, notReturned: 1 });
  const notReturned = await client.users.get({ scope: '', id: leaver?.id ?? 0 });
  expect(notReturned?.notReturnedSince).not.toBeNull();
  expect(await syncUsers(client)).toMatchObject({ state: 'done', changed: 0, notReturnedFound: 0 });
});

test('after a restart without the platform, all users are found', async () => {
  const rigged = await rig({ users: 200 });
  await syncUsers(rigged.client);
  await rigged.platform.close();
  const client = await rigged.restart();
  const page = await client.users.list({ ...all, query: { scope: '', sort: { by: 'id', direction: 'asc' } } });
  expect(page.total).toBe(200);
  expect(page.rows[0]?.fetchedAt).toBeGreaterThan(0);
});

test('details are merged into the list row, each with its own age', async () => {
  const { client } = await rig();
  await syncUsers(client);
  const before = await client.users.get({ scope: '', id: 1 });
  expect(before?.detailFetchedAt).toBeNull();
  await client.users.refresh({ scope: '', id: 1 });
  const after = await client.users.get({ scope: '', id: 1 });
  expect(after?.detailFetchedAt).toBeGreaterThan(0);
  expect(after?.row).toMatchObject(before?.row ?? {});
});

test('a refresh of recent details sends no request', async () => {
  const { client, platform } = await rig();
  await client.users.refresh({ scope: '', id: 2 });
  const sent = platform.requests.count('GET /users/:id');
  await client.users.refresh({ scope: '', id: 2, maxAgeMs: 60_000 });
  expect(platform.requests.count('GET /users/:id')).toBe(sent);
});

test('a filter that only the platform can evaluate returns nothing until its ids are loaded', async () => {
  const { client } = await rig({ users: 300 });
  await syncUsers(client);
  const query = { scope: '', filter: { without_projects: true } };
  expect(await client.users.list({ ...all, query })).toMatchObject({
    total: 0,
    serverFilters: [{ name: 'without_projects', fetchedAt: null }],
  });
  await client.users.refreshFilter(query);
  const fetched = await client.users.list({ ...all, query });
  expect(fetched.total).toBeGreaterThan(0);
  expect(fetched.serverFilters?.[0]?.fetchedAt).toBeGreaterThan(0);
});

test('a sync emits changes to the windows', async () => {
  const { client } = await rig({ users: 250 });
  const revisions: number[] = [];
  client.users.changed(({ revision }) => void revisions.push(revision));
  await syncUsers(client);
  await until(
    () => revisions.length,
    (count) => count > 0,
  );
});
