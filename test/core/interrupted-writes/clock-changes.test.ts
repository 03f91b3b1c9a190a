import { afterEach, expect, test, vi } from 'vitest';
import { hours, minutes, seconds } from '#shared/time.ts';
import { rig, until, type Rig } from '../../helpers/rig.ts';
import { applyAndWait, waitForPlan, movableClock, throughProxy, rowsOf } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const editing = 'PUT /runners/:id';
const note = (id: number) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'ours' } });

function runnerOf({ platform }: Rig) {
  const [runner] = platform.world.runners.all();
  if (runner === undefined) throw new Error('no runner');
  return runner;
}

test('after the clock was set back, a row is read again before it is sent', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const clock = movableClock();
  const runner = runnerOf(rigged);
  const plan = await client.changes.plan({ calls: [note(runner.id)] });
  runner.maintenance_note = 'theirs';
  clock.set(-hours(1));
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'paused', pausedWhy: 'drift' });
  expect(runner.maintenance_note).toBe('theirs');
});

test.each(['before Reeve is started again', 'while it waits'])(
  'if the clock is set back %s, a lost write is not checked for longer than its deadline',
  async (when) => {
    const rigged = await rig();
    const { client, platform } = rigged;
    const clock = movableClock();
    const runner = runnerOf(rigged);
    platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'PUT *', times: 1 });
    const plan = await client.changes.plan({ calls: [note(runner.id)] });
    await client.changes.apply({ planId: plan.id });
    await until(
      () => platform.requests.count(editing),
      (n) => n === 1,
    );
    if (when === 'before Reeve is started again') clock.set(-hours(1));
    const again = await rigged.restart();
    await again.changes.resume({ planId: plan.id });
    await until(
      async () => (await rowsOf(again, plan.id))[0],
      (row) => typeof row?.waitsUntil === 'number',
    );
    if (when === 'while it waits') clock.set(-hours(1));
    // Reeve checks after each of these times, one minute in total
    for (const [looks, waitS] of [2, 4, 8, 16, 30].entries()) {
      await until(
        () => platform.requests.count('GET /runners/:id'),
        (n) => n > 1 + looks,
      );
      clock.pass(seconds(waitS));
    }
    expect(await waitForPlan(again, plan.id)).toMatchObject({ counts: { applied: 1 } });
  },
);

test('setting the clock forward does not shorten the wait for a lost reply, so nothing is created twice', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  const line = await throughProxy(rigged);
  const making = 'POST /groups/:id/service_accounts';
  const { promise, resolve: release } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', until: promise, match: making, times: 1 });
  const id = platform.world.groups.lookup('acme')?.id ?? 0;
  const body = { name: 'Bot', username: 'bot-1' };
  const plan = await client.changes.plan({ calls: [{ op: 'group-service-accounts.create', path: { id }, body }] });
  await client.changes.apply({ planId: plan.id });
  await until(
    () => platform.requests.count(making),
    (n) => n === 1,
  );
  line.cut();
  const row = async () => (await rowsOf(client, plan.id))[0];
  await until(row, (one) => typeof one?.waitsUntil === 'number');
  const looks = () => platform.requests.count('GET /groups/:id/service_accounts');
  const before = looks();
  clock.set(hours(1));
  clock.pass(seconds(30));
  await until(looks, (n) => n > before);
  release();
  clock.pass(seconds(30));
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 1 } });
  expect(platform.requests.count(making)).toBe(1);
});

test('a plan whose job fails is paused with an error', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  const plan = await client.changes.plan({ calls: [note(runnerOf(rigged).id)] });
  clock.pass(minutes(6));
  platform.faults.add({ kind: 'status', status: 502, match: 'GET /runners/*' });
  await client.changes.apply({ planId: plan.id });
  const job = await until(
    async () => {
      clock.pass(minutes(5));
      return (await client.jobs.list()).jobs.find(({ input }) => input['planId'] === plan.id);
    },
    (one) => one?.state === 'failed',
  );
  expect(job?.failure).toMatchObject({ code: 'remote', reason: 'platform-down' });
  expect(await client.changes.get({ planId: plan.id })).toMatchObject({ state: 'paused', pausedWhy: 'error' });
  expect(platform.requests.count(editing)).toBe(0);
  platform.faults.clear();
  await client.changes.resume({ planId: plan.id });
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 1 } });
});

test('a job that is requested while Reeve closes is not started', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const closing = rigged.core.close();
  await expect(client.jobs.sync({ collection: 'users' })).rejects.toMatchObject({ code: 'aborted' });
  await closing;
  const again = await rigged.restart();
  expect((await again.jobs.list()).jobs).toEqual([]);
});
