import { afterEach, expect, test, vi } from 'vitest';
import { minutes } from '#shared/time.ts';
import { rig, until, type Rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { waitForPlan, movableClock, throughProxy, rowsOf, slice } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const making = 'POST /groups/:id/service_accounts';
const editing = 'PUT /runners/:id';
const noting = 'POST /projects/:id/issues/:issue_iid/notes';

function callsOf({ platform: { world } }: Rig) {
  const [runner] = world.runners.all();
  const group = world.groups.lookup('acme');
  const project = world.projects.lookup('acme/core');
  const issue = world.issues.find(({ project_id }) => project_id === project?.id);
  if (!runner || !group || !project || !issue) throw new Error('the seed lacks something');
  return {
    runner,
    bot: {
      op: 'group-service-accounts.create',
      path: { id: group.id },
      body: { name: 'Bot', username: 'bot-1' },
    },
    edit: { op: 'runners.edit', path: { id: runner.id }, body: { maintenance_note: 'after it' } },
    note: {
      op: 'notes.createOnIssue',
      path: { id: project.id, issue_iid: issue.iid },
      body: { body: 'created once' },
    },
  };
}

/** Let the platform hold the next request to this endpoint. Returns the function that releases it. */
function holdRequest({ platform }: Rig, match: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', until: promise, match, times: 1 });
  return resolve;
}
const requestCount = ({ platform }: Rig, endpoint: string, times = 1) =>
  until(
    () => platform.requests.count(endpoint),
    (n) => n === times,
  );
const rowWithDeadline = (client: ReeveClient, planId: string) =>
  until(
    async () => (await rowsOf(client, planId))[0],
    (row) => typeof row?.waitsUntil === 'number',
  );

test('a write whose reply was lost is reported as applied as soon as a check finds it', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  platform.faults.add({ kind: 'reset', when: 'after', match: making, times: 1 });
  const plan = await client.changes.plan({ calls: [callsOf(rigged).bot] });
  await client.changes.apply({ planId: plan.id });
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 1 } });
  expect((await rowsOf(client, plan.id))[0]).toMatchObject({ state: 'applied', waitsUntil: null });
  expect(platform.requests.count(making)).toBe(1);
});

test('after a lost reply, the row shows the deadline, and no other row is sent until the outcome is known', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const line = await throughProxy(rigged);
  const release = holdRequest(rigged, making);
  const { bot, edit, runner } = callsOf(rigged);
  const plan = await client.changes.plan({ calls: [bot, edit] });
  await client.changes.apply({ planId: plan.id });
  await requestCount(rigged, making);
  line.cut();
  const row = await rowWithDeadline(client, plan.id);
  const [entry] = (await client.journal.list({ query: { planId: plan.id }, slice })).rows;
  expect(row).toMatchObject({ state: 'sending', failure: { reason: 'connection-lost' } });
  expect(row?.waitsUntil).toBeGreaterThan((entry?.intendedAt ?? 0) + minutes(1) - 1_000);
  expect(platform.requests.count(editing)).toBe(0);
  release();
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 2 } });
  expect(runner.maintenance_note).toBe('after it');
  expect(platform.requests.count(making)).toBe(1);
  expect((await rowsOf(client, plan.id))[0]?.waitsUntil).toBeNull();
});

test('a single write whose reply was lost returns with its deadline, and is unknown after it', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  const line = await throughProxy(rigged);
  const release = holdRequest(rigged, noting);
  const running = client.changes.run(callsOf(rigged).note);
  await requestCount(rigged, noting);
  line.cut();
  const { plan, row } = await running;
  expect(row).toMatchObject({ state: 'sending', waitsUntil: expect.any(Number) as number });
  release();
  clock.pass(minutes(1));
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { unknown: 1 } });
  expect(platform.requests.count(noting)).toBe(1);
});

test('a single write without a connection fails at once with the reason, and its plan is cancelled as not sent', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const line = await throughProxy(rigged);
  // This write also fetches the user of the token, so that the next write is the first request that fails
  await client.changes.run(callsOf(rigged).edit);
  await line.down();
  await expect(client.changes.run(callsOf(rigged).note)).rejects.toMatchObject({
    code: 'offline',
    reason: 'connection-refused',
  });
  const [plan] = (await client.changes.list()).plans;
  const failure = { code: 'offline', reason: 'connection-refused' };
  expect(plan).toMatchObject({ state: 'cancelled', counts: { skipped: 1 }, failure });
  expect(await rowsOf(client, plan?.id ?? '')).toMatchObject([{ state: 'skipped', failure, waitsUntil: null }]);
  expect((await client.journal.list({ query: {}, slice })).rows[0]).toMatchObject({ state: 'not-applied' });
  expect(platform.requests.count(noting)).toBe(0);
});
