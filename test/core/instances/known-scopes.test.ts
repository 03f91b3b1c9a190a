import { expect, test } from 'vitest';
import { ended, syncList, rig, until, type Rig } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };
const idOf = ({ platform }: Rig, path: string) => platform.world.projects.lookup(path)?.id ?? 0;
const branchesOf = async ({ client }: Pick<Rig, 'client'>, scope: string | null) =>
  (await client.branches.list({ query: { scope }, slice })).rows;

/** A reply that contains id and path of every project with an issue. */
const harvest = ({ client }: Rig) =>
  client.explorer.run({ name: 'issues.list', query: { scope: 'all', per_page: 100 } });

test('rows that were synced under a path are found under the path and, once it is known, under the id', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { keys } = await client.catalogue.add({ text: 'ACME/core', kind: 'project', isPinned: true });
  await client.catalogue.add({ text: String(idOf(rigged, 'acme/core')), kind: 'project', isPinned: false });
  const [{ path, id }] = [{ path: 'project:ACME/core', id: `project:${idOf(rigged, 'acme/core')}` }];
  expect(await syncList(client, 'branches', path)).toMatchObject({ state: 'done' });
  const before = await branchesOf(rigged, path);
  expect(before.length).toBeGreaterThan(0);
  const summary = await client.branches.summary({ scope: path });

  await harvest(rigged);
  const entries = (await client.catalogue.list({ query: { search: 'acme/core' }, slice })).rows;
  expect(entries).toMatchObject([{ key: keys[0], scope: id, isPinned: true, source: 'pinned' }]);
  expect(await client.catalogue.get({ scope: path })).toMatchObject({ key: keys[0], scope: id });
  for (const scope of [id, path, null]) {
    expect(await branchesOf(rigged, scope)).toEqual(before.map((row) => ({ ...row, scope: id })));
  }
  expect(await client.branches.summary({ scope: id })).toEqual(summary);
  // A sync by path uses the same place
  const again = await client.jobs.sync({ collection: 'branches', scope: path });
  expect(again.input).toMatchObject({ scope: id });
  expect(await ended(client, again.id)).toMatchObject({ state: 'done', changed: 0 });
  expect(await branchesOf(rigged, null)).toHaveLength(before.length);

  Object.assign(rigged, { client: await rigged.restart() });
  expect(await branchesOf(rigged, path)).toHaveLength(before.length);
});

test('a sync that runs when the id becomes known continues under the id without losing rows', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const project = idOf(rigged, 'acme/core');
  await client.catalogue.add({ text: 'acme/core', kind: 'project', isPinned: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', until: promise, match: 'GET /projects/*/repository/branches', times: 1 });
  const { id } = await client.jobs.sync({ collection: 'branches', scope: 'project:acme/core' });
  await until(
    () => platform.requests.count('GET /projects/:id/repository/branches'),
    (count) => count > 0,
  );
  await harvest(rigged);
  resolve();
  expect(await ended(client, id)).toMatchObject({ state: 'done' });
  const rows = await branchesOf(rigged, null);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ scope }) => scope))).toEqual(new Set([`project:${project}`]));
  expect((await client.branches.summary({ scope: `project:${project}` })).completedAt).not.toBeNull();
});

test('branches of a project with a known id contain its path, so that the entry pinned by path is merged', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const id = idOf(rigged, 'acme/core');
  await client.catalogue.add({ text: 'acme/core', kind: 'project', isPinned: true });
  await client.catalogue.add({ text: String(id), kind: 'project', isPinned: false });
  expect(await syncList(client, 'branches', `project:${id}`)).toMatchObject({ state: 'done' });
  const entries = await until(
    async () => (await client.catalogue.list({ query: { kind: 'project' }, slice })).rows,
    (rows) => rows.length === 1,
  );
  expect(entries).toMatchObject([{ id, path: 'acme/core', isPinned: true }]);
});
