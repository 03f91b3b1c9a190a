import { expect, test } from 'vitest';
import { rig, until } from '../../helpers/rig.ts';

test('watches and syncs of all places leave out what is switched off, until it is switched on again', async () => {
  const { client, platform } = await rig({ isAutomatic: true });
  await until(
    () => client.setup.get(),
    ({ state }) => state === 'done',
    60_000,
  );
  const all = await client.catalogue.list({ query: { kind: 'project' }, slice: { from: 0, count: 200 } });
  const [project] = all.rows;
  if (project === undefined) throw new Error('no project');
  const watchesOf = async (kind: string) =>
    (await client.watches.list({ kind, outcome: null, slice: { from: 0, count: 200 } })).rows.map(({ place }) => place);
  const kinds = ['members', 'remote-mirrors', 'webhooks'];
  const watched = async () => (await Promise.all(kinds.map(watchesOf))).map((places) => places.includes(project.scope));
  await until(watched, (found) => !found.includes(false), 20_000);

  await client.setup.setOff({ keys: [project.key], isOff: true });
  await until(watched, (found) => !found.includes(true), 20_000);
  platform.requests.clear();
  const { id } = await client.jobs.everywhere({ collection: 'webhooks' });
  await until(
    async () => (await client.jobs.list()).jobs.find((job) => job.id === id),
    (job) => job?.state === 'done',
  );
  expect(platform.requests.count('GET /projects/:id/hooks')).toBe(all.total - 1);
  const paths = platform.requests.list().map(({ path }) => path);
  expect(paths.filter((path) => path.includes(`/projects/${project.id}/hooks`))).toEqual([]);
  const { total } = await client.webhooks.list({ query: { scope: project.scope }, slice: { from: 0, count: 1 } });
  expect(total).toBe(platform.world.webhooks.all().filter(({ project_id: of }) => of === project.id).length);

  await client.setup.setOff({ keys: [project.key], isOff: false });
  await until(watched, (found) => !found.includes(false), 20_000);
  await client.setup.setOff({ collections: ['remoteMirrors'], isOff: true });
  await until(
    () => watchesOf('remote-mirrors'),
    (places) => places.length === 0,
    20_000,
  );
});
