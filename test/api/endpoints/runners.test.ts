import { expect, test } from 'vitest';
import { runners } from '#main/api/endpoints/runners.ts';
import { failureOf, json, testServer, senderTo } from '../rig.ts';
import { groups, projects, simulator } from './simulator.ts';

const everyone = { query: { per_page: 100 } };

test('all runners are listed in pages, with the fields of lists', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  const all = await send(runners.listAll, everyone);
  expect(all.length).toBeGreaterThan(20);
  expect(new Set(all.map(({ runner_type }) => runner_type))).toEqual(
    new Set(['instance_type', 'group_type', 'project_type']),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['online', 'offline', 'stale', 'never_contacted']));
  const answer = await send.answer(runners.listAll, { query: { page: 2, per_page: 5 } });
  expect(answer.value).toEqual(all.slice(5, 10));
  expect(answer.unreadable).toBe(0);
  expect(reached('GET /runners/all').at(-1)?.query).toEqual([
    ['page', '2'],
    ['per_page', '5'],
  ]);
  expect(await as('auditor')(runners.listAll, everyone)).toHaveLength(all.length);
});

test('every filter is sent and applied in both lists', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  const all = await send(runners.listAll, everyone);
  const list = (query: object) => send(runners.listAll, { query: { ...query, per_page: 100 } });
  for (const type of ['instance_type', 'group_type', 'project_type'] as const) {
    const wanted = all.filter(({ runner_type }) => runner_type === type);
    expect(await list({ type })).toEqual(wanted);
  }
  for (const status of ['online', 'stale', 'never_contacted'] as const) {
    expect(await list({ status })).toEqual(all.filter((runner) => runner.status === status));
  }
  const offline = await list({ status: 'offline' });
  expect(offline.every(({ status }) => status === 'offline' || status === 'stale')).toBe(true);
  for (const paused of [true, false]) {
    expect(await list({ paused })).toEqual(all.filter((runner) => runner.paused === paused));
  }
  expect(await list({ scope: 'shared' })).toEqual(all.filter(({ runner_type }) => runner_type === 'instance_type'));
  const tagged = await list({ tag_list: ['docker', 'linux'] });
  expect(tagged.length).toBeGreaterThan(0);
  expect(reached('GET /runners/all').at(-1)?.query).toEqual([
    ['tag_list[]', 'docker'],
    ['tag_list[]', 'linux'],
    ['per_page', '100'],
  ]);
  for (const { id } of tagged) {
    expect((await send(runners.get, { path: { id } })).tag_list).toEqual(expect.arrayContaining(['docker', 'linux']));
  }
  const [old] = await list({ version_prefix: '17.' });
  expect((await send(runners.get, { path: { id: old?.id ?? 0 } })).version).toMatch(/^17\./);

  const own = as('owner');
  const query = { type: 'project_type', paused: true, status: 'paused', scope: 'paused', page: 1 } as const;
  const mine = await own(runners.list, { query });
  expect(mine.every(({ paused, runner_type }) => paused === true && runner_type === 'project_type')).toBe(true);
  expect(mine.length).toBeGreaterThan(0);
  expect(Object.fromEntries(reached('GET /runners').at(-1)?.query ?? [])).toEqual({
    type: 'project_type',
    paused: 'true',
    status: 'paused',
    scope: 'paused',
    page: '1',
  });
});

test('the details of a runner are read; those of instance runners by every user with a token', async () => {
  const { as } = await simulator();
  const [shared] = await as('admin')(runners.listAll, { query: { type: 'instance_type' } });
  const at = { path: { id: shared?.id ?? 0 } };
  const detail = await as('outsider')(runners.get, at);
  expect(detail).toMatchObject({ id: shared?.id, runner_type: 'instance_type', ip_address: '' });
  expect(detail.access_level).toBeTypeOf('string');
  const [own] = await as('maintainer')(runners.list, { query: { type: 'project_type' } });
  const { projects: worksFor } = await as('maintainer')(runners.get, { path: { id: own?.id ?? 0 } });
  expect(worksFor?.map(({ path_with_namespace }) => path_with_namespace)).toContain(projects.private);
  expect(await failureOf(as(null)(runners.get, at))).toMatchObject({ code: 'denied', status: 401 });
  expect(await failureOf(as('admin')(runners.get, { path: { id: 99_999 } }))).toMatchObject({ code: 'missing' });
});

test('every field of a runner is changed, and null clears a field', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  const [runner] = await send(runners.listAll);
  const at = { path: { id: runner?.id ?? 0 } };
  const body = {
    description: 'Fast one',
    paused: true,
    tag_list: ['gpu', 'linux'],
    run_untagged: false,
    locked: true,
    access_level: 'ref_protected',
    maximum_timeout: 3600,
    maintenance_note: 'Cleaned on Fridays',
  } as const;
  await send(runners.edit, { ...at, body: { ...body, tag_list: [...body.tag_list] } });
  expect(reached('PUT /runners/:id')).toMatchObject([{ body, status: 200 }]);
  const { run_untagged, locked, ...shown } = body;
  expect([run_untagged, locked]).toEqual([false, true]);
  expect(await send(runners.get, at)).toMatchObject({ ...shown, tag_list: ['gpu', 'linux'] });
  await send(runners.edit, { ...at, body: { maximum_timeout: null, maintenance_note: null, active: true } });
  const after = await send(runners.get, at);
  expect(after.maximum_timeout ?? null).toBeNull();
  expect(after.maintenance_note ?? '').toBe('');
  expect(after.paused).toBe(false);
});

test('values that the documents exclude are not sent', async () => {
  const { as, reached } = await simulator();
  const send = as('admin');
  const path = { id: 1 };
  for (const [field, body] of [
    ['maintenance_note', { maintenance_note: 'x'.repeat(1025) }],
    ['access_level', { access_level: 'everyone' }],
    ['maximum_timeout', { maximum_timeout: 1.5 }],
    ['status', { status: 'online' }],
  ] as const) {
    expect(await failureOf(send(runners.edit, { path, body: body as never }))).toMatchObject({
      code: 'invalid',
      field,
    });
  }
  expect(await failureOf(send(runners.listAll, { query: { status: 'lost' as never } }))).toMatchObject({
    code: 'invalid',
    field: 'status',
  });
  expect([...reached('PUT /runners/:id'), ...reached('GET /runners/all')]).toEqual([]);
});

test('changing a runner requires a role and a token with the scope', async () => {
  const { as } = await simulator();
  const [own] = await as('maintainer')(runners.list, { query: { type: 'project_type' } });
  const at = { path: { id: own?.id ?? 0 }, body: { paused: true } };
  expect(await failureOf(as('developer')(runners.edit, at))).toMatchObject({ code: 'denied', status: 403 });
  expect(await failureOf(as('read_api')(runners.edit, at))).toMatchObject({
    code: 'denied',
    reason: 'scope',
    status: 403,
  });
  await as('manage_runners')(runners.edit, at);
  expect((await as('maintainer')(runners.get, { path: at.path })).paused).toBe(true);
  expect(await failureOf(as('owner')(runners.listAll))).toMatchObject({ code: 'denied', reason: 'role', status: 403 });
  expect(await failureOf(as(null)(runners.list))).toMatchObject({ code: 'denied', status: 401 });
});

test('runners of a project and of a group are listed in pages', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const ofProject = await send(runners.listOfProject, { path: { id: projects.private }, ...everyone });
  expect(ofProject.length).toBeGreaterThan(2);
  const query = { page: 2, per_page: 2 };
  expect(await send(runners.listOfProject, { path: { id: projects.private }, query })).toEqual(ofProject.slice(2, 4));
  const ofGroup = await send(runners.listOfGroup, { path: { id: groups.sub }, ...everyone });
  expect(ofGroup.length).toBeGreaterThan(1);
  expect(await send(runners.listOfGroup, { path: { id: groups.sub }, query: { page: 2, per_page: 1 } })).toEqual([
    ofGroup[1],
  ]);
  expect(reached('GET /projects/:id/runners')[0]?.path).toBe('/api/v4/projects/acme%2Fcore/runners');
  expect(reached('GET /groups/:id/runners')[0]?.path).toBe('/api/v4/groups/acme%2Fplatform/runners');
  const stranger = as('outsider');
  const hidden = await Promise.all(
    [
      stranger(runners.listOfProject, { path: { id: projects.private } }),
      stranger(runners.listOfGroup, { path: { id: groups.sub } }),
    ].map(failureOf),
  );
  expect(hidden.map(({ status }) => status)).toEqual([404, 404]);
});

test('jobs of a runner are listed in pages', async () => {
  const { as, platform, reached } = await simulator();
  const send = as('admin');
  const takers = platform.world.jobs.all().map(({ id }) => platform.world.runners.ofJob(id)?.id);
  const id = takers.find((taker, index) => taker !== undefined && takers.indexOf(taker) < index) ?? 0;
  const jobs = await send(runners.listJobs, { path: { id }, ...everyone });
  expect(jobs.length).toBeGreaterThan(1);
  expect(jobs[0]).toHaveProperty('status');
  expect(await send(runners.listJobs, { path: { id }, query: { page: 2, per_page: 1 } })).toEqual([jobs[1]]);
  expect(reached('GET /runners/:id/jobs').at(-1)).toMatchObject({
    path: `/api/v4/runners/${id}/jobs`,
    query: [
      ['page', '2'],
      ['per_page', '1'],
    ],
  });
});

test('a runner is created with any fields, and its token is only in the reply', async () => {
  const platform = await testServer((_, __, response) => json(response, { id: 7, token: 'runner-secret-token' }, 201));
  const { send, attempts, lines } = senderTo(platform.url);
  const body = { runner_type: 'instance_type', description: 'New', tag_list: ['a'], something_new: { x: 1 } };
  expect(await send(runners.create, { body })).toEqual({ id: 7, token: 'runner-secret-token' });
  expect(platform.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/v4/user/runners']);
  expect(JSON.parse(platform.seen[0]?.body ?? '')).toEqual(body);
  expect(JSON.stringify([attempts, lines])).not.toContain('runner-secret-token');
  expect(runners.create.secrets).toContain('token');
});

test('creating a runner returns its token, or the reason of the refusal', async () => {
  const { as, reached } = await simulator();
  const made = as('admin')(runners.create, { body: { runner_type: 'instance_type' } });
  const [outcome] = await Promise.allSettled([made]);
  if (outcome.status === 'fulfilled') expect(outcome.value?.token).toBeTruthy();
  else expect((await failureOf(made)).status).toBeOneOf([400, 403, 404, 422]);
  expect(reached('POST /user/runners')).toMatchObject([{ body: { runner_type: 'instance_type' } }]);
  expect(await failureOf(as(null)(runners.create, {}))).toMatchObject({ code: 'denied', status: 401 });
});
