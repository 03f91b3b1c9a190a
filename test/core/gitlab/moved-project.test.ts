import { beforeEach, expect, test } from 'vitest';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';
import { must } from '../../changes/undo-case.ts';
import type { Project } from '../../platform/world/projects.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';

const former = 'acme/core';
let running: Rig;
let project: Project;
beforeEach(async () => {
  running = await rig({ dialect: 'gitlab' });
  project = must(running.platform.world.projects.lookup(former));
});

const isWrite = ({ method }: { method: string }): boolean => method !== 'GET';
const writes = () => running.platform.requests.list().filter(isWrite);
const entries = async () =>
  (await running.client.catalogue.list({ query: {}, slice: { from: 0, count: 200 } })).rows
    .filter(({ id, path }) => id === project.id || path === former)
    .map(({ id, path }) => ({ id, path }));
const settings = (level: string) => ({
  op: 'notification-settings.editOfProject',
  path: { id: former },
  body: { level },
});

test('a write at the former path of a project is sent to the ID from a redirect, and undone there', async () => {
  const { client, platform } = running;
  await client.catalogue.add({ text: former, kind: 'project', isPinned: true });
  platform.world.projects.move(project, 'acme/renamed');
  const plan = await client.changes.plan({ calls: [settings('mention')] });
  const path = `/projects/${project.id}/notification_settings`;
  expect(await rowsOf(client, plan.id)).toMatchObject([{ path, changes: [{ after: 'mention' }] }]);
  expect(await entries()).toEqual([{ id: project.id, path: former }]);
  expect((await applyAndWait(client, plan)).counts).toEqual({ applied: 1 });
  expect((await applyAndWait(client, await client.changes.undo({ planId: plan.id }))).counts).toEqual({ applied: 1 });
  expect(writes().map(({ path: sent }) => sent)).toEqual([`/api/v4${path}`, `/api/v4${path}`]);

  await syncList(client, 'mergeRequests');
  expect(await entries()).toEqual([{ id: project.id, path: 'acme/renamed' }]);
  const again = await client.changes.plan({ calls: [settings('watch')] });
  expect(await rowsOf(client, again.id)).toMatchObject([{ path }]);
  expect(await entries()).toEqual([{ id: project.id, path: 'acme/renamed' }]);
});

test('if no read was redirected, the write fails because the project moved, is not repeated, and can be sent again after a read', async () => {
  const { client, platform } = running;
  platform.world.projects.move(project, 'acme/renamed');
  const iid = must(platform.world.mergeRequests.find(({ project_id }) => project_id === project.id)).iid;
  const op = 'notes.createOnMergeRequest';
  const note = { op, path: { id: former, merge_request_iid: iid }, body: { body: 'Looks good' } };
  const plan = await applyAndWait(client, await client.changes.plan({ calls: [note] }));
  expect(await rowsOf(client, plan.id)).toMatchObject([{ state: 'refused', failure: { reason: 'moved' } }]);
  expect(writes()).toHaveLength(1);

  await syncList(client, 'branches', `project:${former}`);
  const repeated = await applyAndWait(client, await client.changes.again({ planId: plan.id, states: ['refused'] }));
  expect(repeated.counts).toEqual({ applied: 1 });
});

test('a redirect to another project than the one that Reeve knows by the path is not used for a write', async () => {
  const { client, platform } = running;
  const { projects } = platform.world;
  await syncList(client, 'mergeRequests');
  expect(await entries()).toEqual([{ id: project.id, path: former }]);
  projects.move(project, 'acme/renamed');
  const other = must(projects.find(({ id }) => id !== project.id));
  projects.move(other, former);
  projects.move(other, 'acme/elsewhere');
  const plan = await applyAndWait(client, await client.changes.plan({ calls: [settings('mention')] }));
  expect(await rowsOf(client, plan.id)).toMatchObject([{ state: 'refused', failure: { reason: 'moved' } }]);
  expect(await entries()).toEqual([{ id: project.id, path: former }]);
});
