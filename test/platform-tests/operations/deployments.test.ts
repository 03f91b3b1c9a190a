import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { fieldsOf, form, headOf, json, messageOf, projectOf, row } from '../repository-rig.ts';
import { COMMIT } from '../resources/repositories.ts';
import { APPROVAL, APPROVAL_RULE, DEPLOYABLE, DEPLOYMENT, ENVIRONMENT, PIPELINE } from '../resources/deployments.ts';
import { ask, AT_MS, ids, link, start } from '../rig.ts';
import type { Answer } from '../rig.ts';

type Row = Record<string, unknown>;
const at = '/projects/acme%2Fcore/deployments';

async function bodyFor(platform: Platform, changes: Row = {}): Promise<Row> {
  return {
    environment: 'staging',
    sha: await headOf(platform, 'main'),
    ref: 'main',
    tag: false,
    status: 'success',
    ...changes,
  };
}
async function create(platform: Platform, changes: Row = {}): Promise<Row> {
  const answer = await ask(platform, 'developer', at, json('POST', await bodyFor(platform, changes)));
  expect([200, 201], answer.text).toContain(answer.status);
  return row(answer);
}
const idsOf = async (platform: Platform, query: string) =>
  ids(await ask(platform, 'reporter', `${at}?per_page=100&${query}`));

test('seeded deployments are listed in pages, and have exactly the documented fields at every depth', async () => {
  const platform = await start();
  const first = await ask(platform, 'reporter', at);
  expect(first.rows).toHaveLength(20);
  expect(link(first, 'next')).toBeDefined();
  const all = (await ask(platform, 'reporter', `${at}?per_page=100`)).rows;
  expect(all.length).toBe(Number(first.headers.get('x-total')));
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['created', 'running', 'success', 'failed', 'canceled', 'blocked']),
  );
  for (const deployment of all) {
    const { approval_summary, ...rest } = deployment;
    expect(fieldsOf(rest)).toEqual(DEPLOYMENT);
    expect(fieldsOf(rest.environment)).toEqual(ENVIRONMENT);
    expect(approval_summary !== undefined).toBe((rest.environment as Row).name === 'production');
    const job = rest.deployable as Row;
    expect(fieldsOf(job)).toEqual(DEPLOYABLE);
    expect(fieldsOf(job.pipeline)).toEqual(PIPELINE);
    expect(fieldsOf(job.commit)).toEqual([...COMMIT].sort());
    expect(job.project).toEqual({ ci_job_token_scope_enabled: expect.any(Boolean) as boolean });
    expect((job.commit as Row).id).toBe(rest.sha);
    expect(job.ref).toBe(rest.ref);
  }
  const one = await ask(platform, 'reporter', `${at}/${String(all[0]?.id)}`);
  expect([one.status, one.json]).toEqual([200, all[0]]);
});

test('approval rules show who has approved and who has not', async () => {
  const platform = await start();
  const [blocked] = (await ask(platform, 'reporter', `${at}?status=blocked`)).rows;
  const { rules = [] } = (blocked?.approval_summary ?? {}) as { rules?: Row[] };
  expect(rules.map(fieldsOf)).toEqual([APPROVAL_RULE, APPROVAL_RULE]);
  const approvals = rules.flatMap((rule) => rule.deployment_approvals as Row[]);
  expect(approvals.map(fieldsOf)).toEqual([APPROVAL]);
});

test('a deployment is created, changes to any other status, and has exactly the documented fields', async () => {
  const platform = await start();
  const made = await create(platform, { environment: 'preview', status: 'running' });
  const { approvals, pending_approval_count, ...rest } = made;
  expect([approvals, pending_approval_count]).toEqual([[], 0]);
  expect(fieldsOf(rest)).toEqual(DEPLOYMENT);
  expect(rest).toMatchObject({ status: 'running', ref: 'main', deployable: null, user: { username: 'developer' } });
  expect(made.environment).toMatchObject({ name: 'preview', external_url: null });
  platform.clock.advance(5000);
  for (const status of ['success', 'failed', 'canceled', 'running', 'running']) {
    const answer = await ask(platform, 'developer', `${at}/${String(made.id)}`, json('PUT', { status }));
    expect([answer.status, row(answer).status, row(answer).id]).toEqual([200, status, made.id]);
    expect(row(answer)).toMatchObject({ approvals: [], pending_approval_count: 0 });
    expect(row(answer).updated_at).not.toBe(made.updated_at);
  }
  const next = await create(platform, { environment: 'preview' });
  expect((next.environment as Row).id).toBe((made.environment as Row).id);
  expect(Number(next.iid)).toBe(Number(made.iid) + 1);
});

test('parameters are also accepted as a form and in the query', async () => {
  const platform = await start();
  const pairs = Object.entries(await bodyFor(platform)).map(([name, value]) => [name, String(value)] as const);
  expect([200, 201]).toContain((await ask(platform, 'developer', at, form('POST', pairs))).status);
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  expect([200, 201]).toContain((await ask(platform, 'developer', `${at}?${query}`, { method: 'POST' })).status);
});

test('missing parameters, wrong types and unknown values are refused', async () => {
  const platform = await start();
  const good = await bodyFor(platform);
  const bad: Row[] = [
    ...Object.keys(good).map((name) => ({ ...good, [name]: undefined })),
    { ...good, tag: 'perhaps' },
    ...['created', 'blocked', 'done'].map((status) => ({ ...good, status })),
    { ...good, sha: 'f'.repeat(40) },
    { ...good, ref: 'nowhere' },
    { ...good, environment: ' ' },
  ];
  for (const body of bad) {
    const answer = await ask(platform, 'developer', at, json('POST', body));
    expect([answer.status, messageOf(answer).length > 2], JSON.stringify(body)).toEqual([400, true]);
  }
  const { id } = await create(platform);
  for (const body of [{}, { status: 'created' }, { status: 'blocked' }]) {
    expect((await ask(platform, 'developer', `${at}/${String(id)}`, json('PUT', body))).status).toBe(400);
  }
  for (const query of ['order_by=name', 'sort=up', 'status=done', 'updated_after=yesterday']) {
    expect((await ask(platform, 'developer', `${at}?${query}`)).status, query).toBe(400);
  }
  expect((await ask(platform, 'developer', `${at}/99999`)).status).toBe(404);
  const elsewhere = platform.world.deployments.of(projectOf(platform, 'public').id)[0]?.id;
  expect((await ask(platform, 'developer', `${at}/${elsewhere}`)).status).toBe(404);
});

test('the last deployment of an environment and a running deployment can’t be deleted', async () => {
  const platform = await start();
  const [old, running, last] = [
    await create(platform, { environment: 'e' }),
    await create(platform, { environment: 'e', status: 'running' }),
    await create(platform, { environment: 'e' }),
  ];
  const remove = (one: Row, who: 'maintainer' | 'reporter' = 'maintainer') =>
    ask(platform, who, `${at}/${String(one.id)}`, { method: 'DELETE' });
  const refused: Answer = await remove(running);
  expect([refused.status, messageOf(refused)]).toEqual([400, expect.stringMatching(/\w/)]);
  expect([400, 403, 409, 422]).toContain((await remove(last)).status);
  expect((await remove(old, 'reporter')).status).toBe(403);
  expect([200, 204]).toContain((await remove(old)).status);
  expect((await remove(old)).status).toBe(404);
  expect(await idsOf(platform, 'environment=e')).toEqual([running.id, last.id]);
});

test('deployments are filtered by status, environment and time', async () => {
  const platform = await start();
  const made = await create(platform, { environment: 'preview' });
  expect(await idsOf(platform, 'environment=preview')).toEqual([made.id]);
  expect(await idsOf(platform, 'environment=nowhere')).toEqual([]);
  const since = encodeURIComponent(new Date(AT_MS - 1000).toISOString());
  expect(await idsOf(platform, `updated_after=${since}`)).toEqual([made.id]);
  const before = await idsOf(platform, `updated_before=${since}`);
  expect(before).not.toContain(made.id);
  expect(before.length).toBeGreaterThan(20);
  const both = `finished_after=${since}&order_by=finished_at&status=success`;
  expect(await idsOf(platform, both)).toEqual([made.id]);
  expect(await idsOf(platform, `finished_before=${since}&order_by=finished_at&status=success`)).not.toContain(made.id);
  for (const query of [`finished_after=${since}`, `finished_before=${since}&order_by=finished_at`]) {
    expect((await ask(platform, 'reporter', `${at}?${query}`)).status, query).toBe(400);
  }
});

test('deployments are sorted as requested, by default by ID', async () => {
  const platform = await start();
  const project = projectOf(platform);
  const rows = platform.world.deployments.of(project.id);
  const ascending = rows.map(({ id }) => id).sort((a, b) => a - b);
  expect(await idsOf(platform, '')).toEqual(ascending);
  expect(await idsOf(platform, 'sort=desc')).toEqual(ascending.toReversed());
  for (const field of ['iid', 'created_at', 'updated_at', 'ref', 'finished_at'] as const) {
    for (const sort of ['asc', 'desc']) {
      const values = (await idsOf(platform, `order_by=${field}&sort=${sort}`))
        .map((id) => rows.find((candidate) => candidate.id === id)?.[field] ?? null)
        .filter((value) => value !== null);
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values, `${field} ${sort}`).toEqual(sort === 'asc' ? sorted : sorted.toReversed());
    }
  }
});

test('reading requires the Reporter role, creating the Developer role', async () => {
  const platform = await start();
  const body = json('POST', await bodyFor(platform));
  const expected = {
    outsider: [404, 404],
    guest: [403, 403],
    reporter: [200, 403],
    auditor: [200, 403],
    developer: [200, 200],
    maintainer: [200, 200],
    admin: [200, 200],
    read_api: [200, 403],
  } as const;
  for (const [who, statuses] of Object.entries(expected)) {
    const as = who as keyof typeof expected;
    const answers = [await ask(platform, as, at), await ask(platform, as, at, body)];
    expect(
      answers.map(({ status }) => (status === 201 ? 200 : status)),
      who,
    ).toEqual(statuses);
  }
  expect((await ask(platform, null, at)).status).toBe(401);
});

test('a commit shows its newest pipeline', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'reporter', `${at}?status=running`);
  const sha = String(rows[0]?.sha);
  const answer = row(await ask(platform, 'reporter', `/projects/acme%2Fcore/repository/commits/${sha}`));
  expect(answer).toMatchObject({ status: 'running', last_pipeline: { sha, status: 'running' } });
});
