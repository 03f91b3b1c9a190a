import { expect, test } from 'vitest';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';
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
