import { expect, test } from 'vitest';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';
import { applyAndWait } from '../changes-rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';

const lists = ['jobTokenScope', 'jobTokenProjects', 'jobTokenGroups'] as const;

/** Sync the allowlists of three projects. */
async function synced({ client, platform }: Rig) {
  const scopeOf = (path: string): string => `project:${platform.world.projects.lookup(path)?.id ?? 0}`;
  const scopes = {
    private: scopeOf(PROJECT_PATHS.private),
    public: scopeOf(PROJECT_PATHS.public),
    sub: scopeOf(PROJECT_PATHS.sub),
  };
  for (const scope of Object.values(scopes)) {
    for (const list of lists) expect(await syncList(client, list, scope)).toMatchObject({ state: 'done' });
  }
  return scopes;
}

test('which projects can reach a project with a job token is answered without a request', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const scopes = await synced(rigged);
  const requests = platform.requests.count();
  const into = await client.jobTokenReach.get({ scope: scopes.private });
  expect(into.flag).toMatchObject({ inbound: true });
  expect(into.syncedAt).not.toBeNull();
  expect(into.entries.map(({ kind, path }) => [kind, path])).toEqual([
    ['group', GROUP_PATHS.sub],
    ['project', PROJECT_PATHS.public],
  ]);
  expect(into.rows.filter(({ direction }) => direction === 'in').map(({ via }) => via)).toContain('project');
  const from = await client.jobTokenReach.get({ scope: scopes.public });
  expect(from.rows.filter(({ direction }) => direction === 'out')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        via: 'project',
        other: expect.objectContaining({ id: Number(scopes.private.slice(8)) }) as object,
      }),
      expect.objectContaining({ via: 'all', note: 'accepts-all' }),
    ]),
  );
  expect(platform.requests.count()).toBe(requests);
  await expect(client.jobTokenReach.get({ scope: 'group:1' })).rejects.toMatchObject({ code: 'invalid' });
});

test('the reach of a project that is known only by its path is returned, also before its first sync', async () => {
  const { client } = await rig();
  const scope = `project:${PROJECT_PATHS.private}`;
  expect(await client.jobTokenReach.get({ scope })).toMatchObject({
    path: PROJECT_PATHS.private,
    flag: null,
    syncedAt: null,
    entries: [],
    rows: [],
  });
  for (const list of lists) expect(await syncList(client, list, scope)).toMatchObject({ state: 'done' });
  const reach = await client.jobTokenReach.get({ scope });
  expect(reach.flag).toMatchObject({ inbound: true });
  expect(reach.entries.map(({ path }) => path)).toEqual([GROUP_PATHS.sub, PROJECT_PATHS.public]);
});

test('a refused list is not an empty one: the reach says which part is missing, and why', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const scope = `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
  await syncList(client, 'jobTokenGroups', scope);
  const reach = await client.jobTokenReach.get({ scope });
  expect(reach.syncedAt).toBe(null);
  expect(reach.counts.synced).toBe(0);
  expect(reach.lists).toMatchObject({
    groups: { syncedAt: null, refusal: { status: 403 } },
    projects: { syncedAt: null, refusal: null },
  });
});

/** Add projects of the platform to the catalogue, with their IDs and paths. */
async function addAll({ client, platform }: Rig): Promise<void> {
  const lines = Object.values(PROJECT_PATHS).map(
    (path) => `project,${platform.world.projects.lookup(path)?.id ?? ''},${path}`,
  );
  await client.catalogue.import({ text: ['kind,id,path', ...lines].join('\n') });
}

test('all known projects are summarized with the numbers of their own pages, without a request', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  await addAll(rigged);
  const scopes = await synced(rigged);
  const requests = platform.requests.count();
  const { rows } = await client.jobTokenReach.all({});
  expect(platform.requests.count()).toBe(requests);
  const { total } = await client.catalogue.list({ query: { kind: 'project' }, slice: { from: 0, count: 1 } });
  expect(rows).toHaveLength(total);
  const rowOf = (scope: string) => rows.find(({ ref }) => scope === `project:${ref}`);
  expect(rowOf(scopes.sub)).toMatchObject({ path: PROJECT_PATHS.sub, inbound: false, into: null });
  const { counts } = await client.jobTokenReach.get({ scope: scopes.private });
  expect(rowOf(scopes.private)).toMatchObject({
    ...{ inbound: true, into: counts.into, from: counts.from, enforced: 'unknown' },
    entries: { projects: 1, groups: 1, broad: counts.broad, dead: 0 },
  });
  expect(rowOf(scopes.public)).toMatchObject({ inbound: true, entries: { projects: 0, groups: 0 }, into: 0 });
  const others = rows.filter(({ ref }) => !Object.values(scopes).includes(`project:${ref}`));
  expect(others).toHaveLength(2);
  for (const { inbound, syncedAt, into, entries } of others)
    expect({ inbound, syncedAt, into, ...entries }).toEqual({
      ...{ inbound: null, syncedAt: null, into: null },
      ...{ projects: null, groups: null, broad: null, dead: null },
    });
});

test('a refused sync is named in the summary of all projects, and counts as unknown', async () => {
  const rigged = await rig({ as: 'developer' });
  const { client, platform } = rigged;
  await addAll(rigged);
  const scope = `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
  await syncList(client, 'jobTokenScope', scope);
  const { rows } = await client.jobTokenReach.all({});
  expect(rows.find(({ path }) => path === PROJECT_PATHS.private)).toMatchObject({
    ...{ inbound: null, syncedAt: null, into: null, refusal: { status: 403 } },
  });
});

test('several allowlists are turned on with one plan', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  await addAll(rigged);
  const scopes = await synced(rigged);
  const ids = [scopes.sub, scopes.public].map((scope) => Number(scope.slice(8)));
  platform.world.jobTokenScopes.of(platform.world.projects.get(ids[1] ?? 0)!).isInboundEnabled = false;
  const plan = await client.changes.plan({
    calls: ids.map((id) => ({ op: 'job-token-scope.edit', path: { id }, body: { enabled: true } })),
  });
  await applyAndWait(client, plan);
  const flags = ids.map((id) => platform.world.jobTokenScopes.of(platform.world.projects.get(id)!).isInboundEnabled);
  expect(flags).toEqual([true, true]);
  const { rows } = await client.jobTokenReach.all({});
  expect(rows.filter(({ inbound }) => inbound === false)).toEqual([]);
});

test('after an instance refused with 400 to turn an allowlist off, it is shown as probably enforced', async () => {
  const rigged = await rig({ enforceJobTokenAllowlist: true });
  const { client } = rigged;
  await addAll(rigged);
  const scopes = await synced(rigged);
  const id = Number(scopes.private.slice(8));
  const write = { op: 'job-token-scope.edit', path: { id }, body: { enabled: false } } as const;
  expect((await client.changes.run(write)).row).toMatchObject({ state: 'refused', status: 400 });
  const { rows } = await client.jobTokenReach.all({});
  const likely = rows.filter(({ enforced }) => enforced === 'likely');
  expect(likely.map(({ ref, inbound }) => [ref, inbound])).toEqual([[id, true]]);
});

test('entries that no longer exist, and entries for all projects of the company, are counted', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  await addAll(rigged);
  const { projects, groups, jobTokenScopes } = platform.world;
  const idOf = (path: string): number => projects.lookup(path)?.id ?? 0;
  const id = idOf(PROJECT_PATHS.private);
  jobTokenScopes.of(projects.get(id)!).groups.add(groups.lookup(GROUP_PATHS.top)?.id ?? 0);
  const scopes = await synced(rigged);
  const summary = async () => (await client.jobTokenReach.all({})).rows.find(({ ref }) => ref === id);
  expect(await summary()).toMatchObject({ entries: { projects: 1, groups: 2, broad: 1, dead: 0 } });

  projects.remove(idOf(PROJECT_PATHS.public));
  const { rows } = await client.catalogue.list({ query: {}, slice: { from: 0, count: 100 } });
  const deleted = rows.find(({ path }) => path === PROJECT_PATHS.public);
  await client.catalogue.verify({ keys: [deleted?.key ?? 0] });
  const row = await summary();
  expect(row).toMatchObject({ entries: { projects: 1, groups: 2, broad: 1, dead: 1 } });
  const { counts } = await client.jobTokenReach.get({ scope: scopes.private });
  expect([counts.dead, counts.broad, counts.into]).toEqual([1, 1, row?.into]);
});
