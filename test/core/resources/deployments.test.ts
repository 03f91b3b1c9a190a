import { expect, test } from 'vitest';
import { unfinishedSince } from '#shared/contract/deployments.ts';
import { days, hours, minutes } from '#shared/time.ts';
import type { Deployment } from '../../platform/world/deployments.ts';
import { applyAndWait, waitForPlan } from '../changes-rig.ts';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };

/** The project with most deployments, and a function that adds one to it. */
function projectOf({ platform }: Rig) {
  const [found] = platform.world.deployments.all();
  if (found === undefined) throw new Error('no deployment');
  const { id: _, ...first } = found;
  const add = (environment: string, changes: Partial<Deployment>): Deployment => {
    const { world } = platform;
    const row =
      world.environments.byName(first.project_id, environment) ??
      world.environments.add({
        project_id: first.project_id,
        name: environment,
        external_url: null,
        approval_rules: [],
      });
    const at = changes.created_at ?? Date.now();
    return world.deployments.add({
      ...first,
      iid: world.deployments.nextIid(first.project_id),
      environment_id: row.id,
      job_id: null,
      updated_at: at,
      finished_at: null,
      ...changes,
    });
  };
  return { scope: `project:${first.project_id}`, add };
}

test('an environment shows its newest deployment, and the last successful one with its time', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { scope, add } = projectOf(rigged);
  const finishedAt = Date.now() - hours(3);
  const ok = add('production-eu', { status: 'success', created_at: finishedAt - minutes(1), updated_at: finishedAt });
  const failed = add('production-eu', { status: 'failed', created_at: finishedAt + minutes(1) });
  await syncList(client, 'deployments', scope);
  const { environments, total, completedAt } = await client.deployments.perEnvironment({ scope });
  expect(completedAt).not.toBeNull();
  expect(total).toBe(environments.length);
  expect(environments.map(({ environment }) => environment)).toEqual([
    'production',
    'production-eu',
    'nightly',
    'staging',
    'review/login-form',
  ]);
  const found = environments.find(({ environment }) => environment === 'production-eu');
  expect(found).toMatchObject({ deployments: 2, newest: { row: { id: failed.id } }, deployed: { row: { id: ok.id } } });
  expect(Math.abs((found?.deployedAt ?? 0) - finishedAt)).toBeLessThan(1_000);
  const { environments: one } = await client.deployments.perEnvironment({ scope, most: 1 });
  expect(one.map(({ environment }) => environment)).toEqual(['production']);
});

test('deployments that run or wait for too long are found in one project and in all, the oldest first', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { scope, add } = projectOf(rigged);
  const old = add('stuck/a', { status: 'running', created_at: Date.now() - hours(31) });
  const waiting = add('stuck/b', { status: 'created', created_at: Date.now() - hours(9) });
  add('stuck/c', { status: 'running', created_at: Date.now() - hours(1) });
  add('stuck/d', { status: 'success', created_at: Date.now() - hours(40) });
  await syncList(client, 'deployments', scope);
  const added = ({ rows }: Awaited<ReturnType<typeof client.deployments.stuck>>) =>
    rows.map(({ row }) => row).filter(({ environment }) => environment?.name?.startsWith('stuck/') === true);
  const stuck = await client.deployments.stuck({ scope, olderThanHours: 6 });
  expect(added(stuck).map(({ id }) => id)).toEqual([old.id, waiting.id]);
  expect(stuck.total).toBe(stuck.rows.length);
  const everywhere = await client.deployments.stuck({ scope: null, olderThanHours: 10 });
  expect(added(everywhere).map(({ id }) => id)).toEqual([old.id]);
});

test('the age of a running deployment is counted from the start of its job if known, otherwise from its creation', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, add } = projectOf(rigged);
  const [sample] = platform.world.jobs.all();
  if (sample === undefined) throw new Error('no job');
  const { id: _, ...job } = sample;
  const jobStarted = (hoursAgo: number | null): number =>
    platform.world.jobs.add({
      ...{ ...job, status: 'running', finished_at: null, created_at: Date.now() - hours(50) },
      started_at: hoursAgo === null ? null : Date.now() - hours(hoursAgo),
    }).id;
  const created_at = Date.now() - hours(31);
  const late = add('age/late', { status: 'running', created_at, job_id: jobStarted(8) });
  add('age/fresh', { status: 'running', created_at, job_id: jobStarted(2) });
  const unknown = add('age/unknown', { status: 'running', created_at: created_at - 1, job_id: jobStarted(null) });
  const waiting = add('age/waiting', { status: 'created', created_at, job_id: jobStarted(2) });
  await syncList(client, 'deployments', scope);
  const { rows } = await client.deployments.stuck({ scope, olderThanHours: 6 });
  const own = rows.map(({ row }) => row).filter(({ environment }) => environment?.name?.startsWith('age/') === true);
  expect(own.map(({ id }) => id)).toEqual([unknown.id, waiting.id, late.id]);
  expect(own.map((row) => unfinishedSince(row)?.by)).toEqual(['creation', 'creation', 'job']);
  const filter = { unfinished_hours: 6, environment: 'age/fresh' };
  expect((await client.deployments.list({ query: { scope, filter }, slice })).total).toBe(0);
});

test('the approvals of a deployment are in its rules when it is synced, and in its own fields after a change', async () => {
  const rigged = await rig({ as: 'owner' });
  const { client, platform } = rigged;
  const blocked = platform.world.deployments.find(({ status }) => status === 'blocked');
  if (blocked === undefined) throw new Error('no deployment that waits for approval');
  const [scope, id] = [`project:${blocked.project_id}`, blocked.id];
  await syncList(client, 'deployments', scope);
  const synced = (await client.deployments.get({ scope, id }))?.row;
  expect(synced?.approval_summary?.rules?.map((rule) => rule.deployment_approvals?.length)).toEqual([1, 0]);
  expect(synced?.approvals).toBeUndefined();
  const path = { id: blocked.project_id, deployment_id: id };
  const call = { op: 'deployments.edit', path, body: { status: 'canceled' } };
  await applyAndWait(client, await client.changes.plan({ calls: [call] }));
  const changed = (await client.deployments.get({ scope, id }))?.row;
  expect(changed).toMatchObject({
    status: 'canceled',
    pending_approval_count: 0,
    approvals: [{ status: 'approved', comment: 'Looks good' }],
  });
});

test('the time axis has the deployments of its range, and older ones that have not ended', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { scope, add } = projectOf(rigged);
  const now = Date.now();
  const running = add('axis', { status: 'running', created_at: now - days(40) });
  add('axis', { status: 'success', created_at: now - days(39) });
  const [waiting, blocked] = (['created', 'blocked'] as const).map((status) =>
    add('axis', { status, created_at: now - days(41) }),
  );
  const failed = add('axis', { status: 'failed', created_at: now - days(1) });
  const other = add('axis-2', { status: 'success', created_at: now - days(1) });
  await syncList(client, 'deployments', scope);
  const idsOf = async (filter: object) => {
    const { marks } = await client.deployments.timeline({ scope, filter, days: 14 });
    return marks
      .filter(({ environment }) => environment.startsWith('axis'))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  };
  const all = [running.id, waiting?.id, blocked?.id, failed.id, other.id];
  expect(await idsOf({})).toEqual(all);
  expect(await idsOf({ environment: 'axis' })).toEqual(all);
  expect(await idsOf({ status: 'failed' })).toEqual([failed.id]);
  expect(await idsOf({ status: 'blocked' })).toEqual([blocked?.id]);
  expect(await idsOf({ unfinished_hours: 6 })).toEqual([running.id, waiting?.id]);
  expect(await idsOf({ created_before: new Date(now - days(40) - hours(1)).toISOString() })).toEqual([
    waiting?.id,
    blocked?.id,
  ]);
});

test('a filter by the end of a deployment is evaluated by the platform, with the order and status that it needs', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope } = projectOf(rigged);
  await syncList(client, 'deployments', scope);
  const ends = platform.world.deployments
    .all()
    .filter((row) => `project:${row.project_id}` === scope && row.status === 'success')
    .map((row) => row.finished_at ?? 0)
    .sort((a, b) => a - b);
  const middle = new Date(ends[Math.floor(ends.length / 2)] ?? 0).toISOString();
  const filter = { status: 'success' as const, finished_after: middle };
  const before = await client.deployments.list({ query: { scope, filter }, slice });
  expect(before).toMatchObject({ total: 0, serverFilters: [{ name: 'finished_after', fetchedAt: null }] });
  await client.deployments.refreshFilter({ scope, filter });
  const after = await client.deployments.list({ query: { scope, filter }, slice });
  expect(after.total).toBe(ends.filter((at) => at >= Date.parse(middle)).length);
  expect(after.total).toBeGreaterThan(0);
});

test('by default, the time axis is the shortest in which half of the environments have deployments', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { scope, add } = projectOf(rigged);
  const now = Date.now();
  const chosen = async () => (await client.deployments.timeline({ scope, days: null })).days;
  expect(await chosen()).toBe(14);
  await syncList(client, 'deployments', scope);
  const { environments } = await client.deployments.perEnvironment({ scope });
  for (const age of [80, 20, 2]) {
    for (let at = 0; at < environments.length; at += 1) add(`new-${at}`, { created_at: now - days(age) });
    await syncList(client, 'deployments', scope);
    expect(await chosen()).toBe({ 80: 90, 20: 30, 2: 14 }[age]);
  }
  expect((await client.deployments.timeline({ scope, days: 7 })).days).toBe(7);
});

test('the undo of a deletion creates the deployment again, also if the list does not return `tag`', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, add } = projectOf(rigged);
  const { id, ref, sha, project_id } = add('again', { status: 'failed' });
  add('again', { status: 'success' });
  await syncList(client, 'deployments', scope);
  const call = { op: 'deployments.remove', path: { id: project_id, deployment_id: id } };
  const plan = await applyAndWait(client, await client.changes.plan({ calls: [call] }));
  expect(platform.world.deployments.get(id)).toBeUndefined();
  expect((await client.deployments.get({ scope, id }))?.deletedAt).not.toBeNull();
  const undone = await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(undone.counts).toEqual({ applied: 1 });
  const newest = platform.world.deployments.all().at(-1);
  expect(newest).toMatchObject({ ref, sha, tag: false, status: 'failed', job_id: null });
  const { environments } = await client.deployments.perEnvironment({ scope });
  expect(environments.find(({ environment }) => environment === 'again')?.newest.row.id).toBe(newest?.id);
});

test('a deployment whose `tag` could not be read for the plan is read again before its deletion, which can be undone', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, add } = projectOf(rigged);
  const { id, project_id } = add('unread', { status: 'failed' });
  add('unread', { status: 'success' });
  await syncList(client, 'deployments', scope);
  await client.deployments.refresh({ scope, id });
  const match = 'GET /projects/:id/repository/branches/:branch';
  platform.faults.add({ kind: 'status', status: 403, message: '403 Forbidden', match });
  const call = { op: 'deployments.remove', path: { id: project_id, deployment_id: id } };
  const plan = await client.changes.plan({ calls: [call] });
  const { rows } = await client.changes.rows({ planId: plan.id, slice });
  expect(rows).toMatchObject([{ undo: { kind: 'none' }, failure: { code: 'denied' } }]);
  platform.faults.clear();
  await applyAndWait(client, plan);
  expect(platform.world.deployments.get(id)).toBeUndefined();
  const undone = await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(undone.counts).toEqual({ applied: 1 });
  expect(platform.world.deployments.all().at(-1)).toMatchObject({ tag: false, status: 'failed' });
});

test('the deletion of a deployment with a job is planned from its cached details, because the job has `tag`', async () => {
  const { client, platform } = await rig();
  const deployed = platform.world.deployments.find(({ job_id }) => job_id !== null);
  if (deployed === undefined) throw new Error('no deployment with a job');
  const { id, project_id } = deployed;
  const scope = `project:${project_id}`;
  await syncList(client, 'deployments', scope);
  await client.deployments.refresh({ scope, id });
  const requests = () => platform.requests.count('GET /projects/:id/deployments/:deployment_id');
  const before = requests();
  await client.changes.plan({ calls: [{ op: 'deployments.remove', path: { id: project_id, deployment_id: id } }] });
  expect(requests()).toBe(before);
});

test('a deployment that has ended since the last sync is not overwritten by a repair', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, add } = projectOf(rigged);
  const { id, project_id } = add('ended', { status: 'running' });
  await syncList(client, 'deployments', scope);
  Object.assign(platform.world.deployments.get(id) ?? {}, { status: 'success' });
  const path = { id: project_id, deployment_id: id };
  const seen = { status: 'running' };
  const call = { op: 'deployments.edit', path, body: { status: 'failed' }, seen };
  const plan = await client.changes.plan({ calls: [call] });
  expect(plan.counts).toEqual({ drifted: 1 });
});

test('120 stuck deployments are repaired by one plan with a canary, and the undo restores them', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, add } = projectOf(rigged);
  const created_at = Date.now() - hours(30);
  const stuck = Array.from({ length: 120 }, (_, at) => add(`stuck-${at % 20}`, { status: 'running', created_at }));
  await syncList(client, 'deployments', scope);
  const statuses = () => new Set(stuck.map(({ id }) => platform.world.deployments.get(id)?.status));
  const calls = stuck.map(({ id, project_id }) => ({
    op: 'deployments.edit',
    path: { id: project_id, deployment_id: id },
    body: { status: 'failed' },
    seen: { status: 'running' },
  }));
  const plan = await client.changes.plan({ calls });
  expect(plan).toMatchObject({ confirmation: { kind: 'plan' }, counts: { planned: 120 } });
  await client.changes.apply({ planId: plan.id, canary: 5 });
  const paused = await waitForPlan(client, plan.id, ['paused']);
  expect(paused).toMatchObject({ pausedWhy: 'canary', counts: { applied: 5, planned: 115 } });
  await client.changes.resume({ planId: plan.id });
  expect((await waitForPlan(client, plan.id)).counts).toEqual({ applied: 120 });
  expect([...statuses()]).toEqual(['failed']);
  expect(platform.requests.count('PUT /projects/:id/deployments/:deployment_id')).toBe(120);
  const found = await client.deployments.stuck({ scope, olderThanHours: 6 });
  expect(found.rows.some(({ row }) => row.environment?.name?.startsWith('stuck-'))).toBe(false);
  const undone = await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(undone.counts).toEqual({ applied: 120 });
  expect([...statuses()]).toEqual(['running']);
});
