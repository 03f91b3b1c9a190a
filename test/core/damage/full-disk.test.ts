import Database from 'better-sqlite3';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { hours, seconds } from '#shared/time.ts';
import { explain } from '#shared/text/en/failures.ts';
import { databases } from '../../helpers/damage.ts';
import { canMount, fill, smallDisk } from '../../helpers/disks.ts';
import { rig, until, type Rig } from '../../helpers/rig.ts';
import { waitForPlan, movableClock } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

async function threeEdits({ client, platform }: Rig) {
  const calls = platform.world.runners
    .all()
    .slice(0, 3)
    .map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'moved' } }));
  return client.changes.plan({ calls });
}

test.skipIf(!canMount())(
  'a full disk is reported as the reason, and a plan that it stopped keeps the reason and continues',
  async () => {
    const clock = movableClock();
    const folder = smallDisk(8);
    const rigged = await rig({ folder });
    const { client, platform } = rigged;
    const plan = await threeEdits(rigged);
    const giveBack = fill(folder);
    const view = { table: 'users', name: 'Big', query: { text: 'x'.repeat(40_000) } };
    await expect(client.host.saveView(view)).rejects.toMatchObject({ reason: 'disk-full' });
    expect(explain({ code: 'invalid', reason: 'disk-full' }).nextStep).toMatch(/Free some space/);

    const outcome = await client.changes
      .apply({ planId: plan.id, stopOnError: true })
      .catch((thrown: unknown) => thrown);
    if (outcome instanceof Error) expect(outcome).toMatchObject({ reason: 'disk-full' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(platform.requests.count('PUT /runners/:id')).toBe(0);
    giveBack();
    clock.pass(seconds(5));
    const { state } = await client.changes.get({ planId: plan.id });
    if (state === 'draft') await client.changes.apply({ planId: plan.id, stopOnError: true });
    else {
      expect(await waitForPlan(client, plan.id, ['paused'])).toMatchObject({ failure: { reason: 'disk-full' } });
      await client.changes.resume({ planId: plan.id });
    }
    await waitForPlan(client, plan.id, ['done']);
    expect(platform.requests.count('PUT /runners/:id')).toBe(3);
  },
);

/** A plan whose first write has no answer yet, and a state file that another program has locked since. */
async function planWithLock(rigged: Rig) {
  const { client, platform } = rigged;
  const plan = await threeEdits(rigged);
  const { promise: released, resolve } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', match: 'PUT *', times: 1, until: released });
  await client.changes.apply({ planId: plan.id, stopOnError: true });
  await until(
    () => platform.requests.count('PUT /runners/:id'),
    (count) => count === 1,
  );
  const { key, state } = databases(rigged.ports);
  const lock = openDatabase(state, key);
  onTestFinished(() => void lock.close());
  lock.exec('BEGIN IMMEDIATE');
  /** Answer the write, and wait until its job has failed because of the lock. */
  const release = async (): Promise<void> => {
    resolve();
    await until(
      async () => (await client.jobs.list()).jobs.find(({ kind }) => kind === 'changes.apply'),
      (job) => job?.state === 'failed',
    );
  };
  return { plan, lock, release };
}

/** The open connections of this file. */
function openDatabases(used: readonly unknown[], file: string): Database.Database[] {
  const all = [...new Set(used)].filter((one) => one instanceof Database);
  return all.filter(({ name, open }) => name === file && open);
}

test('a locked state file is reported immediately, and a plan that it stopped pauses with this reason', async () => {
  const clock = movableClock();
  const used = vi.spyOn(Database.prototype, 'pragma');
  const rigged = await rig();
  const { client, platform } = rigged;
  const { state } = databases(rigged.ports);
  const waits = openDatabases(used.mock.contexts, state).map((db) => db.pragma('busy_timeout', { simple: true }));
  const { plan, lock, release } = await planWithLock(rigged);
  await expect(client.host.saveView({ table: 'users', name: 'Idle', query: {} })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'database-locked',
  });
  // Without a limit, SQLite's driver waits for five seconds, and the main thread with it
  expect(waits).toEqual([200]);
  expect(explain({ code: 'conflict', reason: 'database-locked' }).nextStep).toMatch(/Wait for it to finish/);
  await release();
  await until(
    () => client.changes.get({ planId: plan.id }),
    ({ state, failure }) => state === 'waiting' && failure?.['reason'] === 'database-locked',
  );
  lock.exec('ROLLBACK');
  clock.pass(seconds(5));
  expect(await waitForPlan(client, plan.id, ['paused'])).toMatchObject({ failure: { reason: 'database-locked' } });
  await client.changes.resume({ planId: plan.id });
  await waitForPlan(client, plan.id, ['done']);
  expect(platform.world.runners.filter(({ maintenance_note: note }) => note === 'moved')).toHaveLength(3);
  expect(platform.requests.count('PUT /runners/:id')).toBe(3);
});

test.each([
  ['Reeve is closed', ({ core }: Rig) => core.close()],
  ['the plan is canceled', ({ client }: Rig, planId: string) => client.changes.cancel({ planId })],
])('waiting to store the pause of a plan ends at once when %s', async (_, end) => {
  const sleep = systemClock.sleep.bind(systemClock);
  /** The plan's waits, which only end when they are stopped. Other parts of the core wait as long. */
  const waits: Promise<void>[] = [];
  vi.spyOn(systemClock, 'sleep').mockImplementation((ms, signal) => {
    if (new Error().stack?.includes('pauseOnceStored') !== true) return sleep(ms, signal);
    const wait = sleep(hours(1), signal);
    waits.push(wait);
    return wait;
  });
  const rigged = await rig();
  const { plan, lock, release } = await planWithLock(rigged);
  await release();
  await until(
    () => waits.length,
    (count) => count > 0,
  );
  const ending = expect(waits[0]).rejects.toMatchObject({ code: 'aborted' });
  lock.exec('ROLLBACK');
  await end(rigged, plan.id);
  await ending;
});
