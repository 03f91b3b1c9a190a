import { afterEach, expect, test, vi } from 'vitest';
import { minutes, seconds } from '#shared/time.ts';
import { rig, until, type Rig } from '../../helpers/rig.ts';
import { waitForPlan, movableClock, rowsOf, slice } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const editing = 'PUT /runners/:id';
const importing = 'POST /import/codehost_a';
const noting = 'POST /projects/:id/issues/:issue_iid/notes';

function callsOf({ platform: { world } }: Rig) {
  const [runner] = world.runners.all();
  const project = world.projects.lookup('acme/core');
  const issue = world.issues.find(({ project_id }) => project_id === project?.id);
  if (!runner || !project || !issue) throw new Error('the seed lacks something');
  const edit = { op: 'runners.edit', path: { id: runner.id }, body: { maintenance_note: 'patient' } };
  const note = { op: 'notes.createOnIssue', path: { id: project.id, issue_iid: issue.iid }, body: { body: 'once' } };
  return { runner, edit, note };
}

/** Wait until Reeve has recorded that the platform refused a write because of its rate limit. */
const rateLimitRefusal = ({ client }: Rig, planId: string) =>
  until(
    async () => (await rowsOf(client, planId))[0],
    (row) => row?.failure?.['status'] === 429,
  );

test('cancelling a plan that waits for the rate limit skips its row at once', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  // The longest pause for which the governor waits
  platform.faults.add({ kind: 'throttle', retryAfter: 120, match: 'PUT *' });
  const plan = await client.changes.plan({ calls: [callsOf(rigged).edit] });
  await client.changes.apply({ planId: plan.id });
  expect(await rateLimitRefusal(rigged, plan.id)).toMatchObject({ state: 'planned' });
  expect(await client.changes.cancel({ planId: plan.id })).toMatchObject({
    state: 'cancelled',
    counts: { skipped: 1 },
  });
  const job = await until(
    async () => (await client.jobs.list()).jobs.find(({ input }) => input['planId'] === plan.id),
    (one) => one?.state === 'cancelled',
  );
  expect(job?.failure).toBeNull();
  expect(platform.requests.count(editing)).toBe(1);
  expect((await client.journal.list({ query: {}, slice })).rows).toMatchObject([{ state: 'not-applied', status: 429 }]);
});

test('a row that waits for the rate limit is stored as not sent, so that it is sent once after a crash', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  platform.faults.add({ kind: 'throttle', retryAfter: 120, match: 'POST *', times: 1 });
  const plan = await client.changes.plan({ calls: [callsOf(rigged).note] });
  await client.changes.apply({ planId: plan.id });
  expect(await rateLimitRefusal(rigged, plan.id)).toMatchObject({ state: 'planned' });
  expect((await client.journal.list({ query: { state: 'intended' }, slice })).total).toBe(0);
  const again = await rigged.restart();
  await again.changes.resume({ planId: plan.id });
  expect(await waitForPlan(again, plan.id)).toMatchObject({ counts: { applied: 1 } });
  expect(platform.requests.count(noting)).toBe(2);
  // The journal keeps the attempt that was refused
  const [entry] = (await again.journal.list({ query: {}, slice })).rows;
  expect(entry).toMatchObject({
    state: 'applied',
    misses: [{ status: 429, reportedMessage: '429 Too Many Requests' }],
  });
  expect(platform.world.notes.filter(({ body }) => body === 'once')).toHaveLength(1);
});

test('a write that is interrupted after an earlier 429 is checked and then sent again', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  const { edit, runner } = callsOf(rigged);
  platform.faults.add({ kind: 'throttle', retryAfter: 300, match: 'PUT *', times: 1 });
  const plan = await client.changes.plan({ calls: [edit] });
  await client.changes.apply({ planId: plan.id });
  expect(await waitForPlan(client, plan.id, ['waiting'])).toMatchObject({ failure: { code: 'throttled' } });
  expect((await rowsOf(client, plan.id))[0]).toMatchObject({ state: 'planned', status: 429 });
  platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'PUT *', times: 1 });
  clock.pass(seconds(301));
  await until(
    () => platform.requests.count(editing),
    (n) => n === 2,
  );
  const again = await rigged.restart();
  await again.changes.resume({ planId: plan.id });
  await until(
    async () => (await rowsOf(again, plan.id))[0],
    (row) => typeof row?.waitsUntil === 'number',
  );
  clock.pass(minutes(1));
  expect(await waitForPlan(again, plan.id)).toMatchObject({ counts: { applied: 1 } });
  expect(runner.maintenance_note).toBe('patient');
});

test('the rate limit of another service applies even if a person continues the plan', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  const body = { repo_id: 9, target_namespace: 'acme', new_name: 'nine', personal_access_token: 'rate-limited' };
  const plan = await client.changes.plan({ calls: [{ op: 'imports.fromCodehostA', body }] });
  await client.changes.apply({ planId: plan.id });
  const { failure } = await waitForPlan(client, plan.id, ['waiting']);
  const retryAtMs = Number(failure?.['retryAtMs']);
  expect(retryAtMs).toBeGreaterThan(Date.now() + 30_000);
  await client.changes.resume({ planId: plan.id });
  expect(await waitForPlan(client, plan.id, ['waiting'])).toMatchObject({ failure: { code: 'throttled', retryAtMs } });
  expect(platform.requests.count(importing)).toBe(1);
  clock.pass(retryAtMs - Date.now() + 1);
  await until(
    () => platform.requests.count(importing),
    (n) => n === 2,
  );
});

test('the rate limit of one account of another service does not delay another account', async () => {
  const { client, platform } = await rig();
  const importOf = (repo_id: number, personal_access_token: string) => ({
    op: 'imports.fromCodehostA',
    body: { repo_id, target_namespace: 'acme', new_name: `repo-${repo_id}`, personal_access_token },
  });
  const limited = await client.changes.plan({ calls: [importOf(9, 'rate-limited')] });
  await client.changes.apply({ planId: limited.id });
  await waitForPlan(client, limited.id, ['waiting']);
  await client.changes.cancel({ planId: limited.id });
  const other = await client.changes.plan({ calls: [importOf(10, 'another-account')] });
  await client.changes.apply({ planId: other.id });
  expect(await waitForPlan(client, other.id)).toMatchObject({ state: 'done', counts: { applied: 1 } });
  expect(platform.requests.count(importing)).toBe(2);
});

test('a write that a gateway forwarded and answered with 429 is unknown, and is not sent again', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { note } = callsOf(rigged);
  const clock = movableClock();
  platform.faults.add({ kind: 'status', status: 429, when: 'after', match: noting, times: 1 });
  const plan = await client.changes.plan({ calls: [note] });
  await client.changes.apply({ planId: plan.id });
  await until(
    async () => (await rowsOf(client, plan.id))[0],
    (row) => row?.failure?.['reason'] === 'other-limit' || row?.state === 'applied' || row?.state === 'unknown',
  );
  for (let turn = 0; turn < 10; turn += 1) clock.pass(minutes(2));
  const [row] = await until(
    () => rowsOf(client, plan.id),
    ([one]) => one?.state === 'applied' || one?.state === 'unknown',
  );
  expect(row?.state).toBe('unknown');
  expect(platform.requests.count(noting)).toBe(1);
  expect(platform.world.notes.filter(({ body }) => body === 'once')).toHaveLength(1);
});
