import { afterEach, expect, test, vi } from 'vitest';
import { minutes } from '#shared/time.ts';
import { ended, syncList, rig, until } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import type { Platform } from '../../platform/platform.ts';
import { movableClock } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const stateOf = async (client: ReeveClient, id: string) => (await client.jobs.list()).jobs.find((job) => job.id === id);
const waits = (client: ReeveClient, id: string) =>
  until(
    () => stateOf(client, id),
    (job) => job?.state === 'waiting',
  );

/** Add this many runners to the instance. */
function addRunners({ world }: Platform, count: number): void {
  const [like] = world.runners.all();
  if (like === undefined) return;
  const { id: _, ...fields } = like;
  for (let at = 0; at < count; at += 1) world.runners.add({ ...fields, tag_list: [], description: `extra ${at}` });
}

test('a sync whose endpoint has reached its rate limit waits and shows the reason, while other lists are synced', async () => {
  const { client, platform } = await rig();
  addRunners(platform, 300);
  platform.faults.add({ kind: 'throttle', of: 'endpoint', retryAfter: 600, match: 'GET /runners/all', nth: 3 });
  const from = Date.now();
  const { id } = await client.jobs.sync({ collection: 'runners' });
  const waiting = await waits(client, id);
  expect(waiting).toMatchObject({ failure: { code: 'throttled', reason: 'endpoint-limit' } });
  expect(waiting?.retries ?? 0).toBe(0);
  expect(waiting?.resumeAt).toBeGreaterThanOrEqual(from + minutes(10));

  expect(await syncList(client, 'serviceAccounts')).toMatchObject({ state: 'done', failure: null });
  expect((await client.host.connection()).heldUntil).toBeNull();
  const [one] = platform.world.runners.all();
  await client.runners.refresh({ scope: '', id: one?.id ?? 0 });

  expect(await client.jobs.cancel({ id })).toMatchObject({ state: 'cancelled', failure: null });
});

test('at the rate limit of the instance jobs wait, and a request of a person fails with the end of the wait', async () => {
  const { client, platform } = await rig();
  platform.faults.add({ kind: 'throttle', of: 'instance', retryAfter: 600, match: 'GET /runners/all', nth: 1 });
  const from = Date.now();
  const { id } = await client.jobs.sync({ collection: 'runners' });
  const waiting = await waits(client, id);
  expect(waiting?.failure).toMatchObject({ code: 'throttled' });
  expect((await client.host.connection()).heldUntil).toBeGreaterThanOrEqual(from + minutes(10));

  const [one] = platform.world.runners.all();
  const read = client.runners.refresh({ scope: '', id: one?.id ?? 0 });
  await expect(read).rejects.toMatchObject({ code: 'throttled', retryAtMs: waiting?.resumeAt });
  await client.jobs.cancel({ id });
});

test('when the reported rate limit is used up, a request of a person fails at once with this reason', async () => {
  // The clock of the platform stands still, so that the minute of its limit does not end meanwhile
  const { client, platform } = await rig({ users: 20, ratePerMinute: 12, atMs: Date.now() });
  const [one] = platform.world.runners.all();
  const at = { scope: '', id: one?.id ?? 0 };
  const readOften = async (): Promise<void> => {
    for (let count = 0; count < 12; count += 1) await client.runners.refresh(at);
  };
  await expect(readOften()).rejects.toMatchObject({ code: 'throttled', retryAtMs: expect.any(Number) as number });
});

test('a sync that a short rate limit interrupts continues at its position', async () => {
  const { client, platform } = await rig();
  addRunners(platform, 300);
  platform.faults.add({ kind: 'throttle', of: 'endpoint', retryAfter: 1, match: 'GET /runners/all', nth: 2 });
  const { id } = await client.jobs.sync({ collection: 'runners' });
  expect(await ended(client, id)).toMatchObject({ state: 'done', rows: platform.world.runners.size });
  const pages = Math.ceil(platform.world.runners.size / 100);
  expect(platform.requests.count('GET /runners/all')).toBe(pages + 1);
});

test('a verification that a long rate limit stops keeps its results, and returns the remaining entries', async () => {
  const clock = movableClock();
  const { client, platform } = await rig();
  const text = Array.from({ length: 12 }, (_, at) => `acme/p${at}`).join('\n');
  const { keys } = await client.catalogue.add({ text, kind: 'project', isPinned: true });
  const match = 'GET /projects/:id/notification_settings';
  platform.faults.add({ kind: 'throttle', of: 'endpoint', retryAfter: 600, match, nth: 3 });
  const { missing, stopped } = await client.catalogue.verify({ keys });
  expect(stopped?.failure).toMatchObject({ code: 'throttled', retryAtMs: expect.any(Number) as number });
  expect(missing).toBeGreaterThanOrEqual(2);
  const unasked = { query: { verdict: 'unasked' as const }, slice: { from: 0, count: 200 } };
  const { rows } = await client.catalogue.list(unasked);
  expect(rows.map(({ key }) => key).toSorted()).toEqual(stopped?.left.toSorted());
  expect(missing + (stopped?.left.length ?? 0)).toBe(12);

  clock.pass(minutes(10));
  const rest = await client.catalogue.verify({ keys: stopped?.left ?? [] });
  expect(rest).toMatchObject({ missing: 12 - missing, stopped: null });
  expect(await client.catalogue.list(unasked)).toMatchObject({ total: 0 });
});

/** Verify eight projects and then three groups, one of them missing, while requests about projects are limited. */
async function verifiedUnder(limit: { of?: 'endpoint' }) {
  const { client, platform } = await rig();
  const text = Array.from({ length: 8 }, (_, at) => `acme/p${at}`).join('\n');
  const { keys: projects } = await client.catalogue.add({ text, kind: 'project', isPinned: true });
  const groups = await client.catalogue.add({ text: 'acme\nglobex\nnothing', kind: 'group', isPinned: true });
  const match = 'GET /projects/:id/notification_settings';
  platform.faults.add({ kind: 'throttle', retryAfter: 600, match, ...limit });
  const all = [...projects, ...groups.keys];
  return { projects, all, ...(await client.catalogue.verify({ keys: all })) };
}

test('a rate limit of the endpoint for projects leaves projects unverified, but groups are verified', async () => {
  const { projects, ok, missing, stopped } = await verifiedUnder({ of: 'endpoint' });
  expect({ ok, missing }).toEqual({ ok: 2, missing: 1 });
  expect(stopped?.failure).toMatchObject({ code: 'throttled', reason: 'endpoint-limit' });
  expect(stopped?.left.toSorted()).toEqual(projects.toSorted());
});

test('a rate limit of the instance stops the verification of groups and projects', async () => {
  const { all, stopped } = await verifiedUnder({});
  expect(stopped?.left.toSorted()).toEqual(all.toSorted());
});
