import { expect, test } from 'vitest';
import { syncList, rig } from '../../helpers/rig.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';

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
    }),
  );
});
