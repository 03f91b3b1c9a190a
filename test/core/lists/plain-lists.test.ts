import { expect, test } from 'vitest';
import { syncList, rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };

test('closed issues and issues of archived projects are synced, too, and filtered in the cache', async () => {
  const { client, platform } = await rig();
  expect(await syncList(client, 'issues')).toMatchObject({ state: 'done', failure: null });
  const { total, rows } = await client.issues.list({ query: { scope: '' }, slice });
  expect(total).toBe([...platform.world.issues.all()].length);
  const closed = rows.filter(({ row }) => row.state === 'closed');
  expect(closed.length).toBeGreaterThan(0);
  const filter = { state: 'closed' as const };
  const shown = await client.issues.list({ query: { scope: '', filter }, slice });
  expect(shown.rows.map(({ row }) => row.id).toSorted()).toEqual(closed.map(({ row }) => row.id).toSorted());
});

test('the palette finds issues by their title, and shows their project', async () => {
  const { client, platform } = await rig();
  const group = `group:${platform.world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  await syncList(client, 'issues', group);
  const [first] = (await client.issues.list({ query: { scope: group }, slice })).rows;
  const { hits } = await client.search.find({ words: first?.row.title ?? '', limit: 20 });
  expect(hits).toContainEqual(
    expect.objectContaining({
      kind: 'issues',
      id: first?.row.id,
      about: first?.row.references?.full,
      scope: `project:${first?.row.project_id}`,
      place: `project:${first?.row.project_id}/issue:${first?.row.iid}`,
    }),
  );
});

test('the palette finds branches and commits with the path of their project, a commit of several lists once', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const scope = `project:${id}`;
  await syncList(client, 'branches', scope);
  await syncList(client, 'commits', scope);
  await syncList(client, 'commits', `${scope}/ref:main`);
  const [branch] = (await client.branches.list({ query: { scope }, slice })).rows;
  const [commit] = (await client.commits.list({ query: { scope }, slice })).rows;
  const find = async (words = '') => (await client.search.find({ words, limit: 20 })).hits;
  expect(await find(branch?.row.name)).toContainEqual(
    expect.objectContaining({ kind: 'branches', id: branch?.row.name, where: PROJECT_PATHS.private }),
  );
  const found = (await find(commit?.row.id)).filter(({ kind }) => kind === 'commits');
  expect(found).toEqual([expect.objectContaining({ id: commit?.row.id, where: PROJECT_PATHS.private })]);
});
