import { expect, test } from 'vitest';
import { branches } from '#main/api/endpoints/branches.ts';
import { deployments } from '#main/api/endpoints/deployments.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator, type Simulator } from './simulator.ts';

const id = projects.private;
const path = { id };
const list = 'GET /projects/:id/deployments';

test('deployments are listed in pages, with environment and job', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const page = await send.page(deployments.list, { path, query: { per_page: 3 } });
  expect(page.total).toBeGreaterThan(3);
  expect(page.next).not.toBeNull();
  const rows = await send(deployments.list, { path, query: { per_page: 100 } });
  expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).toSorted((a, b) => a - b));
  const first = rows.find(({ deployable }) => deployable !== null && deployable !== undefined);
  expect(first?.environment?.name).toBeTruthy();
  expect(first?.deployable).toMatchObject({
    id: expect.any(Number) as number,
    pipeline: { status: expect.any(String) as string },
  });
  const one = await send(deployments.get, { path: { id, deployment_id: first?.id ?? 0 } });
  expect(one).toMatchObject({ id: first?.id, sha: first?.sha, status: first?.status });
});

test('every filter is sent with its name in the documents, and is applied', async () => {
  const { as, reached } = await simulator();
  const query = {
    order_by: 'finished_at' as const,
    sort: 'desc' as const,
    updated_after: '2026-01-01T00:00:00Z',
    updated_before: '2026-11-01T00:00:00Z',
    finished_after: '2026-01-01T00:00:00Z',
    finished_before: '2026-11-01T00:00:00Z',
    environment: 'staging',
    status: 'success' as const,
    page: 1,
    per_page: 100,
  };
  const rows = await as('developer')(deployments.list, { path, query });
  expect(rows.length).toBeGreaterThan(1);
  expect(new Set(rows.map(({ status, environment }) => `${environment?.name} ${status}`))).toEqual(
    new Set(['staging success']),
  );
  expect(reached(list)[0]?.query).toHaveLength(Object.keys(query).length);
  expect(reached(list)[0]?.query).toEqual(
    expect.arrayContaining(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
});

test('filters by the end of a deployment are sent only with the required order and status', async () => {
  const { as, platform } = await simulator();
  const send = as('developer');
  const finished_after = '2026-01-01T00:00:00Z';
  const refused = (query: object) => failureOf(send(deployments.list, { path, query }));
  expect(await refused({ finished_after, status: 'success' })).toMatchObject({ code: 'invalid', field: 'order_by' });
  expect(await refused({ finished_after, order_by: 'finished_at' })).toMatchObject({
    code: 'invalid',
    field: 'status',
  });
  expect(platform.requests.count()).toBe(0);
});

async function created({ as }: Simulator, status: 'running' | 'success' = 'running') {
  const send = as('developer');
  const sha = (await send(branches.get, { path: { id, branch: 'main' } })).commit?.id ?? '';
  const body = { environment: 'lab', sha, ref: 'main', tag: false, status };
  return { body, row: await send(deployments.create, { path, body }) };
}

test('a deployment is created and its status changed', async () => {
  const simulated = await simulator();
  const { body, row } = await created(simulated);
  expect(row).toMatchObject({ status: 'running', sha: body.sha, environment: { name: 'lab' } });
  expect(row.deployable).toBeNull();
  const edit = { path: { id, deployment_id: row.id }, body: { status: 'success' as const } };
  expect(await simulated.as('developer')(deployments.edit, edit)).toMatchObject({ id: row.id, status: 'success' });
  expect(simulated.reached('POST /projects/:id/deployments')[0]?.body).toEqual(body);
  expect(simulated.reached('PUT /projects/:id/deployments/:deployment_id')[0]?.body).toEqual({ status: 'success' });
});

test('the platform deletes old deployments, but no running one and not the last one of an environment', async () => {
  const simulated = await simulator();
  const { row: older } = await created(simulated, 'success');
  const send = simulated.as('maintainer');
  const remove = (deployment_id: number) => send(deployments.remove, { path: { id, deployment_id } });
  const last = await failureOf(remove(older.id));
  expect(last.status).toBeOneOf([400, 403, 409, 422]);
  expect(last.reportedMessage).toBeTruthy();
  const { row: running } = await created(simulated);
  expect(await failureOf(remove(running.id))).toMatchObject({ code: 'invalid', status: 400 });
  await remove(older.id);
  const failure = await failureOf(send(deployments.get, { path: { id, deployment_id: older.id } }));
  expect(failure).toMatchObject({ code: 'missing', reason: 'hidden-or-missing' });
});

test('a status that only the platform sets is not sent; reporters can’t create deployments', async () => {
  const { as, platform } = await simulator();
  const loose = as('developer') as (endpoint: unknown, input: unknown) => Promise<unknown>;
  const body = { environment: 'lab', sha: 'main', ref: 'main', tag: false };
  const own = await failureOf(loose(deployments.create, { path, body: { ...body, status: 'blocked' } }));
  expect(own).toMatchObject({ code: 'invalid', field: 'status', status: undefined });
  expect(await failureOf(loose(deployments.create, { path, body }))).toMatchObject({ field: 'status' });
  expect(platform.requests.count()).toBe(0);
  const low = as('reporter')(deployments.create, { path, body: { ...body, status: 'running' } });
  expect(await failureOf(low)).toMatchObject({ code: 'denied', reason: 'role' });
});
