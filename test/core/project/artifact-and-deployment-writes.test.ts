import { expect, test } from 'vitest';
import { days, hours } from '#shared/time.ts';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { DeploymentStatus } from '../../platform/world/deployments.ts';
import { applyAndWait, rowsOf, slice } from '../changes-rig.ts';

/** A job of the private project whose artifacts have files, and all jobs of this project. */
function jobsOf({ platform: { world } }: Rig) {
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const jobs = world.jobs.filter(({ pipeline_id: of }) => world.pipelines.get(of)?.project_id === id);
  const job = jobs.find(({ artifacts }) => artifacts?.files.has('build.json') === true);
  if (job === undefined) throw new Error('no artifacts');
  return { id, job, jobs, path: { id, job_id: job.id } };
}

test('a developer can’t delete artifacts, and can’t keep those that no longer exist', async () => {
  const rigged = await rig({ as: 'developer' });
  const { client } = rigged;
  const { job, path } = jobsOf(rigged);
  const refused = async (op: string) => {
    const plan = await client.changes.plan({ calls: [{ op, path }] });
    await applyAndWait(client, plan);
    return rowsOf(client, plan.id);
  };
  expect(await refused('artifacts.remove')).toMatchObject([{ state: 'refused', status: 403 }]);
  expect(job.artifacts).not.toBeNull();
  job.artifacts = null;
  expect(await refused('artifacts.keep')).toMatchObject([{ state: 'refused', status: 404 }]);
});

test('artifacts are kept, and deleted after typing their job; the journal has both under the path of the job', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { job, path } = jobsOf(rigged);
  if (job.artifacts === null) throw new Error('no artifacts');
  job.artifacts.expire_at = Date.now() + days(1);
  const keep = await client.changes.plan({ calls: [{ op: 'artifacts.keep', path }] });
  expect(keep).toMatchObject({ confirmation: { kind: 'plan' }, undo: { kind: 'none' } });
  await applyAndWait(client, keep);
  expect(job.artifacts.expire_at).toBeNull();
  const remove = await client.changes.plan({ calls: [{ op: 'artifacts.remove', path }] });
  expect(remove.confirmation).toEqual({ kind: 'name', name: `job ${job.id}` });
  await expect(client.changes.apply({ planId: remove.id, confirm: 'job' })).rejects.toMatchObject({
    reason: 'needs-confirmation',
  });
  expect(job.artifacts).not.toBeNull();
  await applyAndWait(client, remove);
  expect(job.artifacts).toBeNull();
  const query = { search: `jobs/${job.id}/`, state: 'applied' } as const;
  const { rows } = await client.journal.list({ query, slice });
  expect(rows.map(({ op }) => op).toSorted()).toEqual(['artifacts.keep', 'artifacts.remove']);
  for (const entry of rows) expect(entry.path).toContain(`/jobs/${job.id}/`);
});

test('all artifacts of a project expire, except those of the last successful pipelines, after typing its name', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { id, jobs } = jobsOf(rigged);
  const plan = await client.changes.plan({ calls: [{ op: 'artifacts.removeAll', path: { id } }] });
  expect(plan.confirmation).toMatchObject({ kind: 'name' });
  await applyAndWait(client, plan);
  const expiring = jobs.map(({ artifacts }) => artifacts?.expire_at ?? Infinity);
  expect(expiring.some((at) => at <= Date.now())).toBe(true);
  expect(jobs.some(({ artifacts }) => artifacts !== null && (artifacts.expire_at ?? Infinity) > Date.now())).toBe(true);
  const { rows } = await client.journal.list({ query: { op: 'artifacts.removeAll' }, slice });
  expect(rows).toMatchObject([{ state: 'applied', path: expect.stringContaining(`/projects/${id}/`) as string }]);
});

/** Replace the deployments of the private project by these, each created an hour after the one before. */
function deploymentsOf({ platform: { world } }: Rig, wanted: readonly (readonly [string, DeploymentStatus])[]) {
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const [found] = world.deployments.of(id);
  if (found === undefined) throw new Error('no deployment');
  const { id: _, ...first } = found;
  world.deployments.removeWhere(({ project_id: of }) => of === id);
  const rows = wanted.map(([name, status], at) => {
    const environment =
      world.environments.byName(id, name) ??
      world.environments.add({ project_id: id, name, external_url: null, approval_rules: [] });
    const created_at = Date.now() - hours(100 - at);
    return world.deployments.add({
      ...{ ...first, iid: at + 1, environment_id: environment.id, status, created_at, updated_at: created_at },
      ...{ finished_at: null, job_id: null },
    });
  });
  const at = (index: number) => ({ id, deployment_id: rows[index]?.id ?? 0 });
  const statuses = () => rows.map((row) => world.deployments.get(row.id)?.status);
  return { id, scope: `project:${id}`, rows, at, statuses, sha: first.sha };
}

test('in the gitlab dialect, a plan leaves out deployments of CI jobs and says why; others are changed', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const given = deploymentsOf(rigged, [
    ['staging', 'running'],
    ['production', 'running'],
  ]);
  const { scope, rows, statuses } = given;
  Object.assign(rows[0] ?? {}, { job_id: jobsOf(rigged).job.id });
  await syncList(client, 'deployments', scope);
  const stuck = () => client.deployments.stuck({ scope, olderThanHours: 1 });
  expect(await stuck()).toMatchObject({ total: 2, changeable: 2 });
  const { profiles } = await client.profiles.list();
  await client.profiles.edit({ ...(profiles[0] as NonNullable<(typeof profiles)[0]>), dialect: 'gitlab', token: '' });
  expect(await stuck()).toMatchObject({ total: 2, changeable: 1 });

  const selection = { kind: 'all' as const, query: { scope }, except: [] };
  const onRows = { op: 'deployments.edit', collection: 'deployments' as const, selection, body: { status: 'failed' } };
  const plan = await client.changes.plan({ onRows });
  const states = async () => (await rowsOf(client, plan.id)).map(({ state }) => state).toSorted();
  expect(await states()).toEqual(['planned', 'skipped']);
  const reportedMessage = 'The API of this instance can’t change deployments of CI jobs.';
  const skipped = (await rowsOf(client, plan.id)).filter(({ state }) => state === 'skipped');
  expect(skipped).toMatchObject([{ reportedMessage }]);
  await applyAndWait(client, plan);
  expect(await states()).toEqual(['applied', 'skipped']);
  expect(statuses()).toEqual(['running', 'failed']);
  expect(platform.requests.count('PUT /projects/:id/deployments/:deployment_id')).toBe(1);
});

test('a developer can’t delete a deployment, and a status of one that no longer exists is not set', async () => {
  const rigged = await rig({ as: 'developer' });
  const { client, platform } = rigged;
  const { scope, rows, at, statuses } = deploymentsOf(rigged, [
    ['staging', 'failed'],
    ['staging', 'success'],
    ['staging', 'success'],
  ]);
  await syncList(client, 'deployments', scope);
  const removed = await client.changes.plan({ calls: [{ op: 'deployments.remove', path: at(0) }] });
  await applyAndWait(client, removed);
  expect(await rowsOf(client, removed.id)).toMatchObject([{ state: 'refused', status: 403 }]);
  await client.deployments.refresh({ scope, id: rows[1]?.id ?? 0 });
  platform.world.deployments.remove(rows[1]?.id ?? 0);
  const call = { op: 'deployments.edit', path: at(1), body: { status: 'failed' }, seen: { status: 'success' } };
  const { row } = await client.changes.run(call);
  expect(row).toMatchObject({ state: 'refused', status: 404, failure: { code: 'missing' } });
  expect(statuses()).toEqual(['failed', undefined, 'success']);
});

test('a deployment of an unknown commit is refused; one of a known commit is created after its plan', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { id, scope, sha } = deploymentsOf(rigged, [['staging', 'success']]);
  await syncList(client, 'deployments', scope);
  const create = async (commit: string) => {
    const body = { environment: 'canary', ref: 'main', sha: commit, status: 'success', tag: false };
    const call = { op: 'deployments.create', path: { id }, body };
    await expect(client.changes.run(call)).rejects.toMatchObject({ reason: 'needs-plan' });
    const plan = await client.changes.plan({ calls: [call] });
    expect(plan.undo).toMatchObject({
      kind: 'none',
      why: expect.stringMatching(/^the new deployment is the newest/) as string,
    });
    await applyAndWait(client, plan);
    return (await rowsOf(client, plan.id))[0];
  };
  expect(await create('0123456789abcdef')).toMatchObject({ state: 'refused', status: 400 });
  expect(await create(sha)).toMatchObject({ state: 'applied' });
  expect(platform.world.deployments.of(id).at(-1)).toMatchObject({ sha, ref: 'main', tag: false, status: 'success' });
  const query = { scope, filter: { environment: 'canary' } };
  expect((await client.deployments.list({ query, slice })).total).toBe(1);
});

test('the undo of a repair restores what it can: a deployment that was “created” keeps its new status', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { scope, at, statuses } = deploymentsOf(rigged, [
    ['staging', 'running'],
    ['production', 'created'],
  ]);
  await syncList(client, 'deployments', scope);
  const calls = (['running', 'created'] as const).map((status, index) => ({
    ...{ op: 'deployments.edit', path: at(index), body: { status: 'failed' }, seen: { status } },
  }));
  const plan = await applyAndWait(client, await client.changes.plan({ calls }));
  expect(statuses()).toEqual(['failed', 'failed']);
  expect(plan).toMatchObject({ counts: { applied: 2 }, undoable: 1 });
  await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(statuses()).toEqual(['running', 'failed']);
  expect((await client.deployments.stuck({ scope, olderThanHours: 6 })).total).toBe(1);
});

test('selected deployments that already have the status are not sent', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, statuses } = deploymentsOf(rigged, [
    ['staging', 'success'],
    ['staging', 'failed'],
    ['production', 'success'],
  ]);
  await syncList(client, 'deployments', scope);
  const query = { scope, search: '', filter: {}, sort: { by: 'created_at', direction: 'asc' } as const };
  const onRows = {
    ...{ op: 'deployments.edit', collection: 'deployments' as const, body: { status: 'success' } },
    selection: { kind: 'all' as const, query: { ...query, notReturned: 'hide' as const }, except: [] },
  };
  const plan = await client.changes.plan({ onRows });
  expect(plan.counts).toEqual({ planned: 1, unchanged: 2 });
  await applyAndWait(client, plan);
  expect(statuses()).toEqual(['success', 'success', 'success']);
  expect(platform.requests.count('PUT /projects/:id/deployments/:deployment_id')).toBe(1);
});
