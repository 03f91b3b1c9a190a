import { afterEach, expect, test, vi } from 'vitest';
import { rig, until } from '../../helpers/rig.ts';
import { applyAndWait, waitForPlan, advanceClock, rowsOf, slice } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

test('one reversible write is planned, applied, recorded in the journal and undone', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  if (runner === undefined) throw new Error('no runner');
  const wasPaused = runner.paused;
  const { plan, row } = await client.changes.run({
    op: 'runners.edit',
    path: { id: runner.id },
    body: { paused: !wasPaused, description: runner.description ?? '' },
  });
  expect(plan).toMatchObject({ state: 'done', total: 1, counts: { applied: 1 } });
  expect(row.changes).toEqual([{ field: 'paused', before: wasPaused, after: !wasPaused, isSecret: false }]);
  expect(JSON.parse(platform.requests.list('PUT /runners/:id')[0]?.body ?? '')).toEqual({ paused: !wasPaused });
  expect(platform.world.runners.get(runner.id)?.paused).toBe(!wasPaused);

  const { rows } = await client.journal.list({ query: { search: 'runners.edit' }, slice });
  expect(rows).toMatchObject([{ state: 'applied', op: 'runners.edit', status: 200, planId: plan.id }]);
  const undo = await client.changes.undo({ planId: plan.id });
  await applyAndWait(client, undo);
  expect(platform.world.runners.get(runner.id)?.paused).toBe(wasPaused);
  expect(await client.journal.get({ id: rows[0]?.id ?? 0 })).toMatchObject({ undoneBy: undo.id });
});

test('a row whose values are already set is not sent, in any order of tags', async () => {
  const { client, platform } = await rig();
  const runner = platform.world.runners.find(({ tag_list }) => tag_list.length > 1);
  if (runner === undefined) throw new Error('no runner');
  const body = { tag_list: [...runner.tag_list].reverse(), maintenance_note: runner.maintenance_note ?? '' };
  const { row } = await client.changes.run({ op: 'runners.edit', path: { id: runner.id }, body });
  expect(row).toMatchObject({ state: 'unchanged', changes: [] });
  expect(platform.requests.count('PUT /runners/:id')).toBe(0);
});

test('several rows require the plan dialog, and pause after the canary and after a refusal', async () => {
  const { client, platform } = await rig();
  const runners = platform.world.runners.all().slice(0, 6);
  const calls = runners.map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'moved' } }));
  const plan = await client.changes.plan({ calls });
  expect(plan).toMatchObject({ state: 'draft', total: 6, requests: 6, confirmation: { kind: 'plan' } });
  expect(plan.undo).toEqual({ kind: 'exact' });
  const dropped = await client.changes.drop({ planId: plan.id, positions: [5] });
  expect(dropped).toMatchObject({ total: 5, requests: 5 });

  await client.changes.apply({ planId: plan.id, canary: 2 });
  expect(await waitForPlan(client, plan.id, ['paused'])).toMatchObject({
    pausedWhy: 'canary',
    counts: { applied: 2, planned: 3 },
  });
  expect(platform.requests.count('PUT /runners/:id')).toBe(2);

  platform.faults.add({
    kind: 'status',
    status: 403,
    match: 'PUT *',
    times: 1,
    html: '{"message":"403 Forbidden - no"}',
  });
  await client.changes.resume({ planId: plan.id });
  expect(await waitForPlan(client, plan.id, ['paused'])).toMatchObject({
    pausedWhy: 'error',
    counts: { refused: 1, planned: 2 },
  });
  await client.changes.resume({ planId: plan.id });
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 4, refused: 1 } });
  expect(runners.map(({ maintenance_note }) => maintenance_note === 'moved')).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});

test('a plan pauses after a refusal that all of its rows would get, even if it continues after other refusals', async () => {
  const { client, platform } = await rig();
  const runners = platform.world.runners.all().slice(0, 3);
  const calls = runners.map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'moved' } }));
  const plan = await client.changes.plan({ calls });
  const message = 'You cannot perform write operations on a read-only instance';
  platform.faults.add({ kind: 'status', status: 403, match: 'PUT *', times: 1, message });
  await client.changes.apply({ planId: plan.id, stopOnError: false });
  expect(await waitForPlan(client, plan.id, ['paused', 'done'])).toMatchObject({
    ...{ state: 'paused', pausedWhy: 'error' },
    counts: { refused: 1, planned: 2 },
  });
});

test('a deletion that cannot be undone requires the typed name before it is sent', async () => {
  const { client, platform } = await rig();
  const group = platform.world.groups.lookup('acme');
  const { row } = await client.changes.run({
    op: 'group-service-accounts.create',
    path: { id: group?.id ?? 0 },
    body: { name: 'Bot', username: 'bot-1' },
  });
  expect(row.state).toBe('applied');
  const account = platform.world.users.byUsername('bot-1');
  const call = { op: 'group-service-accounts.remove', path: { id: group?.id ?? 0, user_id: account?.id ?? 0 } };
  await expect(client.changes.run(call)).rejects.toMatchObject({ code: 'conflict', reason: 'needs-plan' });
  const plan = await client.changes.plan({ calls: [call] });
  expect(plan).toMatchObject({ undo: { kind: 'none' }, confirmation: { kind: 'name', name: 'Bot' } });
  await expect(client.changes.apply({ planId: plan.id, confirm: 'bot-1' })).rejects.toMatchObject({
    reason: 'needs-confirmation',
  });
  expect(platform.world.users.byUsername('bot-1')).toBeDefined();
  await client.changes.apply({ planId: plan.id, confirm: 'Bot' });
  await waitForPlan(client, plan.id);
  expect(platform.world.users.byUsername('bot-1')).toBeUndefined();
});

test('a read-only profile sends no writes', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'x' } };
  const drafted = await client.changes.plan({ calls: [call] });
  const { profiles } = await client.profiles.list();
  await client.profiles.edit({ ...(profiles[0] as NonNullable<(typeof profiles)[0]>), readOnly: true, token: '' });
  const plan = await client.changes.plan({ calls: [call] });
  expect(plan.refusal).toEqual({ reason: 'read-only', isCertain: true, needs: null });
  for (const planId of [plan.id, drafted.id]) {
    await expect(client.changes.apply({ planId })).rejects.toMatchObject({ code: 'denied', reason: 'read-only' });
  }
  await expect(client.changes.run(call)).rejects.toMatchObject({ code: 'denied', reason: 'read-only' });
  expect(platform.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await client.journal.list({ query: {}, slice })).total).toBe(0);
});

test('a row that somebody changed since the plan was created pauses the plan', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  if (runner === undefined) throw new Error('no runner');
  const call = { op: 'runners.edit', path: { id: runner.id }, body: { maintenance_note: 'ours' } };
  const plan = await client.changes.plan({ calls: [call] });
  runner.maintenance_note = 'theirs';
  advanceClock(6 * 60_000);
  expect(await applyAndWait(client, plan)).toMatchObject({
    state: 'paused',
    pausedWhy: 'drift',
    counts: { drifted: 1 },
  });
  const [row] = await rowsOf(client, plan.id);
  expect(row?.changes).toMatchObject([{ before: 'theirs', after: 'ours' }]);
  expect(runner.maintenance_note).toBe('theirs');
  await client.changes.resume({ planId: plan.id, acceptDrift: true });
  await waitForPlan(client, plan.id);
  expect(runner.maintenance_note).toBe('ours');
});

test('a plan is made from a selection, tags are merged with those of each row, and the list is updated immediately', async () => {
  const { client, platform } = await rig();
  const { id } = await client.jobs.sync({ collection: 'runners' });
  await until(
    async () => (await client.jobs.list()).jobs.find((job) => job.id === id),
    (job) => job?.state === 'done',
  );
  const { rows } = await client.runners.list({ query: { scope: '' }, slice });
  const chosen = rows.slice(0, 3);
  const before = chosen.map(({ row }) => platform.world.runners.get(row.id)?.tag_list ?? []);
  const plan = await client.changes.plan({
    onRows: {
      op: 'runners.edit',
      collection: 'runners',
      selection: { kind: 'ids', ids: chosen.map(({ key }) => key) },
      merge: { tag_list: { add: ['swept'], remove: ['linux'] } },
    },
  });
  expect(plan.total).toBe(3);
  await applyAndWait(client, plan);
  const expected = before.map((tags) => [...tags.filter((tag) => tag !== 'linux'), 'swept']);
  expect(chosen.map(({ row }) => platform.world.runners.get(row.id)?.tag_list)).toEqual(expected);
  const now = await Promise.all(chosen.map(({ row }) => client.runners.get({ scope: '', id: row.id })));
  expect(now.map((detail) => detail?.row.tag_list)).toEqual(expected);
});

test('a cancelled plan skips the rows that were not sent', async () => {
  const { client, platform } = await rig();
  platform.faults.add({ kind: 'latency', ms: 300, match: 'PUT *' });
  const calls = platform.world.runners
    .all()
    .slice(0, 4)
    .map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'x' } }));
  const plan = await client.changes.plan({ calls });
  await client.changes.apply({ planId: plan.id });
  await until(
    () => platform.requests.count('PUT /runners/:id'),
    (count) => count > 0,
  );
  expect(await client.changes.cancel({ planId: plan.id })).toMatchObject({
    state: 'cancelled',
    counts: { skipped: 3 },
  });
  await until(
    () => client.changes.get({ planId: plan.id }),
    ({ counts }) => counts.applied === 1,
  );
  expect(platform.requests.count('PUT /runners/:id')).toBe(1);
});

test('a write that does not match the schema of its endpoint is refused without a request', async () => {
  const { client, platform } = await rig();
  const call = { op: 'runners.edit', path: { id: 1 }, body: { access_level: 'everybody' } };
  await expect(client.changes.plan({ calls: [call] })).rejects.toMatchObject({
    code: 'invalid',
    field: 'calls.0.access_level',
  });
  const inherited = { ...call, body: { constructor: {} } };
  await expect(client.changes.plan({ calls: [inherited] })).rejects.toMatchObject({ field: 'calls.0.constructor' });
  await expect(client.changes.plan({ calls: [{ op: 'runners.list' }] })).rejects.toMatchObject({ field: 'calls.0.op' });
  expect(platform.requests.count('GET /runners/:id')).toBe(0);
  expect(platform.requests.count('PUT /runners/:id')).toBe(0);
});
