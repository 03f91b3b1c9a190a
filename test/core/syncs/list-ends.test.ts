import { expect, test } from 'vitest';
import { changingProxy, type Change } from '../../helpers/changing-proxy.ts';
import { syncList, rig, until } from '../../helpers/rig.ts';
import type { Platform } from '../../platform/platform.ts';

const slice = { from: 0, count: 200 };

/** A rig whose instance is the simulator behind a server that changes the headers of its replies. */
async function behind(change: Change) {
  const { client, platform } = await rig();
  const front = await changingProxy(platform, change);
  await client.profiles.add({ name: 'Front', colour: 'iris', url: front.url, token: platform.tokens.admin });
  return { client, platform, ...front };
}

/** Add this many runners to the instance. */
function addRunners({ world }: Platform, count: number): void {
  const [like] = world.runners.all();
  if (like === undefined) return;
  const { id: _, ...fields } = like;
  for (let at = 0; at < count; at += 1) world.runners.add({ ...fields, tag_list: [], description: `extra ${at}` });
}
const pagesOf = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/api/v4/runners/all')).length;
const without =
  (...names: string[]): Change['headers'] =>
  (headers) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

test.each(['99999999999', '1000000', '999999999999999'])(
  'a total of %s for a few rows costs one request, and is not believed',
  async (total) => {
    const { client, platform, asked } = await behind({ headers: (headers) => ({ ...headers, 'x-total': total }) });
    const job = await syncList(client, 'runners');
    expect(job).toMatchObject({ state: 'done', rows: platform.world.runners.size });
    expect(pagesOf(asked)).toBe(1);
    expect(job?.estimatedRows ?? 0).toBeLessThanOrEqual(platform.world.runners.size);
  },
);

test('a list of many pages ends at its last page even if the reported total is far too large', async () => {
  const { client, platform, asked } = await behind({ headers: (headers) => ({ ...headers, 'x-total': '1000000' }) });
  addRunners(platform, 420);
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', rows: platform.world.runners.size });
  const pages = Math.ceil(platform.world.runners.size / 100);
  // Includes requests that were already sent when the last page arrived
  expect(pagesOf(asked)).toBeLessThanOrEqual(pages + 3);
});

test.each([
  ['no page header at all', ['link', 'x-next-page', 'x-total', 'x-total-pages', 'x-page', 'x-prev-page']],
  ['totals alone', ['link', 'x-next-page', 'x-page', 'x-prev-page']],
  ['links alone', ['x-next-page', 'x-total', 'x-total-pages', 'x-page', 'x-prev-page']],
  ['numbers of the next page alone', ['link', 'x-total', 'x-total-pages', 'x-page', 'x-prev-page']],
])('all pages of a list with %s are read', async (_, names) => {
  const { client, platform } = await behind({ headers: without(...names) });
  addRunners(platform, 420);
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', rows: platform.world.runners.size });
  const members = platform.world.projects.lookup('acme/core');
  expect(await syncList(client, 'members', `project:${members?.id ?? 0}`)).toMatchObject({ state: 'done' });
  expect((await client.runners.list({ query: { scope: '' }, slice })).total).toBe(platform.world.runners.size);
});

test.each([
  [90, 'it is whole', 'done', undefined],
  [100, 'it is not known whether the list is complete, and the job says so', 'failed', 'page-repeated'],
])(
  'a server without page headers returns the same %i rows for every page of a list: %s',
  async (live, _, state, reason) => {
    const { client, platform, asked } = await behind({
      headers: without('link', 'x-next-page', 'x-total'),
      path: (path) => path.replace(/([?&])page=\d+&?/, '$1'),
    });
    addRunners(platform, live - platform.world.runners.size);
    expect(await syncList(client, 'runners')).toMatchObject({
      state,
      failure: reason === undefined ? null : { reason },
    });
    expect(await client.runners.summary({ scope: '' })).toMatchObject({ live });
    expect(pagesOf(asked)).toBe(2);
  },
);

test('all rows are read from a server that returns at most 20 rows per page and sends no page headers', async () => {
  const { client, platform, asked } = await behind({
    headers: without('link', 'x-next-page', 'x-total', 'x-total-pages', 'x-page', 'x-prev-page'),
    path: (path) => path.replace('per_page=100', 'per_page=20'),
  });
  addRunners(platform, 45 - platform.world.runners.size);
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', rows: 45 });
  expect(pagesOf(asked)).toBe(4);
  expect(await syncList(client, 'users')).toMatchObject({ state: 'done', rows: platform.world.users.size });
  const { id = 0 } = platform.world.projects.lookup('acme/core') ?? {};
  const deployments = platform.world.deployments.of(id);
  expect(await syncList(client, 'deployments', `project:${id}`)).toMatchObject({ rows: deployments.length });
  for (const deployment of deployments) deployment.updated_at = platform.clock.now();
  expect(await syncList(client, 'deployments', `project:${id}`)).toMatchObject({
    ...{ state: 'done', changed: deployments.length },
  });
});

test('a list that repeats one page and reports a total of ten million ends after a few requests', async () => {
  const { client, platform, asked } = await behind({
    headers: ({ link: _, ...headers }) => ({ ...headers, 'x-next-page': '2', 'x-total': '10000000' }),
    path: (path) => path.replace(/([?&])page=\d+&?/, '$1'),
  });
  addRunners(platform, 120 - platform.world.runners.size);
  const { id } = await client.jobs.sync({ collection: 'runners', scope: '' });
  const look = async () => (await client.jobs.list()).jobs.find((job) => job.id === id);
  const job = await until(look, (now) => now?.state === 'waiting');
  expect(job?.failure).toMatchObject({ reason: 'unreadable-reply', message: 'the list continues without new rows' });
  expect(pagesOf(asked)).toBeLessThan(30);
});
