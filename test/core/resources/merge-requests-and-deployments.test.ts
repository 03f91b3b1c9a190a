import { expect, test } from 'vitest';
import { rig, syncList } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };

test('merge requests of the instance are synced once, and shown in their projects', async () => {
  const { client, platform } = await rig();
  expect(await syncList(client, 'mergeRequests')).toMatchObject({ state: 'done', unreadable: 0 });
  const all = platform.world.mergeRequests.all();
  const idsIn = async (scope: string, filter = {}) => {
    const { rows } = await client.mergeRequests.list({ query: { scope, filter }, slice });
    return rows.map(({ row }) => row.id).sort((a, b) => a - b);
  };
  const expected = (kept: typeof all) => kept.map(({ id }) => id).sort((a, b) => a - b);
  expect(await idsIn('')).toEqual(expected(all));
  const [first] = all;
  if (first === undefined) throw new Error('no merge request');
  const inProject = all.filter(({ project_id: id }) => id === first.project_id);
  expect(await idsIn(`project:${first.project_id}`)).toEqual(expected(inProject));
  const merged = await client.mergeRequests.list({ query: { scope: '', filter: { state: 'merged' } }, slice });
  expect(merged.rows.every(({ row }) => row.state === 'merged')).toBe(true);
  // Nothing changed, so an incremental sync reads one page
  expect(await syncList(client, 'mergeRequests')).toMatchObject({ state: 'done', changed: 0, requests: 1 });
});

test('deployments of a project are synced, filtered by environment, and then only requested if they changed', async () => {
  const { client, platform } = await rig();
  const [first] = platform.world.deployments.all();
  if (first === undefined) throw new Error('no deployment');
  const scope = `project:${first.project_id}`;
  const inProject = platform.world.deployments.filter(({ project_id: id }) => id === first.project_id);
  expect(await syncList(client, 'deployments', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const { rows, total } = await client.deployments.list({ query: { scope }, slice });
  expect(total).toBe(inProject.length);
  const environment = rows.find(({ row }) => typeof row.environment?.name === 'string')?.row.environment?.name ?? '';
  const filtered = await client.deployments.list({ query: { scope, filter: { environment } }, slice });
  expect(filtered.total).toBe(rows.filter(({ row }) => row.environment?.name === environment).length);
  expect(filtered.total).toBeGreaterThan(0);
  expect(await syncList(client, 'deployments', scope)).toMatchObject({ state: 'done', changed: 0 });
});
