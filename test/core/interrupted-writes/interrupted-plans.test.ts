import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { minutes } from '#shared/time.ts';
import { createPlatform } from '../../platform/platform.ts';
import { profile, rig, until, type Rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { applyAndWait, waitForPlan, advanceClock, rowsOf, slice } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const note = (id: number, text: string) => ({
  op: 'runners.edit',
  path: { id },
  body: { maintenance_note: text },
});
const editing = 'PUT /runners/:id';

function runnersOf({ platform }: Rig) {
  const [one, two] = platform.world.runners.all();
  if (one === undefined || two === undefined) throw new Error('too few runners');
  return { one, two };
}

/** Start a plan whose first write is answered with 429, and wait for that reply. */
async function startThrottledPlan(rigged: Rig, retryAfter: number) {
  const { client, platform } = rigged;
  const { one, two } = runnersOf(rigged);
  const plan = await client.changes.plan({ calls: [note(one.id, 'first'), note(two.id, 'second')] });
  platform.faults.add({ kind: 'throttle', retryAfter, match: 'PUT *', times: 1 });
  await client.changes.apply({ planId: plan.id });
  await until(
    () => platform.requests.count(editing),
    (n) => n === 1,
  );
  return { plan, one, two };
}

const stateOf = async (client: ReeveClient, planId: string) => (await rowsOf(client, planId)).map(({ state }) => state);

test('rows of a plan that is cancelled during a rate limit pause are not sent', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { plan, one } = await startThrottledPlan(rigged, 2);
  await client.changes.cancel({ planId: plan.id });
  await until(
    () => stateOf(client, plan.id),
    (states) => !states.includes('sending'),
  );
  expect(await stateOf(client, plan.id)).toEqual(['skipped', 'skipped']);
  expect(platform.requests.count(editing)).toBe(1);
  expect(one.maintenance_note).not.toBe('first');
  expect((await client.journal.list({ query: { planId: plan.id }, slice })).rows).toMatchObject([
    { state: 'not-applied' },
  ]);
  const { jobs } = await client.jobs.list();
  expect(jobs.map(({ state }) => state)).not.toContain('waiting');
});

test('rows of a plan that is paused during a rate limit pause stay planned until it is resumed', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { plan, one } = await startThrottledPlan(rigged, 2);
  await client.changes.pause({ planId: plan.id });
  await until(
    () => stateOf(client, plan.id),
    (states) => !states.includes('sending'),
  );
  expect(await client.changes.get({ planId: plan.id })).toMatchObject({ state: 'paused', counts: { planned: 2 } });
  expect(platform.requests.count(editing)).toBe(1);
  await client.changes.resume({ planId: plan.id });
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 2 } });
  expect(one.maintenance_note).toBe('first');
});

test('if two windows apply, change or discard a plan at the same time, only the first succeeds', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { one, two } = runnersOf(rigged);
  const calls = [note(one.id, 'a'), note(two.id, 'a')];
  const plan = await client.changes.plan({ calls });
  const both = await Promise.allSettled([
    client.changes.apply({ planId: plan.id, canary: 1 }),
    client.changes.apply({ planId: plan.id }),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await waitForPlan(client, plan.id, ['paused', 'done'])).toMatchObject({
    state: 'paused',
    pausedWhy: 'canary',
  });

  const other = await client.changes.plan({ calls: [note(one.id, 'b'), note(two.id, 'b')] });
  await Promise.allSettled([
    client.changes.drop({ planId: other.id, positions: [1] }),
    client.changes.apply({ planId: other.id }),
    client.changes.discard({ planId: other.id }),
  ]);
  const { rows } = await client.journal.list({ query: { planId: other.id }, slice });
  const kept = (await client.changes.list()).plans.find(({ id }) => id === other.id);
  expect(kept === undefined ? rows : []).toEqual([]);
  expect(kept?.state).not.toBe('draft');
  expect(platform.requests.count(editing)).toBeLessThanOrEqual(3);
});

test('after the address of a profile has changed, earlier plans and journal entries are not applied or undone', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { one, two } = runnersOf(rigged);
  const done = await client.changes.run(note(two.id, 'here'));
  const draft = await client.changes.plan({ calls: [note(one.id, 'here')] });
  const elsewhere = await createPlatform({ users: 60 });
  try {
    const [{ id = '' } = {}] = (await client.profiles.list()).profiles;
    await client.profiles.edit({ ...profile, id, url: elsewhere.url, token: elsewhere.tokens.admin });
    const refused = { code: 'conflict', field: 'instance' };
    await expect(client.changes.apply({ planId: draft.id })).rejects.toMatchObject(refused);
    await expect(client.changes.again({ planId: done.plan.id, states: ['applied'] })).rejects.toMatchObject(refused);
    await expect(client.changes.undo({ planId: done.plan.id })).rejects.toMatchObject(refused);
    expect(elsewhere.requests.count(editing)).toBe(0);
    expect(elsewhere.requests.count('GET /runners/:id')).toBe(0);
  } finally {
    await elsewhere.close();
  }
});

test('if two plans undo the same write, only the first is applied', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup('acme/core')?.id ?? 0;
  await client.changes.run({ op: 'branches.create', path: { id }, body: { branch: 'twice', ref: 'main' } });
  const removal = await client.changes.plan({ calls: [{ op: 'branches.remove', path: { id, branch: 'twice' } }] });
  await applyAndWait(client, removal);
  const before = platform.requests.count('POST /projects/:id/repository/branches');
  const undos = [
    await client.changes.undo({ planId: removal.id }),
    await client.changes.undo({ planId: removal.id }),
  ] as const;
  expect(await applyAndWait(client, undos[0])).toMatchObject({ counts: { applied: 1 } });
  expect(await applyAndWait(client, undos[1])).toMatchObject({ state: 'done', counts: { skipped: 1 } });
  expect(platform.requests.count('POST /projects/:id/repository/branches')).toBe(before + 1);
});

test('a write without fields is sent although its plan is older than five minutes', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const group = world.groups.lookup('acme');
  const user = group && world.enterpriseUsers.of(group).find((one) => one.two_factor_enabled);
  const path = { id: group?.id ?? 0, user_id: user?.id ?? 0 };
  const plan = await client.changes.plan({ calls: [{ op: 'enterprise-users.disableTwoFactor', path }] });
  advanceClock(minutes(6));
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: 1 } });
  expect(world.users.get(path.user_id)?.two_factor_enabled).toBe(false);
});

test('the name to type as confirmation comes from the platform, not from the plan file', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup('acme/core')?.id ?? 0;
  await client.changes.run({ op: 'branches.create', path: { id }, body: { branch: 'precious', ref: 'main' } });
  const call = { op: 'branches.remove', path: { id, branch: 'precious' } };
  const { path } = await client.changes.save({ planId: (await client.changes.plan({ calls: [call] })).id });
  const text = (await readFile(path, 'utf8')).replace(/"label": "[^"]*"/, '"label": "worthless"');
  const loaded = await client.changes.load({ text });
  expect((await rowsOf(client, loaded.id))[0]?.label).toBe('precious');
});

test('removing a profile sets its unfinished writes to unknown in the journal', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { one } = runnersOf(rigged);
  platform.faults.add({ kind: 'latency', ms: 3_000, match: 'PUT *' });
  const plan = await client.changes.plan({ calls: [note(one.id, 'late')] });
  await client.changes.apply({ planId: plan.id });
  await until(
    async () => (await client.journal.list({ query: { state: 'intended' }, slice })).total,
    (n) => n === 1,
  );
  const [{ id = '' } = {}] = (await client.profiles.list()).profiles;
  await client.profiles.remove({ id });
  expect((await client.journal.list({ query: {}, slice })).rows).toMatchObject([{ state: 'unknown' }]);
});

test('a row whose resource cannot be read again is refused, and the plan ends', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { one } = runnersOf(rigged);
  const plan = await client.changes.plan({ calls: [note(one.id, 'unread')] });
  advanceClock(minutes(6));
  platform.faults.add({ kind: 'status', status: 200, html: '<p>hello</p>', match: 'GET /runners/*' });
  await applyAndWait(client, plan);
  expect(await rowsOf(client, plan.id)).toMatchObject([{ state: 'refused', failure: { reason: 'not-json' } }]);
  expect(platform.requests.count(editing)).toBe(0);
});

test('a write that a proxy answers with a page is checked at once', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { one } = runnersOf(rigged);
  platform.faults.add({ kind: 'status', status: 200, html: '<p>hello</p>', when: 'after', match: 'PUT *' });
  const { row } = await client.changes.run(note(one.id, 'behind a page'));
  expect(row.state).toBe('applied');
});

test('a write that a proxy refuses after the platform applied it is not shown as refused', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { one } = runnersOf(rigged);
  platform.faults.add({ kind: 'status', status: 403, when: 'after', match: 'PUT *' });
  expect((await client.changes.run(note(one.id, 'behind a refusal'))).row.state).toBe('applied');
  platform.faults.add({ kind: 'status', status: 403, when: 'after', match: 'POST *' });
  const create = {
    op: 'remote-mirrors.create',
    path: { id: platform.world.projects.lookup('acme/core')?.id ?? 0 },
    body: { url: 'https://mirror.example.com/a.git' },
  };
  const plan = await client.changes.plan({ calls: [create] });
  await applyAndWait(client, plan);
  expect(await rowsOf(client, plan.id)).toMatchObject([
    { state: 'unknown', status: 403, failure: { reason: 'refused-by-proxy' } },
  ]);
  expect((await client.journal.list({ query: {}, slice })).rows[0]).toMatchObject({ state: 'unknown', status: 403 });
});

test('a plan that waits for the network continues when the network is back', async () => {
  const rigged = await rig();
  const { client, platform, ports } = rigged;
  const { one } = runnersOf(rigged);
  const plan = await client.changes.plan({ calls: [note(one.id, 'patient')] });
  advanceClock(minutes(6));
  platform.faults.add({ kind: 'reset', match: '*' });
  await client.changes.apply({ planId: plan.id });
  await waitForPlan(client, plan.id, ['waiting']);
  platform.faults.clear();
  ports.network.set(true);
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 1 } });
});
