import { expect, test } from 'vitest';
import { changingProxy } from '../../helpers/changing-proxy.ts';
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

/** An instance whose merge requests lack these fields: document 2:11 does not show the fields after `labels`. */
async function withoutFields(...names: string[]) {
  const rigged = await rig();
  const { client, platform } = rigged;
  const front = await changingProxy(platform, {
    body: (text, url) => {
      if (!url.startsWith('/api/v4/merge_requests?')) return text;
      const rows = JSON.parse(text) as Record<string, unknown>[];
      return JSON.stringify(
        rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))),
      );
    },
  });
  await client.profiles.add({ name: 'Front', colour: 'iris', url: front.url, token: platform.tokens.admin });
  return rigged;
}

test.each([
  ['references.full', ['project_id', 'web_url']],
  ['web_url', ['project_id', 'references']],
])('without project_id, the project of a merge request is found by %s', async (_, names) => {
  const { client, platform } = await withoutFields(...names);
  const { world } = platform;
  const request = world.mergeRequests.all().find(({ id }) => world.notes.on('MergeRequest', id).length > 0);
  const project = request === undefined ? undefined : world.projects.get(request.project_id);
  if (request === undefined || project === undefined) throw new Error('no merge request with notes');
  expect(await syncList(client, 'mergeRequests')).toMatchObject({ state: 'done', unreadable: 0 });
  const path = world.projects.fullPath(project);
  const scope = `project:${path}`;
  const shown = await client.mergeRequests.list({ query: { scope, filter: { iids: [request.iid] } }, slice });
  expect(shown.rows.map(({ row, scope: at }) => [row.id, row.project_id, at])).toEqual([
    [request.id, undefined, scope],
  ]);
  const thread = `${scope}/mr:${request.iid}`;
  const { hits } = await client.search.find({ words: request.title, kinds: ['mergeRequests'] });
  expect(hits.find(({ id }) => id === request.id)).toMatchObject({ scope, place: thread });
  expect(await syncList(client, 'notes', thread)).toMatchObject({ state: 'done', failure: null });
  const notes = await client.notes.list({ query: { scope: thread }, slice });
  expect(notes.total).toBe(world.notes.on('MergeRequest', request.id).length);

  // An issue reports the ID of the project, and the rows and the notes move to the scope with this ID
  expect(world.issues.filter(({ project_id: id }) => id === project.id)).not.toEqual([]);
  await syncList(client, 'issues');
  const byId = `project:${project.id}`;
  await expect
    .poll(async () => (await client.notes.list({ query: { scope: `${byId}/mr:${request.iid}` }, slice })).total)
    .toBe(notes.total);
  const moved = await client.mergeRequests.list({ query: { scope: byId, filter: { iids: [request.iid] } }, slice });
  expect(moved.rows.map(({ row }) => row.id)).toEqual([request.id]);
});

test('a merge request that names no project is shown for the instance, without a thread', async () => {
  const { client, platform } = await withoutFields('project_id', 'references', 'web_url');
  expect(await syncList(client, 'mergeRequests')).toMatchObject({ state: 'done', unreadable: 0 });
  const { total, rows } = await client.mergeRequests.list({ query: { scope: '' }, slice });
  expect(total).toBe(platform.world.mergeRequests.all().length);
  expect(rows.every(({ scope }) => scope === '')).toBe(true);
  const { hits } = await client.search.find({ words: rows[0]?.row.title ?? '', kinds: ['mergeRequests'] });
  expect(hits[0]).toMatchObject({ scope: '', place: null });
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
