import { afterEach, expect, test, vi } from 'vitest';
import { minutes } from '#shared/time.ts';
import { rig, until } from '../../helpers/rig.ts';
import { applyAndWait, waitForPlan, movableClock, throughProxy, rowsOf, slice } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const member = (id: number, user_id: number | string) => ({
  op: 'members.create',
  path: { id },
  body: { user_id, access_level: 30 as const },
});

test('a reply with a success status and an error in its body counts as refused, with the platform’s message', async () => {
  const { client, platform } = await rig();
  const project = platform.world.projects.lookup('acme/core');
  const [one, two] = platform.world.users.ordered('id').slice(20);
  const plan = await client.changes.plan({ calls: [member(project?.id ?? 0, `${one?.id},${two?.id},999999`)] });
  await applyAndWait(client, plan, false);
  const [row] = await rowsOf(client, plan.id);
  expect(row?.state).toBe('refused');
  expect(row?.reportedMessage).toMatch(/not found/i);
});

test('a write that was applied although the reply was status 500 is found to be applied', async () => {
  const { client, platform } = await rig();
  const project = platform.world.projects.lookup('acme/core');
  const user = platform.world.users.ordered('id').at(-1);
  platform.faults.add({ kind: 'status', status: 500, when: 'after', match: 'POST *', times: 1 });
  const plan = await client.changes.plan({ calls: [member(project?.id ?? 0, user?.id ?? 0)] });
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', counts: { applied: 1 } });
  expect(platform.requests.count('POST /projects/:id/members')).toBe(1);
});

test('a write that was applied by its first attempt, and refused when it was repeated, is found to be applied', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const group = world.groups.lookup('acme');
  const user = group && world.enterpriseUsers.of(group).find((one) => one.two_factor_enabled);
  platform.faults.add({ kind: 'status', status: 502, when: 'after', match: 'PATCH *', times: 1 });
  const path = { id: group?.id ?? 0, user_id: user?.id ?? 0 };
  const plan = await client.changes.plan({ calls: [{ op: 'enterprise-users.disableTwoFactor', path }] });
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: 1 } });
});

test('a delete whose reply was lost is sent again, and the 404 to it counts as applied', async () => {
  const { client, platform } = await rig();
  const project = platform.world.projects.lookup('acme/core');
  const { row } = await client.changes.run({
    op: 'branches.create',
    path: { id: project?.id ?? 0 },
    body: { branch: 'short-lived', ref: 'main' },
  });
  expect(row.state).toBe('applied');
  platform.faults.add({ kind: 'reset', when: 'after', match: 'DELETE *', times: 1 });
  const remove = { op: 'branches.remove', path: { id: project?.id ?? 0, branch: 'short-lived' } };
  const plan = await client.changes.plan({ calls: [remove] });
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: 1 } });
  expect(platform.requests.count('DELETE /projects/:id/repository/branches/:branch')).toBe(2);
});

test('a row that the rate limit refused is sent again after the pause, and no journal entry stays open', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  platform.faults.add({ kind: 'throttle', retryAfter: 1, match: 'PUT *', times: 1 });
  const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'patient' } };
  const plan = await client.changes.plan({ calls: [call] });
  await client.changes.apply({ planId: plan.id });
  await waitForPlan(client, plan.id);
  expect(runner?.maintenance_note).toBe('patient');
  expect((await client.journal.list({ query: { state: 'intended' }, slice })).total).toBe(0);
});

test('a plan for a resource that the token may not read names the required role, and is refused with status 403', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const call = { op: 'service-accounts.create', body: { name: 'Bot', username: 'bot-1' } };
  const plan = await client.changes.plan({ calls: [call] });
  expect(plan.refusal).toMatchObject({ reason: 'role', isCertain: false });
  expect(plan.refusal?.needs).toMatch(/administrator/i);
  await applyAndWait(client, plan, false);
  expect((await rowsOf(client, plan.id))[0]).toMatchObject({ state: 'refused', status: 403 });
  expect(platform.world.users.byUsername('bot-1')).toBeUndefined();
});

test('a row whose current tags cannot be read is skipped, because tags cannot be added to it', async () => {
  const { client, platform } = await rig();
  const { id } = await client.jobs.sync({ collection: 'runners' });
  await until(
    async () => (await client.jobs.list()).jobs.find((job) => job.id === id),
    (job) => job?.state === 'done',
  );
  const [chosen] = (await client.runners.list({ query: { scope: '' }, slice })).rows;
  const tags = platform.world.runners.get(chosen?.row.id ?? 0)?.tag_list;
  platform.faults.add({ kind: 'status', status: 403, message: '403 Forbidden', match: 'GET /runners/*' });
  const plan = await client.changes.plan({
    onRows: {
      op: 'runners.edit',
      collection: 'runners',
      selection: { kind: 'ids', ids: [chosen?.key ?? 0] },
      merge: { tag_list: { add: ['swept'], remove: [] } },
    },
  });
  expect(await rowsOf(client, plan.id)).toMatchObject([{ state: 'skipped', failure: { code: 'denied' } }]);
  await applyAndWait(client, plan);
  expect(platform.requests.count('PUT /runners/:id')).toBe(0);
  expect(platform.world.runners.get(chosen?.row.id ?? 0)?.tag_list).toEqual(tags);
});

test.each([403, 404])(
  'a write with status 500 is unknown if its resource cannot be read (status %i)',
  async (status) => {
    const { client, platform } = await rig();
    const [runner] = platform.world.runners.all();
    const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'done?' } };
    const plan = await client.changes.plan({ calls: [call] });
    platform.faults.add({ kind: 'status', status: 500, when: 'after', match: 'PUT *' });
    platform.faults.add({ kind: 'status', status, message: `${status} no`, match: 'GET /runners/*' });
    expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', counts: { unknown: 1 } });
    expect(runner?.maintenance_note).toBe('done?');
    expect((await client.journal.list({ query: {}, slice })).rows).toMatchObject([{ state: 'unknown' }]);
  },
);

test('a write that is answered with a redirect is refused, and is sent only once', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  platform.faults.add({ kind: 'redirect', to: 'http://127.0.0.1:1', match: 'PUT *' });
  const { row } = await client.changes.run({
    op: 'runners.edit',
    path: { id: runner?.id ?? 0 },
    body: { maintenance_note: 'elsewhere' },
  });
  expect(row).toMatchObject({ state: 'refused', failure: { reason: 'foreign-redirect' } });
  expect(platform.requests.count('PUT /runners/:id')).toBe(1);
});

test('a write that is retried without a connection has one journal entry, not one for each attempt', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  const line = await throughProxy(rigged);
  const project = platform.world.projects.lookup('acme/core');
  const issue = platform.world.issues.find(({ project_id }) => project_id === project?.id);
  const path = { id: project?.id ?? 0, issue_iid: issue?.iid ?? 0 };
  const plan = await client.changes.plan({ calls: [{ op: 'notes.createOnIssue', path, body: { body: 'at last' } }] });
  // This write also fetches the user of the token, so that the next write is the first request that fails
  const [runner] = platform.world.runners.all();
  await client.changes.run({ op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'first' } });
  const before = (await client.journal.list({ query: {}, slice })).total;
  await line.down();
  await client.changes.apply({ planId: plan.id });
  await until(
    async () => {
      clock.pass(minutes(5));
      return (await client.jobs.list()).jobs.find(({ input }) => input['planId'] === plan.id)?.retries ?? 0;
    },
    (retries) => retries > 2,
  );
  expect((await client.journal.list({ query: {}, slice })).total).toBe(before + 1);
});
