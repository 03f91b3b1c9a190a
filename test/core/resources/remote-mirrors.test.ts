import { expect, test } from 'vitest';
import { syncList, rig } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };

test('mirrors of several projects are synced, and listed, searched and filtered together', async () => {
  const { client, platform } = await rig();
  const { projects, remoteMirrors } = platform.world;
  const projectIds = [PROJECT_PATHS.private, PROJECT_PATHS.sub].map((path) => projects.lookup(path)?.id ?? 0);
  for (const id of projectIds) {
    const scope = `project:${id}`;
    expect(await syncList(client, 'remoteMirrors', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  }
  const idsOf = async (query: object = {}) => {
    const { rows } = await client.remoteMirrors.list({ query: { scope: null, ...query }, slice });
    return rows.map(({ row }) => row.id).sort((a, b) => a - b);
  };
  const all = projectIds.flatMap((id) => remoteMirrors.of(id));
  const ids = (kept: typeof all) => kept.map(({ id }) => id).sort((a, b) => a - b);
  expect(await idsOf()).toEqual(ids(all));
  expect(await idsOf({ search: 'permission denied' })).toEqual(
    ids(all.filter(({ updates }) => updates.at(-1)?.error?.includes('Permission denied') === true)),
  );
  expect(await idsOf({ filter: { enabled: false } })).toEqual(ids(all.filter(({ enabled }) => !enabled)));
  const failed = all.filter((mirror) => remoteMirrors.stateOf(mirror).update_status === 'failed');
  expect(await idsOf({ filter: { update_status: ['failed', 'started'] } })).toEqual(ids(failed));
});
