import { expect, test } from 'vitest';
import { jobTokenScope } from '#main/api/endpoints/job-token-scope.ts';
import { failureOf } from '../rig.ts';
import { groups, projects, simulator } from './simulator.ts';

const id = projects.private;
const path = { id };

test('the scope is read, changed and read again', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  expect(await send(jobTokenScope.get, { path })).toMatchObject({ inbound_enabled: true });
  expect(await send(jobTokenScope.edit, { path, body: { enabled: false } })).toBeUndefined();
  expect(await send(jobTokenScope.get, { path })).toMatchObject({ inbound_enabled: false });
  expect(reached('PATCH /projects/:id/job_token_scope')).toMatchObject([{ body: { enabled: false }, status: 204 }]);
});

test('the allowlist can’t be disabled if the instance enforces it', async () => {
  const { as } = await simulator({ enforceJobTokenAllowlist: true });
  const failure = await failureOf(as('maintainer')(jobTokenScope.edit, { path, body: { enabled: false } }));
  expect(failure).toMatchObject({ code: 'invalid', status: 400 });
  expect(failure.reportedMessage).toBeTruthy();
});

test('projects are added to the allowlist, listed in pages and removed', async () => {
  const { as, platform, reached } = await simulator();
  const send = as('admin');
  const idOf = (name: string) => platform.world.projects.lookup(name)?.id ?? 0;
  const ids = async () => (await send(jobTokenScope.listProjects, { path })).map((project) => project.id);
  expect(await ids()).toEqual([idOf(projects.public)]);
  const body = { target_project_id: idOf(projects.sub) };
  expect(await send(jobTokenScope.addProject, { path, body })).toMatchObject({
    source_project_id: idOf(id),
    target_project_id: body.target_project_id,
  });
  expect(await ids()).toHaveLength(2);
  const page = await send.page(jobTokenScope.listProjects, { path, query: { per_page: 1, page: 2 } });
  expect(page).toMatchObject({ total: 2, next: null });
  const [row] = JSON.parse(Buffer.from(page.body).toString()) as Record<string, unknown>[];
  expect(row).toMatchObject({ id: body.target_project_id, namespace: { full_path: groups.sub } });
  await send(jobTokenScope.removeProject, { path: { id, target_project_id: body.target_project_id } });
  expect(await ids()).toEqual([idOf(projects.public)]);
  expect(reached('POST /projects/:id/job_token_scope/allowlist')[0]?.body).toEqual(body);
});

test('groups are added to the allowlist, listed and removed', async () => {
  const { as, platform } = await simulator();
  const send = as('admin');
  const idOf = (name: string) => platform.world.groups.lookup(name)?.id ?? 0;
  const ids = async () => (await send(jobTokenScope.listGroups, { path })).map((group) => group.id);
  expect(await ids()).toEqual([idOf(groups.sub)]);
  const target_group_id = idOf(groups.other);
  expect(await send(jobTokenScope.addGroup, { path, body: { target_group_id } })).toMatchObject({ target_group_id });
  expect((await ids()).toSorted()).toEqual([idOf(groups.sub), target_group_id].toSorted());
  await send(jobTokenScope.removeGroup, { path: { id, target_group_id } });
  const [row] = await send(jobTokenScope.listGroups, { path });
  expect(row).toMatchObject({ id: idOf(groups.sub), name: expect.any(String) as string });
});

test('a removal whose reply was lost is repeated, and its 404 counts as success', async () => {
  const { as, platform, reached } = await simulator();
  const target_project_id = platform.world.projects.lookup(projects.public)?.id ?? 0;
  platform.faults.add({ kind: 'reset', when: 'after', times: 1, match: 'DELETE *' });
  await as('maintainer')(jobTokenScope.removeProject, { path: { id, target_project_id } });
  expect(reached('DELETE /projects/:id/job_token_scope/allowlist/:target_project_id')).toHaveLength(2);
});

test('the scope requires a token and the Maintainer role, and is hidden from other users', async () => {
  const { as } = await simulator();
  for (const one of [jobTokenScope.get, jobTokenScope.listProjects, jobTokenScope.listGroups]) {
    expect(await failureOf(as('developer')(one, { path }))).toMatchObject({ code: 'denied', reason: 'role' });
    expect(await failureOf(as('outsider')(one, { path }))).toMatchObject({ code: 'missing', status: 404 });
    const anonymous = as(null)(one, { path: { id: projects.public } });
    expect(await failureOf(anonymous)).toMatchObject({ code: 'denied', reason: 'token-missing', status: 401 });
  }
});
