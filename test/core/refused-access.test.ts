import { minutes } from '#shared/time.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { rig, syncUsers, until, ended, type Rig } from '../helpers/rig.ts';
import { movableClock, rowsOf, waitForPlan } from './changes-rig.ts';

afterEach(() => vi.restoreAllMocks());

async function enterToken({ client }: Rig, token: string): Promise<void> {
  const [profile] = (await client.profiles.list()).profiles;
  if (profile === undefined) throw new Error('no profile');
  await client.profiles.edit({ ...profile, token });
}

const noticesOf = async ({ client }: Rig) =>
  (await client.notices.list()).notices.map(({ kind, tone }) => [kind, tone]);

test('after a token is revoked, the plan and the sync wait with one notice, and continue with a new token', async () => {
  const clock = movableClock();
  const one = await rig();
  const { client, platform } = one;
  const { tokens, runners } = platform.world;
  await syncUsers(client);
  const calls = runners
    .all()
    .slice(0, 3)
    .map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'moved' } }));
  const { id: planId } = await client.changes.plan({ calls });
  await client.changes.apply({ planId, canary: 1 });
  await waitForPlan(client, planId, ['paused']);
  const before = await client.host.connection();
  expect(before.refusal).toBeNull();

  const token = tokens.byValue(platform.tokens.admin);
  if (token === undefined) throw new Error('no token');
  token.revoked = true;
  // A 401 sooner after a success counts as a missing role for its place
  clock.pass(minutes(6));
  await client.changes.resume({ planId });
  const plan = await waitForPlan(client, planId, ['waiting']);
  expect(plan.failure).toMatchObject({ code: 'denied', reason: 'token-ended' });
  expect((await rowsOf(client, planId)).map(({ state }) => state)).toEqual(['applied', 'planned', 'planned']);
  const { id } = await client.jobs.sync({ collection: 'users' });
  const waiting = async () => (await client.jobs.list()).jobs.filter(({ state }) => state === 'waiting');
  const jobs = await until(waiting, ({ length }) => length === 2);
  expect(jobs.map(({ failure }) => failure?.['reason'])).toEqual(['token-ended', 'token-ended']);
  const refused = await client.host.connection();
  expect(refused).toMatchObject({ state: 'online', refusal: { reason: 'token-ended' } });
  expect(refused.lastSuccessAt).toBeLessThanOrEqual(refused.refusal?.since ?? 0);
  expect(await noticesOf(one)).toEqual([['access-refused', 'alarm']]);

  const value = 'another-token-of-the-administrator';
  tokens.add({ ...token, id: token.id + 10_000, value, revoked: false });
  await enterToken(one, value);
  expect(await waitForPlan(client, planId)).toMatchObject({ counts: { applied: 3 } });
  expect(await ended(client, id)).toMatchObject({ state: 'done' });
  expect(await client.host.connection()).toMatchObject({ state: 'online', refusal: null });
  expect(await noticesOf(one)).toEqual([
    ['access-back', 'recovered'],
    ['access-refused', 'alarm'],
  ]);
});

test('a wrong new token was never accepted, and says so', async () => {
  const one = await rig();
  await enterToken(one, 'mistyped');
  const { id } = await one.client.jobs.sync({ collection: 'users' });
  const look = async () => (await one.client.jobs.list()).jobs.find((job) => job.id === id);
  const job = await until(look, (found) => found?.state === 'waiting');
  expect(job?.failure).toMatchObject({ reason: 'token-rejected' });
});

test.each([
  ['403 Forbidden - Your account has been blocked.', 'account'],
  ['403 Forbidden - You must accept the Terms of Service', 'terms'],
  ['403 Forbidden - Two-factor authentication is required', 'two-factor'],
])('%s: the sync waits, and continues when the account can be used again', async (message, reason) => {
  const { client, platform } = await rig();
  platform.faults.add({ kind: 'status', status: 403, message });
  const { id } = await client.jobs.sync({ collection: 'users' });
  await until(
    () => client.jobs.list(),
    ({ jobs }) => jobs[0]?.state === 'waiting',
  );
  expect((await client.host.connection()).refusal).toMatchObject({ reason });
  platform.faults.clear();
  await client.jobs.again({ id });
  expect(await ended(client, id)).toMatchObject({ state: 'done' });
  expect((await client.host.connection()).refusal).toBeNull();
});

test('a platform that refuses a change because it is read-only accepts reads, and is known to be writable after a change', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  const write = async (note: string) => {
    const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: note } };
    const { id: planId } = await client.changes.plan({ calls: [call] });
    await client.changes.apply({ planId });
    await waitForPlan(client, planId, ['done', 'paused']);
  };
  const message = '403 Forbidden - You cannot perform write operations on a read-only instance';
  platform.faults.add({ kind: 'status', status: 403, message, match: 'PUT /runners/:id' });
  await write('a');
  expect(await syncUsers(client)).toMatchObject({ state: 'done' });
  expect((await client.host.connection()).refusal).toMatchObject({ reason: 'read-only-instance' });
  platform.faults.clear();
  await write('b');
  expect((await client.host.connection()).refusal).toBeNull();
});
