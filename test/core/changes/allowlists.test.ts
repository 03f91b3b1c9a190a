import { expect, test } from 'vitest';
import { syncList, rig, type Rig } from '../../helpers/rig.ts';
import { applyAndWait } from '../changes-rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };
const lists = ['jobTokenScope', 'jobTokenProjects', 'jobTokenGroups'] as const;

async function synced(settings: Parameters<typeof rig>[0] = {}) {
  const given = await rig(settings);
  const { client, platform } = given;
  const project = platform.world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const { id } = project;
  const scope = `project:${id}`;
  for (const name of lists) await syncList(client, name, scope);
  const listed = async (): Promise<number[]> =>
    (await client.jobTokenProjects.list({ query: { scope }, slice })).rows.map(({ row }) => row.id).sort();
  return { ...given, id, scope, listed, allowed: platform.world.jobTokenScopes.of(project).projects };
}
const idOf = ({ platform }: Rig, path: string): number => platform.world.projects.lookup(path)?.id ?? 0;
const listRequest = 'GET /projects/:id/job_token_scope/allowlist';

test('the flag and the entries are updated in the cache without another sync', async () => {
  const given = await synced();
  const { client, id, scope, listed } = given;
  const target = idOf(given, PROJECT_PATHS.sub);
  const before = await listed();
  await client.changes.run({ op: 'job-token-scope.edit', path: { id }, body: { enabled: false } });
  expect((await client.jobTokenScope.get({ scope, id: 1 }))?.row).toMatchObject({ inbound_enabled: false });
  await client.changes.run({ op: 'job-token-scope.addProject', path: { id }, body: { target_project_id: target } });
  expect(await listed()).toEqual([...before, target].sort());
  await client.changes.run({ op: 'job-token-scope.removeProject', path: { id, target_project_id: target } });
  expect(await listed()).toEqual(before);
});

test('adding a listed entry or removing an unlisted one changes nothing and is not sent', async () => {
  const given = await synced();
  const { client, platform, id, allowed } = given;
  const listed = idOf(given, PROJECT_PATHS.public);
  const other = idOf(given, PROJECT_PATHS.sub);
  const plan = await client.changes.plan({
    calls: [
      { op: 'job-token-scope.addProject', path: { id }, body: { target_project_id: listed } },
      { op: 'job-token-scope.addProject', path: { id }, body: { target_project_id: other } },
      { op: 'job-token-scope.removeProject', path: { id, target_project_id: 987_654 } },
    ],
  });
  expect(plan.counts).toEqual({ unchanged: 2, planned: 1 });
  await applyAndWait(client, plan);
  expect([...allowed].sort()).toEqual([listed, other].sort());
  expect(platform.requests.count('POST /projects/:id/job_token_scope/allowlist')).toBe(1);
  expect(platform.requests.count('DELETE /projects/:id/job_token_scope/allowlist/:target_project_id')).toBe(0);
});

test('a plan for 60 entries reads the list of a project once, and removes each entry once', async () => {
  const { client, platform, id, scope, listed, allowed } = await synced({ projects: 80 });
  const ids = platform.world.projects.filter((one) => one.id !== id).map((one) => one.id);
  const add = ids.slice(0, 60).filter((one) => !allowed.has(one));
  const before = platform.requests.count(listRequest);
  const plan = await client.changes.plan({
    calls: add.map((one) => ({ op: 'job-token-scope.addProject', path: { id }, body: { target_project_id: one } })),
  });
  expect(plan.counts).toEqual({ planned: add.length });
  expect(platform.requests.count(listRequest) - before).toBe(1);
  await applyAndWait(client, plan);
  expect(allowed.size).toBe(60);
  await syncList(client, 'jobTokenProjects', scope);
  const calls = (await listed()).map((one) => ({
    op: 'job-token-scope.removeProject',
    path: { id, target_project_id: one },
  }));
  expect(calls).toHaveLength(60);
  await applyAndWait(client, await client.changes.plan({ calls }));
  expect(allowed.size).toBe(0);
  expect(await listed()).toEqual([]);
  expect(platform.requests.count('DELETE /projects/:id/job_token_scope/allowlist/:target_project_id')).toBe(60);
});

test('the notification settings of a group are updated in the cache without another sync', async () => {
  const { client, platform } = await rig();
  const id = platform.world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  const scope = `group:${id}`;
  const settings = async () => (await client.notificationSettings.get({ scope })).chain[0]?.setting;
  await client.notificationSettings.refresh({ scope });
  const op = 'notification-settings.editOfGroup';
  await client.changes.run({ op, path: { id }, body: { level: 'custom', new_note: true } });
  expect(await settings()).toMatchObject({ level: 'custom', events: { new_note: true, new_issue: null } });
  await client.changes.run({ op, path: { id }, body: { level: 'watch' } });
  expect(await settings()).toMatchObject({ level: 'watch' });
  expect((await settings())?.events ?? null).toBe(null);
});
