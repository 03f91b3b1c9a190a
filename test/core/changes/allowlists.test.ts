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

test('a developer can’t change the allowlist, and the missing role is the reason', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const project = platform.world.projects.lookup(PROJECT_PATHS.private);
  const target = platform.world.projects.lookup(PROJECT_PATHS.public);
  if (project === undefined || target === undefined) throw new Error('no project');
  const { projects } = platform.world.jobTokenScopes.of(project);
  projects.clear();
  const path = { id: project.id };
  const { row } = await client.changes.run({
    ...{ op: 'job-token-scope.addProject', path, body: { target_project_id: target.id } },
  });
  expect(row.state).not.toBe('applied');
  expect(row.failure).toMatchObject({ code: 'denied', reason: 'role' });
  expect(projects.size).toBe(0);
});

test('an entry that the platform does not find is refused (404), and an enforced allowlist can’t be turned off (400)', async () => {
  const { client, platform, id, allowed } = await synced();
  const before = [...allowed];
  const unknown = { op: 'job-token-scope.addProject', path: { id }, body: { target_project_id: 987_654 } };
  expect((await client.changes.run(unknown)).row).toMatchObject({ state: 'refused', status: 404 });
  expect([...allowed]).toEqual(before);
  Object.assign(platform.world.settings, { enforceJobTokenAllowlist: true });
  const plan = await client.changes.plan({
    calls: [{ op: 'job-token-scope.edit', path: { id }, body: { enabled: false } }],
  });
  await applyAndWait(client, plan);
  const { rows } = await client.changes.rows({ planId: plan.id, slice });
  expect(rows).toMatchObject([{ state: 'refused', status: 400 }]);
  const project = platform.world.projects.get(id);
  expect(project && platform.world.jobTokenScopes.isInboundEnabled(project)).toBe(true);
});

test('entries of several projects are changed with one plan, which skips entries without a change, and undone with one plan', async () => {
  const given = await synced();
  const { client, platform, id } = given;
  const { world } = platform;
  const [website, images, warehouse] = [PROJECT_PATHS.public, PROJECT_PATHS.sub, PROJECT_PATHS.other].map((path) =>
    idOf(given, path),
  ) as [number, number, number];
  const listed = () =>
    [id, images, website].map((one) => {
      const project = world.projects.get(one);
      return project === undefined ? [] : [...world.jobTokenScopes.of(project).projects].sort();
    });
  const before = listed();
  const add = (one: number) => ({
    ...{ op: 'job-token-scope.addProject', path: { id: one }, body: { target_project_id: warehouse } },
  });
  const remove = (one: number) => ({
    ...{ op: 'job-token-scope.removeProject', path: { id: one, target_project_id: website } },
  });
  const calls = [add(id), remove(id), add(images), remove(images), add(website)];
  const plan = await client.changes.plan({ calls });
  expect(plan.counts).toEqual({ planned: 4, unchanged: 1 });
  await applyAndWait(client, plan);
  expect(listed()).toEqual([[warehouse], [warehouse], [warehouse]]);
  await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(listed()).toEqual(before);
});
