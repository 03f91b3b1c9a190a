import { expect, test } from 'vitest';
import { explainWord } from '#shared/text/en/failures.ts';
import { ended, rig, until } from '../../helpers/rig.ts';

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

test('a project that answers 401 counts as a missing role, and the others are synced with the same token', async () => {
  const { client, platform } = await rig();
  const projects = [...platform.world.projects.all()].slice(0, 6);
  const text = projects.map(({ id }) => id).join('\n');
  await client.catalogue.add({ text, kind: 'project', isPinned: false });
  const match = 'GET /projects/:id/remote_mirrors';
  platform.faults.add({ kind: 'status', status: 401, message: '401 Unauthorized', match, nth: 2 });
  const { id } = await client.jobs.everywhere({ collection: 'remoteMirrors' });
  const job = await ended(client, id);
  expect(job).toMatchObject({ state: 'done', refusedPlaces: 1 });
  expect(job?.lanes.flatMap(({ refusal = [] }) => refusal)).toEqual(['role']);
  expect(explainWord('role').what).toBe('This token’s user lacks the required role.');
  expect(platform.requests.list(match).filter(({ status }) => status === 200)).toHaveLength(5);
  expect(platform.requests.count('GET /notification_settings')).toBeLessThanOrEqual(1);
  const summary = await client.remoteMirrors.summary({ scope: null });
  expect(summary).toMatchObject({ refusedPlaces: 1, refusal: { status: 401, reason: 'role' } });
  const overview = await client.overview.get({ group: null, project: null });
  expect([overview.mirrors.refusedPlaces, overview.webhooks.refusedPlaces]).toEqual([1, 0]);
  // The next sync is answered
  await ended(client, (await client.jobs.everywhere({ collection: 'remoteMirrors' })).id);
  expect((await client.remoteMirrors.summary({ scope: null })).refusedPlaces).toBeUndefined();
});

test.each([
  [422, 'invalid'],
  [409, 'conflict'],
] as const)('a project that answers %i fails with its reason, and the others are synced', async (status, code) => {
  const { client, platform } = await rig();
  const projects = [...platform.world.projects.all()].slice(0, 6);
  await client.catalogue.add({ text: projects.map(({ id }) => id).join('\n'), kind: 'project', isPinned: false });
  const match = 'GET /projects/:id/remote_mirrors';
  platform.faults.add({ kind: 'status', status, message: 'Broken', match, nth: 1 });
  const { id } = await client.jobs.everywhere({ collection: 'remoteMirrors' });
  expect(await ended(client, id)).toMatchObject({ state: 'failed', failure: { code } });
  expect(platform.requests.list(match).filter(({ status: answered }) => answered === 200)).toHaveLength(5);
});

test('after three projects in a row failed, the others are not requested', async () => {
  const { client, platform } = await rig();
  const projects = [...platform.world.projects.all()].slice(0, 8);
  await client.catalogue.add({ text: projects.map(({ id }) => id).join('\n'), kind: 'project', isPinned: false });
  const match = 'GET /projects/:id/remote_mirrors';
  platform.faults.add({ kind: 'status', status: 422, message: 'Broken', match });
  const { id } = await client.jobs.everywhere({ collection: 'remoteMirrors' });
  expect(await ended(client, id)).toMatchObject({ state: 'failed' });
  expect(platform.requests.count(match)).toBeLessThan(6);
});

test('if every list answers 401 and the confirming request does too, the sync waits for another token', async () => {
  const { client, platform } = await rig();
  const projects = [...platform.world.projects.all()].slice(0, 6);
  await client.catalogue.add({ text: projects.map(({ id }) => id).join('\n'), kind: 'project', isPinned: false });
  platform.requests.clear();
  platform.faults.add({ kind: 'status', status: 401, message: '401 Unauthorized' });
  const { id } = await client.jobs.everywhere({ collection: 'remoteMirrors' });
  const look = async () => (await client.jobs.list()).jobs.find((job) => job.id === id);
  const job = await until(look, (found) => found?.state === 'waiting');
  expect(job?.failure).toMatchObject({ reason: expect.stringMatching(/^token-/) as unknown });
  expect(platform.requests.count('GET /notification_settings')).toBe(1);
  expect(platform.requests.count('GET /projects/:id/remote_mirrors')).toBeLessThan(6);
});
