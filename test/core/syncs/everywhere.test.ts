import { expect, test } from 'vitest';
import { rig, until } from '../../helpers/rig.ts';

test('a list is synced in every known project, and a refused project is reported while the others continue', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const projects = [...platform.world.projects.all()];
  const text = projects.map(({ id }) => id).join('\n');
  await client.catalogue.add({ text: `${text}\n999999`, kind: 'project', isPinned: false });
  const { id } = await client.jobs.everywhere({ collection: 'members' });
  const job = await until(
    async () => (await client.jobs.list()).jobs.find((one) => one.id === id),
    (one) => one?.state === 'done',
  );
  const refused = job?.lanes.filter(({ refusal }) => refusal !== undefined) ?? [];
  expect(refused.map(({ label }) => label)).toContain('999999');
  const sort = { by: 'name', direction: 'asc' } as const;
  const found = await client.members.list({
    query: { scope: null, search: '', filter: {}, sort, notReturned: 'hide' },
    slice: { from: 0, count: 200 },
  });
  const readScopes = new Set(found.rows.map(({ scope }) => scope));
  expect(readScopes.size).toBeGreaterThan(1);
  expect(job?.refusedPlaces).toBe(refused.length);
  expect(readScopes.size + refused.length).toBeGreaterThanOrEqual(projects.length);
});

test('all refused projects are counted, and the first 40 are listed', async () => {
  const { client } = await rig();
  const ids = Array.from({ length: 45 }, (_, at) => 990_001 + at);
  await client.catalogue.add({ text: ids.join('\n'), kind: 'project', isPinned: false });
  const { id } = await client.jobs.everywhere({ collection: 'members' });
  const job = await until(
    async () => (await client.jobs.list()).jobs.find((one) => one.id === id),
    (one) => one?.state === 'done',
  );
  expect(job?.refusedPlaces).toBe(45);
  expect(job?.lanes.filter(({ refusal }) => refusal !== undefined)).toHaveLength(40);
});
