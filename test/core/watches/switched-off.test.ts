import { expect, test } from 'vitest';
import { seconds } from '#shared/time.ts';
import { until } from '../../helpers/rig.ts';
import { watchedFleet } from '../../helpers/watched-fleet.ts';

test('watches and syncs of all places leave out what is switched off, until it is switched on again', async () => {
  const { client, platform, pass } = await watchedFleet({ only: ['members', 'remoteMirrors', 'webhooks'] });
  const all = await client.catalogue.list({ query: { kind: 'project' }, slice: { from: 0, count: 200 } });
  const [project] = all.rows;
  if (project === undefined) throw new Error('no project');
  const watchesOf = async (kind: string) => {
    await pass(seconds(1));
    const { rows } = await client.watches.list({ kind, outcome: null, slice: { from: 0, count: 200 } });
    return rows.map(({ place }) => place);
  };
  const kinds = ['members', 'remote-mirrors', 'webhooks'];
  const watched = async () => {
    const found: boolean[] = [];
    for (const kind of kinds) found.push((await watchesOf(kind)).includes(project.scope));
    return found;
  };
  await until(watched, (found) => !found.includes(false));

  await client.setup.setOff({ keys: [project.key], isOff: true });
  await until(watched, (found) => !found.includes(true));
  platform.requests.clear();
  const { id } = await client.jobs.everywhere({ collection: 'webhooks' });
  const job = async () => {
    await pass(seconds(1));
    return (await client.jobs.list()).jobs.find((one) => one.id === id);
  };
  await until(job, (now) => now?.state === 'done');
  expect(platform.requests.count('GET /projects/:id/hooks')).toBe(all.total - 1);
  const paths = platform.requests.list().map(({ path }) => path);
  expect(paths.filter((path) => path.includes(`/projects/${project.id}/hooks`))).toEqual([]);
  const { total } = await client.webhooks.list({ query: { scope: project.scope }, slice: { from: 0, count: 1 } });
  expect(total).toBe(platform.world.webhooks.all().filter(({ project_id: of }) => of === project.id).length);

  await client.setup.setOff({ keys: [project.key], isOff: false });
  await until(watched, (found) => !found.includes(false));
  await client.setup.setOff({ collections: ['remoteMirrors'], isOff: true });
  await until(
    () => watchesOf('remote-mirrors'),
    (places) => places.length === 0,
  );
});
