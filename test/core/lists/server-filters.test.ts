import { expect, test } from 'vitest';
import { syncUsers, ended, syncList, rig } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { BRANCHES } from '../../platform/seed/repositories.ts';

const slice = { from: 0, count: 200 };
const inOrder = (rows: readonly { row: { id: number } }[]) => rows.map(({ row }) => row.id).toSorted((a, b) => a - b);

test('without an administrator token, the platform evaluates filters whose fields are missing in public rows', async () => {
  const { client, platform } = await rig({ as: 'maintainer' });
  await syncUsers(client);
  expect((await client.users.summary({ scope: '' })).view).toBe('public');
  const at = { query: { scope: '', filter: { external: true } }, slice };
  expect(await client.users.list(at)).toMatchObject({
    total: 0,
    serverFilters: [{ name: 'external', fetchedAt: null }],
  });
  await client.users.refreshFilter({ scope: '', filter: { external: true } });
  const { rows } = await client.users.list(at);
  const external = platform.world.users
    .ordered('id')
    .filter((user) => user.external)
    .map(({ id }) => id);
  expect(external.length).toBeGreaterThan(0);
  expect(inOrder(rows)).toEqual(external.toSorted((a, b) => a - b));
});

test('with an administrator token, the same filters are evaluated on the cached rows', async () => {
  const { client, platform } = await rig();
  await syncUsers(client);
  const before = platform.requests.count('GET /users');
  const { rows, serverFilters } = await client.users.list({ query: { scope: '', filter: { external: true } }, slice });
  expect(rows.length).toBeGreaterThan(0);
  expect(serverFilters).toBeUndefined();
  expect(platform.requests.count('GET /users')).toBe(before);
});

test('the platform evaluates the filter for members that wait for approval, because no row has this field', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  await syncList(client, 'members', scope);
  const filter = { membership_state: 'awaiting' as const };
  await client.members.refreshFilter({ scope, filter });
  const { rows, serverFilters } = await client.members.list({ query: { scope, filter }, slice });
  const waiting = platform.world.members.of('project', id).filter(({ state }) => state === 'awaiting');
  expect(waiting.length).toBeGreaterThan(0);
  expect(inOrder(rows)).toEqual(waiting.map(({ user_id }) => user_id));
  expect(serverFilters?.[0]?.matchesAll).toBeUndefined();
});

test('the platform evaluates the tag filter of runners until the details of all runners are cached', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const [tag = ''] = platform.world.runners.all().find(({ tag_list }) => tag_list.length > 0)?.tag_list ?? [];
  const filter = { tag_list: [tag] };
  const at = { query: { scope: '', filter }, slice };
  await client.runners.refreshFilter({ scope: '', filter });
  const asked = await client.runners.list(at);
  const tagged = platform.world.runners.all().filter(({ tag_list }) => tag_list.includes(tag));
  expect(inOrder(asked.rows)).toEqual(tagged.map(({ id }) => id));
  expect(asked.serverFilters).toHaveLength(1);
});

test('the tag filter of runners is evaluated in the cache once the details of all runners are cached', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  await ended(client, (await client.jobs.details({ collection: 'runners', scope: '' })).id);
  const [tag = ''] = platform.world.runners.all().find(({ tag_list }) => tag_list.length > 0)?.tag_list ?? [];
  const { total, serverFilters } = await client.runners.list({
    query: { scope: '', filter: { tag_list: [tag] } },
    slice,
  });
  expect(total).toBeGreaterThan(0);
  expect(serverFilters).toBeUndefined();
});

test('a server filter that matches all rows is marked, because the platform may have ignored it', async () => {
  const { client, platform } = await rig();
  for (const runner of platform.world.runners.all()) runner.tag_list = ['everywhere'];
  await syncList(client, 'runners');
  const filter = { tag_list: ['everywhere'] };
  await client.runners.refreshFilter({ scope: '', filter });
  const { total, serverFilters } = await client.runners.list({ query: { scope: '', filter }, slice });
  expect(total).toBe(platform.world.runners.all().length);
  expect(serverFilters).toMatchObject([{ name: 'tag_list', matchesAll: true }]);
});

test('the platform evaluates the regular expression for names of branches, and its answer is kept', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  await syncList(client, 'branches', scope);
  const filter = { regex: '^feature/' };
  const at = { query: { scope, filter }, slice };
  expect(await client.branches.list(at)).toMatchObject({
    total: 0,
    serverFilters: [{ name: 'regex', fetchedAt: null }],
  });
  await client.branches.refreshFilter({ scope, filter });
  const before = platform.requests.count();
  const { rows } = await client.branches.list(at);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ row }) => row.name)).toContain(BRANCHES.slash);
  expect(rows.filter(({ row }) => !row.name.startsWith('feature/'))).toEqual([]);
  expect(platform.requests.count()).toBe(before);
});
