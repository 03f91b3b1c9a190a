import { expect, test } from 'vitest';
import { heldBack, syncUsers, rig, until } from '../../helpers/rig.ts';
import { openWindow, type ReeveClient } from '../../helpers/window.ts';

const stateOf = async (client: ReeveClient, id: string) => (await client.jobs.list()).jobs.find((job) => job.id === id);

test('a sync waits while the platform is down, and continues when the network is back', async () => {
  const { client, platform, ports } = await rig({ users: 400 });
  platform.faults.add({ kind: 'reset', match: 'GET /users', times: 30 });
  const { id } = await client.jobs.sync({ collection: 'users' });
  const waiting = await until(
    () => stateOf(client, id),
    (job) => job?.state === 'waiting',
  );
  expect(waiting?.failure).toMatchObject({ code: 'offline' });
  expect(waiting?.resumeAt).toBeGreaterThan(0);
  platform.faults.clear();
  ports.network.set(true);
  await until(
    () => stateOf(client, id),
    (job) => job?.state === 'done',
  );
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 400 });
});

test('a sync that is requested twice runs once', async () => {
  const { client } = await rig({ latencyMs: 20 });
  const [one, two] = await Promise.all([
    client.jobs.sync({ collection: 'users' }),
    client.jobs.sync({ collection: 'users' }),
  ]);
  expect(two.id).toBe(one.id);
});

test('a canceled sync ends at once and keeps its rows, and the next sync is complete', async () => {
  const { client, platform } = await rig({ users: 600 });
  const held = heldBack(platform, 'GET /users', 6);
  const { id } = await client.jobs.sync({ collection: 'users' });
  await until(
    () => stateOf(client, id),
    (job) => (job?.rows ?? 0) > 0,
  );
  const canceled = client.jobs.cancel({ id });
  // When the core answers this call, it has received the cancellation. Without the cancellation, the sync would now end
  await client.jobs.list();
  held.release();
  expect(await canceled).toMatchObject({ state: 'cancelled', failure: null });
  expect(await syncUsers(client)).toMatchObject({ state: 'done' });
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 600 });
});

test('if more than a fifth of the rows were not returned, none is marked before a person confirms', async () => {
  const { client, platform } = await rig({ users: 200 });
  await syncUsers(client);
  for (const { id } of platform.world.users.ordered('id').slice(100)) platform.world.users.remove(id);
  const asking = await syncUsers(client);
  expect(asking).toMatchObject({ state: 'needs-person' });
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 200, notReturned: 0 });
  expect(await client.jobs.confirmNotReturned({ id: asking?.id ?? '' })).toMatchObject({ state: 'done' });
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 100, notReturned: 100 });
});

test('an unreadable row is left out and counted, and the others are stored', async () => {
  const { client, platform } = await rig({ users: 100 });
  platform.faults.add({ kind: 'wrong-types', match: 'GET /users', every: 10 });
  const job = await syncUsers(client);
  expect(job?.state).toBe('done');
  expect(job?.unreadable).toBeGreaterThan(0);
  expect((await client.users.summary({ scope: '' })).live).toBe(100 - (job?.unreadable ?? 0));
});

test('a sync that was running when Reeve was closed continues at the next start, and notices who was deleted meanwhile', async () => {
  const rigged = await rig({ users: 600 });
  const held = heldBack(rigged.platform, 'GET /users', 6);
  const { id } = await rigged.client.jobs.sync({ collection: 'users' });
  await until(
    () => stateOf(rigged.client, id),
    (job) => (job?.rows ?? 0) > 0,
  );
  const sort = { by: 'id', direction: 'asc' } as const;
  const query = { scope: '', search: '', filter: {}, sort, notReturned: 'hide' } as const;
  const { rows: stored } = await until(
    () => rigged.client.users.list({ query, slice: { from: 0, count: 200 } }),
    ({ rows }) => rows.length >= 50,
  );
  const deleted = stored.slice(-5).map(({ row }) => row.id);
  for (const one of deleted) rigged.platform.world.users.remove(one);
  const client = await rigged.restart();
  held.release();
  await until(
    () => stateOf(client, id),
    (job) => job?.state === 'done',
  );
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 595 });
});

test('at most 6 of 120 jobs run at the same time, and a window receives the states of all', async () => {
  const { client, core, platform } = await rig({ projects: 140, latencyMs: 40 });
  const [profile] = (await client.profiles.list()).profiles;
  let receivedBytes = 0;
  const window = openWindow(core, profile?.id, (text) => void (receivedBytes += Buffer.byteLength(text)));
  const states = new Map((await window.client.jobs.list()).jobs.map(({ id, state }) => [id, state]));
  window.client.jobs.changed(({ jobs, removed }) => {
    for (const { id, state } of jobs) states.set(id, state);
    for (const id of removed) states.delete(id);
  });
  receivedBytes = 0;
  const projects = platform.world.projects.all().slice(0, 120);
  for (const { id } of projects) await client.jobs.sync({ collection: 'webhooks', scope: `project:${id}` });
  expect((await client.jobs.list()).jobs.filter(({ state }) => state === 'queued').length).toBeGreaterThan(60);
  const running: number[] = [];
  await until(
    async () => (await client.jobs.list()).jobs,
    (jobs) => {
      running.push(jobs.filter(({ state }) => state === 'running').length);
      return jobs.every(({ state }) => state === 'done');
    },
  );
  expect(Math.max(...running)).toBe(6);
  await until(
    () => [...states.values()],
    (all) => all.length === 50 && all.every((state) => state === 'done'),
  );
  // Each job is sent a few times. `job-deltas.test.ts` tests that no other is sent, and how much is sent per second
  expect(receivedBytes).toBeLessThan(projects.length * 5_000);
  window.close();
});
