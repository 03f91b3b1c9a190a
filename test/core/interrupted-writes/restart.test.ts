import { afterEach, expect, test, vi } from 'vitest';
import { seconds } from '#shared/time.ts';
import { profile, rig, until, type Rig } from '../../helpers/rig.ts';
import { applyAndWait, waitForPlan, movableClock, rowsOf, slice } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const editing = 'PUT /runners/:id';
const title = { one: 'Note 1 runner', many: 'Note {n} runners' };

function notes({ platform }: Rig, n: number) {
  const runners = platform.world.runners.all().slice(0, n);
  return runners.map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'ours' } }));
}

/** Wait until the job of the new run has checked the plan. */
async function afterStartJobs({ client }: Rig, planId: string) {
  await until(
    () => client.jobs.list(),
    ({ jobs }) => jobs.some(({ input, state }) => input['planId'] === planId && state === 'done'),
  );
  return client.changes.get({ planId });
}

test('a plan that waited for the network is not sent after a restart until a person continues it', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const plan = await client.changes.plan({ calls: notes(rigged, 2), title });
  platform.faults.add({ kind: 'throttle', retryAfter: 120, match: 'PUT *', times: 1 });
  await client.changes.apply({ planId: plan.id });
  await until(
    async () => (await rowsOf(client, plan.id))[0],
    (row) => row?.status === 429,
  );
  const again = await rigged.restart();
  expect(await afterStartJobs(rigged, plan.id)).toMatchObject({
    ...{ state: 'paused', pausedWhy: 'restart', title, profileId: plan.profileId, counts: { planned: 2 } },
  });
  expect(platform.requests.count(editing)).toBe(1);
  await again.changes.resume({ planId: plan.id });
  expect(await waitForPlan(again, plan.id)).toMatchObject({ counts: { applied: 2 }, pausedWhy: null });
});

test('within one run a plan that waits continues by itself', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  platform.faults.add({ kind: 'throttle', retryAfter: 300, match: 'PUT *', times: 1 });
  const plan = await client.changes.plan({ calls: notes(rigged, 2) });
  await client.changes.apply({ planId: plan.id });
  await waitForPlan(client, plan.id, ['waiting']);
  clock.pass(seconds(301));
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 2 } });
});

test('a write that was being sent when Reeve ended is checked at the next start, and its plan is done if it has no other rows', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const making = 'POST /groups/:id/service_accounts';
  const { promise, resolve: release } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', until: promise, match: making, times: 1 });
  const id = platform.world.groups.lookup('acme')?.id ?? 0;
  const make = { op: 'group-service-accounts.create', path: { id }, body: { name: 'Bot', username: 'bot-1' } };
  const plan = await client.changes.plan({ calls: [make] });
  await client.changes.apply({ planId: plan.id });
  await until(
    () => platform.requests.count(making),
    (n) => n === 1,
  );
  const restarted = rigged.restart();
  release();
  const again = await restarted;
  expect(await waitForPlan(again, plan.id)).toMatchObject({ counts: { applied: 1 }, pausedWhy: null });
  expect(platform.requests.count(making)).toBe(1);
});

test('the title of a plan is kept after a restart', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const plan = await client.changes.plan({ calls: notes(rigged, 3), title });
  const [call] = notes(rigged, 1);
  if (call === undefined) throw new Error('no call');
  const { plan: single } = await client.changes.run({ ...call, title });
  const again = await rigged.restart();
  const { plans } = await again.changes.list();
  expect(plans.find(({ id }) => id === plan.id)?.title).toEqual(title);
  expect(plans.find(({ id }) => id === single.id)?.title).toEqual(title);
});

test('the job of a canceled plan is canceled, and that of a plan with refused rows is done', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  platform.faults.add({ kind: 'status', status: 403, match: 'PUT *', times: 1, html: '{"message":"403 Forbidden"}' });
  const refused = await client.changes.plan({ calls: notes(rigged, 2), title });
  expect(await applyAndWait(client, refused, false)).toMatchObject({ counts: { applied: 1, refused: 1 } });
  platform.faults.add({ kind: 'throttle', retryAfter: 120, match: 'PUT *', times: 1 });
  const canceled = await client.changes.plan({ calls: notes(rigged, 1) });
  await client.changes.apply({ planId: canceled.id });
  await until(
    async () => (await rowsOf(client, canceled.id))[0],
    (row) => row?.status === 429,
  );
  await client.changes.cancel({ planId: canceled.id });
  const stateOf = async (planId: string) =>
    (await client.jobs.list()).jobs.find(({ input }) => input['planId'] === planId)?.state;
  expect(
    await until(
      () => stateOf(canceled.id),
      (state) => state !== 'running' && state !== 'waiting',
    ),
  ).toBe('cancelled');
  expect(await stateOf(refused.id)).toBe('done');
  expect((await client.journal.list({ query: { state: 'refused' }, slice })).total).toBe(1);
});

test('a write that was requested while one instance was open is not sent to another one', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const [call] = notes(rigged, 1);
  if (call === undefined) throw new Error('no call');
  const { openId } = await client.profiles.list();
  if (openId === null) throw new Error('no instance is open');
  await client.profiles.add({ ...profile, name: 'Other', url: platform.url, token: platform.tokens.admin });
  const refusal = {
    code: 'conflict',
    field: 'instance',
    reportedMessage: expect.stringContaining('this window now shows Other') as string,
  };
  await expect(client.changes.run({ ...call, profileId: openId })).rejects.toMatchObject(refusal);
  await expect(client.changes.plan({ calls: [call], profileId: openId })).rejects.toMatchObject(refusal);
  expect(platform.requests.count(editing)).toBe(0);
});
