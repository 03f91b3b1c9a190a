import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { ONLINE_FOR_MS, STALE_AFTER_MS } from '../../platform/world/runners.ts';
import type { Runner } from '../../platform/world/runners.ts';
import { askWith, expectOk, expectRoles, tokenFor, values } from '../accounts-rig.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { RUNNER, RUNNER_DETAIL, RUNNER_PROJECT } from '../resources/runners.ts';
import { ask, ids, start } from '../rig.ts';

const core = ({ world }: Platform) => world.projects.lookup('acme/core')?.id ?? 0;
const acme = ({ world }: Platform) => world.groups.lookup('acme')?.id ?? 0;

function runnerOf(platform: Platform, test: (runner: Runner) => boolean): Runner {
  const runner = platform.world.runners.find(test);
  if (runner === undefined) throw new Error('no such runner');
  return runner;
}
const instanceRunner = (platform: Platform) => runnerOf(platform, ({ runner_type }) => runner_type === 'instance_type');
const groupRunner = (platform: Platform) => runnerOf(platform, ({ group_id }) => group_id === acme(platform));
const coreRunner = (platform: Platform) =>
  runnerOf(platform, ({ project_ids }) => project_ids.length === 1 && project_ids[0] === core(platform));

test('the seed has runners of all types in all states, some with tags', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'admin', '/runners/all?per_page=100');
  for (const type of ['instance_type', 'group_type', 'project_type']) {
    const states = rows.filter((runner) => runner.runner_type === type).map(({ status }) => status);
    expect(new Set(states), type).toEqual(new Set(['online', 'offline', 'stale', 'never_contacted']));
  }
  for (const runner of rows) {
    expect(fieldsOf(runner)).toEqual(RUNNER.toSorted());
    expect(runner).toMatchObject({
      online: runner.status === 'online',
      active: runner.paused === false,
      is_shared: runner.runner_type === 'instance_type',
      ip_address: '',
    });
  }
});

test('the list of all runners is for administrators and auditors, in pages', async () => {
  const platform = await start();
  const others = { owner: 403, maintainer: 403, outsider: 403, manage_runners: 403, anonymous: 401 };
  await expectRoles(platform, '/runners/all', { admin: 200, auditor: 200, ...others });
  const first = await ask(platform, 'admin', '/runners/all');
  expect(first.rows).toHaveLength(20);
  const rest = await ask(platform, 'admin', '/runners/all?page=2');
  expect(first.rows.length + rest.rows.length).toBe(platform.world.runners.size);
});

test('every user lists the runners that the user’s roles allow', async () => {
  const platform = await start();
  const listed = async (who: TokenName) => {
    const { rows } = await ask(platform, who, '/runners?per_page=100');
    for (const runner of rows) expect(fieldsOf(runner)).toEqual(RUNNER.toSorted());
    return new Set(rows.map(({ id }) => id));
  };
  const idOf = (runner: Runner) => runner.id;
  const [group, project] = [groupRunner(platform), coreRunner(platform)].map(idOf);
  const globex = runnerOf(platform, ({ group_id }) => group_id === platform.world.groups.lookup('globex')?.id).id;
  const owner = await listed('owner');
  expect([owner.has(group), owner.has(project), owner.has(globex)]).toEqual([true, true, false]);
  const maintainer = await listed('maintainer');
  expect([maintainer.has(group), maintainer.has(project)]).toEqual([false, true]);
  expect(await listed('manage_runners')).toEqual(maintainer);
  for (const who of ['developer', 'reporter', 'guest'] as const) expect(await listed(who)).toEqual(new Set());
  expect((await listed('outsider')).has(globex)).toBe(true);
  expect((await ask(platform, null, '/runners')).status).toBe(401);
  const member = platform.world.members.of('project', core(platform)).find(({ user_id }) => user_id === 5);
  Object.assign(member ?? {}, { access_level: 25 });
  expect((await listed('developer')).has(project)).toBe(true);
});

test('runners are filtered by type, status, paused, tags and version, also with deprecated values', async () => {
  const platform = await start();
  const { runners } = platform.world;
  const found = async (query: string) =>
    ids(await ask(platform, 'admin', `/runners/all?per_page=100&${query}`)).toSorted();
  const idsOf = (test: (runner: Runner) => boolean) =>
    runners
      .filter(test)
      .map(({ id }) => id)
      .toSorted();
  for (const type of ['instance_type', 'group_type', 'project_type'] as const) {
    expect(await found(`type=${type}`)).toEqual(idsOf((runner) => runner.runner_type === type));
  }
  for (const status of ['online', 'stale', 'never_contacted'] as const) {
    expect(await found(`status=${status}`)).toEqual(idsOf((runner) => runners.status(runner) === status));
    expect(await found(`scope=${status}`)).toEqual(await found(`status=${status}`));
  }
  const offline = idsOf((runner) => runners.status(runner) === 'offline');
  expect(await found('status=offline')).toEqual(expect.arrayContaining(offline));
  for (const name of ['status', 'scope']) {
    expect(await found(`${name}=active`)).toEqual(idsOf(({ paused }) => !paused));
    expect(await found(`${name}=paused`)).toEqual(idsOf(({ paused }) => paused));
  }
  expect(await found('paused=true')).toEqual(idsOf(({ paused }) => paused));
  expect(await found('paused=false')).toEqual(idsOf(({ paused }) => !paused));
  expect(await found('scope=shared')).toEqual(idsOf((runner) => runner.runner_type === 'instance_type'));
  expect(await found('scope=specific')).toEqual(idsOf((runner) => runner.runner_type !== 'instance_type'));
  const tagged = idsOf(({ tag_list }) => tag_list.includes('docker') && tag_list.includes('production'));
  expect(tagged.length).toBeGreaterThan(0);
  expect(await found('tag_list=docker,production')).toEqual(tagged);
  expect(await found('tag_list[]=docker&tag_list[]=production')).toEqual(tagged);
  expect(await found('version_prefix=18.')).toEqual(idsOf(({ version }) => version?.startsWith('18.') ?? false));
  for (const bad of ['type=shared', 'status=busy', 'paused=often', 'scope=none']) {
    expect((await ask(platform, 'admin', `/runners/all?${bad}`)).status, bad).toBe(400);
  }
  const own = ids(await ask(platform, 'owner', '/runners?type=group_type&status=online'));
  expect(own).toContain(groupRunner(platform).id);
  expect((await ask(platform, 'owner', '/runners?scope=shared')).status).toBe(400);
});

test('every user can read runners of the instance, other runners require a role', async () => {
  const platform = await start();
  const [instance, group, project] = [instanceRunner(platform), groupRunner(platform), coreRunner(platform)];
  const everyone = { admin: 200, auditor: 200, owner: 200, guest: 200, outsider: 200, anonymous: 401 };
  await expectRoles(platform, `/runners/${instance.id}`, everyone);
  const few = { admin: 200, auditor: 200, owner: 200, outsider: 404, anonymous: 401 };
  await expectRoles(platform, `/runners/${group.id}`, { ...few, maintainer: 403, guest: 403 });
  await expectRoles(platform, `/runners/${project.id}`, { ...few, maintainer: 200, developer: 403, guest: 403 });
  expect((await ask(platform, 'admin', '/runners/99999')).status).toBe(404);
  expect((await ask(platform, 'admin', '/runners/abc')).status).toBe(400);
});

test('a single runner has its details and projects', async () => {
  const platform = await start();
  const runner = coreRunner(platform);
  const detail = row(await ask(platform, 'maintainer', `/runners/${runner.id}`));
  expect(fieldsOf(detail)).toEqual(RUNNER_DETAIL);
  const [project] = detail.projects as Record<string, unknown>[];
  expect(fieldsOf(project)).toEqual(RUNNER_PROJECT.toSorted());
  expect(project).toMatchObject({ path_with_namespace: 'acme/core', name_with_namespace: 'Acme / Core' });
  expect(detail.tag_list).toEqual(runner.tag_list);
  expect(fieldsOf(row(await ask(platform, 'guest', `/runners/${instanceRunner(platform).id}`)))).toEqual(RUNNER_DETAIL);
});

test('the status follows from the last contact', async () => {
  const platform = await start();
  const runner = coreRunner(platform);
  const status = async () => row(await ask(platform, 'admin', `/runners/${runner.id}`)).status;
  expect(await status()).toBe('online');
  platform.clock.advance(30 * DAY_MS);
  expect(await status()).toBe('online');
  Object.assign(runner, { contacted_at: platform.clock.now(), beat_ms: null });
  platform.clock.advance(ONLINE_FOR_MS - 1);
  expect(await status()).toBe('online');
  platform.clock.advance(1);
  expect(await status()).toBe('offline');
  platform.clock.advance(STALE_AFTER_MS - ONLINE_FOR_MS);
  expect(await status()).toBe('stale');
  Object.assign(runner, { contacted_at: null });
  expect(await status()).toBe('never_contacted');
});

test('the role that can change a runner depends on its type', async () => {
  const platform = await start();
  const body = json('PUT', { description: 'Changed' });
  const [instance, group, project] = [instanceRunner(platform), groupRunner(platform), coreRunner(platform)];
  const others = { auditor: 403, developer: 403, guest: 403, anonymous: 401 };
  await expectRoles(platform, `/runners/${instance.id}`, { admin: 200, ...others, owner: 403, outsider: 403 }, body);
  const groupRoles = { admin: 200, owner: 200, ...others, maintainer: 403, outsider: 404 };
  await expectRoles(platform, `/runners/${group.id}`, groupRoles, body);
  const projectRoles = { admin: 200, owner: 200, maintainer: 200, manage_runners: 200, ...others, outsider: 404 };
  await expectRoles(platform, `/runners/${project.id}`, { ...projectRoles, read_api: 403 }, body);
});

test('a custom role with `admin_runners` can manage runners', async () => {
  const platform = await start();
  const { world } = platform;
  const keeper = world.members.find(({ member_role_id }) => typeof member_role_id === 'number');
  const secret = tokenFor(platform, world.users.get(keeper?.user_id ?? 0)!);
  const path = `/runners/${coreRunner(platform).id}`;
  const answer = await askWith(platform, secret, path, json('PUT', { paused: true }));
  expect(answer.status).toBe(200);
  expect((await askWith(platform, secret, `/runners/${groupRunner(platform).id}`)).status).toBe(403);
});

test('a token with the scope `manage_runners` can’t be used for anything else', async () => {
  const platform = await start();
  expect((await ask(platform, 'manage_runners', '/runners')).status).toBe(200);
  expect((await ask(platform, 'manage_runners', '/projects/acme%2Fcore/members')).status).toBe(403);
});

test('every field of a runner can be changed, one by one and together', async () => {
  const platform = await start();
  const path = `/runners/${coreRunner(platform).id}`;
  const edit = async (body: object) => {
    const answer = await ask(platform, 'maintainer', path, json('PUT', body));
    expect(answer.status, answer.text).toBe(200);
    return row(await ask(platform, 'maintainer', path));
  };
  const all = {
    description: 'New',
    paused: true,
    tag_list: ['one', 'two'],
    access_level: 'ref_protected',
    maximum_timeout: 3600,
    maintenance_note: 'Note',
  };
  expect(await edit({ ...all, run_untagged: false, locked: true })).toMatchObject({ ...all, active: false });
  expect(coreRunner(platform)).toMatchObject({ run_untagged: false, locked: true });
  expect(await edit({ active: true })).toMatchObject({ paused: false, active: true, description: 'New' });
  expect(await edit({ maximum_timeout: null, maintenance_note: '' })).toMatchObject({ maximum_timeout: null });
  const asForm = form('PUT', [
    ['tag_list[]', 'three'],
    ['paused', 'true'],
  ]);
  expectOk(await ask(platform, 'maintainer', path, asForm));
  expect(row(await ask(platform, 'maintainer', path))).toMatchObject({ tag_list: ['three'], paused: true });
  expectOk(await ask(platform, 'maintainer', path, json('PUT', { maintenance_note: 'é'.repeat(1024) })));
});

test.each([
  { access_level: 'everyone' },
  { maximum_timeout: 'long' },
  { maintenance_note: 'x'.repeat(1025) },
  { paused: 'sometimes' },
  { tag_list: [], run_untagged: false },
])('a runner refuses %j', async (body) => {
  const platform = await start();
  const runner = coreRunner(platform);
  const before = { ...runner };
  expect((await ask(platform, 'maintainer', `/runners/${runner.id}`, json('PUT', body))).status).toBe(400);
  expect(runner).toEqual(before);
});

test('the list of a project has its runners, those of its groups and those of the instance', async () => {
  const platform = await start();
  const { world } = platform;
  const path = '/projects/acme%2Fcore/runners';
  await expectRoles(platform, path, { admin: 200, maintainer: 200, developer: 403, outsider: 404, anonymous: 401 });
  const answer = await ask(platform, 'maintainer', `${path}?per_page=100`);
  const numbers = new Set(ids(answer));
  for (const runnerOn of [instanceRunner, groupRunner, coreRunner])
    expect(numbers.has(runnerOn(platform).id)).toBe(true);
  const warehouse = world.projects.lookup('globex/warehouse')?.id ?? 0;
  expect(numbers.has(runnerOf(platform, ({ project_ids }) => project_ids.includes(warehouse)).id)).toBe(false);
  const own = await ask(platform, 'maintainer', `${path}?type=project_type&tag_list=docker`);
  expect(own.rows.length).toBeGreaterThan(0);
  for (const runner of own.rows) expect(fieldsOf(runner)).toEqual(RUNNER.toSorted());
  expect(values(own, 'runner_type').every((type) => type === 'project_type')).toBe(true);
});

test('the runners of a group are listed for its Owners', async () => {
  const platform = await start();
  await expectRoles(platform, '/groups/acme/runners', {
    admin: 200,
    owner: 200,
    maintainer: 403,
    outsider: 404,
    anonymous: 401,
  });
  const answer = await ask(platform, 'owner', '/groups/acme/runners?type=group_type&per_page=2');
  expect(answer.rows).toHaveLength(2);
  expect(ids(answer)).toContain(groupRunner(platform).id);
  expect(Number(answer.headers.get('x-total'))).toBeGreaterThan(2);
});

test('a new runner returns its authentication token, and has the status `never_contacted`', async () => {
  const platform = await start();
  const made = await ask(
    platform,
    'maintainer',
    '/user/runners',
    json('POST', { runner_type: 'project_type', project_id: core(platform), description: 'Mine', tag_list: ['mine'] }),
  );
  expectOk(made);
  const { id, token } = row(made);
  expect(typeof token).toBe('string');
  const detail = row(await ask(platform, 'maintainer', `/runners/${String(id)}`));
  expect(detail).toMatchObject({ description: 'Mine', tag_list: ['mine'], status: 'never_contacted' });
  const create = (who: TokenName, body: object) => ask(platform, who, '/user/runners', json('POST', body));
  expectOk(await create('admin', { runner_type: 'instance_type' }));
  expectOk(await create('owner', { runner_type: 'group_type', group_id: acme(platform) }));
  expect((await create('owner', { runner_type: 'instance_type' })).status).toBe(403);
  expect((await create('maintainer', { runner_type: 'group_type', group_id: acme(platform) })).status).toBe(403);
  expect((await create('developer', { runner_type: 'project_type', project_id: core(platform) })).status).toBe(403);
  for (const body of [{}, { runner_type: 'group_type' }, { runner_type: 'project_type' }, { runner_type: 'shared' }]) {
    expect((await create('admin', body)).status, JSON.stringify(body)).toBe(400);
  }
});

test('the jobs of a runner are listed newest first, and a running job makes it busy', async () => {
  const platform = await start();
  const { world } = platform;
  const pipeline = world.pipelines.add({
    iid: 900,
    project_id: core(platform),
    ref: 'main',
    tag: false,
    sha: world.repositories.planned(world.projects.get(core(platform))!)?.branches.get('main') ?? '',
    status: 'running',
    source: 'push',
    user_id: 5,
    parent_id: null,
    created_at: platform.clock.now(),
    updated_at: platform.clock.now(),
  });
  const job = (status: 'running' | 'success') =>
    world.jobs.add({
      pipeline_id: pipeline.id,
      name: 'build',
      stage: 'build',
      status,
      allow_failure: false,
      coverage: null,
      user_id: 5,
      created_at: platform.clock.now(),
      started_at: platform.clock.now(),
      finished_at: null,
      erased_at: null,
      artifacts: null,
    });
  const running = job('running');
  const runner = world.runners.ofJob(running.id)!;
  const path = `/runners/${runner.id}`;
  expect(row(await ask(platform, 'admin', path)).job_execution_status).toBe('active');
  const jobs = await ask(platform, 'admin', `${path}/jobs?per_page=100`);
  expect(ids(jobs)[0]).toBe(running.id);
  expect(jobs.rows[0]).toMatchObject({ status: 'running', ref: 'main', project: { id: core(platform) } });
  expect(ids(await ask(platform, 'admin', `${path}/jobs?status=running`))).toContain(running.id);
  expect(ids(await ask(platform, 'admin', `${path}/jobs?status=failed`))).not.toContain(running.id);
  expect((await ask(platform, 'admin', `${path}/jobs?status=nonsense`)).status).toBe(400);
  Object.assign(running, { status: 'success' });
  for (const other of world.jobs.filter(({ status }) => status === 'running'))
    Object.assign(other, { status: 'failed' });
  expect(row(await ask(platform, 'admin', path)).job_execution_status).toBe('idle');
  await expectRoles(platform, `/runners/${coreRunner(platform).id}/jobs`, {
    admin: 200,
    maintainer: 200,
    developer: 403,
    outsider: 404,
    anonymous: 401,
  });
});
