import type { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { rig, syncList, until } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { castOf } from '../../platform/seed/cast.ts';
import { applyAndWait, movableClock, throughProxy, waitForPlan } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const posts = 'POST /projects/:id/dependency_list_exports';
const slice = { from: 0, count: 200 };
const project = (path: string, type = 'cyclonedx_1_6_json') => ({
  op: 'dependency-exports.createForProject',
  path: { id: path },
  body: { export_type: type },
  label: path,
});
const rowsOf = async (client: ReeveClient) => (await client.dependencyExports.list({ query: {}, slice })).rows;
const untilStates = (client: ReeveClient, states: readonly string[]) =>
  until(
    () => rowsOf(client),
    (rows) => rows.length === states.length && rows.every(({ state }, at) => state === states[at]),
  );

test('exports of projects, a group and a pipeline are requested as one plan, downloaded, and searched', async () => {
  const { client, platform } = await rig();
  const pipeline = platform.world.pipelines.all()[0];
  const calls = [
    project('acme/core'),
    project('acme/core', 'dependency_list'),
    project('acme/core', 'csv'),
    {
      op: 'dependency-exports.createForGroup',
      path: { id: 'acme' },
      body: { export_type: 'json_array' },
      label: 'acme',
    },
    {
      op: 'dependency-exports.createForPipeline',
      path: { id: pipeline?.id ?? 0 },
      body: { export_type: 'sbom' },
      label: `#${pipeline?.id}`,
    },
  ];
  await applyAndWait(client, await client.changes.plan({ calls }));
  const rows = await untilStates(client, Array<string>(5).fill('kept'));
  await until(
    () => rowsOf(client),
    (all) => all.every(({ packages }) => (packages ?? 0) > 0),
  );
  expect(rows.map(({ kind, problem, unreadable }) => [kind, problem, unreadable ?? 0])).toEqual([
    ['pipeline', null, 0],
    ['group', null, 0],
    ...Array<unknown>(3).fill(['project', null, 0]),
  ]);
  const { projects, covered } = await client.dependencyExports.packageIn({ name: 'lodash' });
  expect(projects.map(({ place }) => place)).toContain('acme/core');
  expect(covered).toBeGreaterThan(1);
  // All formats name the same packages in the same versions. Only CycloneDX gives the type of a package without manager.
  const [csv = 0, list = 0, bom = 0] = rows.filter(({ kind }) => kind === 'project').map(({ id }) => id);
  const compared = (from: number, to: number) => client.dependencyExports.compare({ from, to, slice });
  expect((await compared(csv, list)).counts).toEqual({ added: 0, removed: 0, version: 0, license: 0 });
  const { rows: differing } = await compared(list, bom);
  expect(differing.map(({ change, name, type }) => [change, name, type])).toEqual([
    ['added', 'dual, "quoted"', 'generic'],
    ['removed', 'dual, "quoted"', null],
  ]);
  const notices = (await client.notices.list({})).notices.map(({ kind }) => kind);
  expect(notices).toContain('dependency-export-kept');
});

test('an export whose request was refused keeps the reason, and a failed one is noticed', async () => {
  const { client } = await rig({ background: 'fails' });
  const plan = await client.changes.plan({ calls: [project('acme/core'), project('acme/absent')] });
  await applyAndWait(client, plan, false);
  const rows = await untilStates(client, ['refused', 'failed']);
  expect(rows[0]?.failure).toMatchObject({ status: 404 });
  const notices = await until(
    async () => (await client.notices.list({})).notices,
    (all) => all.some(({ kind }) => kind === 'dependency-export-failed'),
  );
  expect(notices.find(({ kind }) => kind === 'dependency-export-failed')?.title).toBe('Export of acme/core failed');
});

test('a request whose reply was lost stays unknown after a restart, until a person requests it again', async () => {
  const rigged = await rig();
  const { platform } = rigged;
  const clock = movableClock();
  const line = await throughProxy(rigged);
  const { promise, resolve } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', until: promise, match: posts, times: 1 });
  const plan = await rigged.client.changes.plan({ calls: [project('acme/core')] });
  await rigged.client.changes.apply({ planId: plan.id });
  await until(
    () => platform.requests.count(posts),
    (n) => n === 1,
  );
  line.cut();
  resolve();
  await until(
    () => rowsOf(rigged.client),
    ([row]) => row?.state === 'requested',
  );
  clock.pass(minutes(2));
  await waitForPlan(rigged.client, plan.id, ['done', 'paused']);
  await untilStates(rigged.client, ['unknown']);

  const client = await rigged.restart();
  const [unknown] = await untilStates(client, ['unknown']);
  expect(platform.requests.count(posts)).toBe(1);
  const { targets } = await client.dependencyExports.targets({ ids: [unknown?.id ?? 0] });
  expect(targets).toEqual([
    { kind: 'project', ref: 'acme/core', place: 'acme/core', exportType: 'cyclonedx_1_6_json' },
  ]);
  await applyAndWait(client, await client.changes.plan({ calls: [project('acme/core')] }));
  await untilStates(client, ['kept']);
  expect(platform.requests.count(posts)).toBe(2);
});

test('after a restart, an unfinished export continues, and removing the profile removes its files', async () => {
  const rigged = await rig();
  const { platform } = rigged;
  platform.clock.set(platform.clock.now());
  await applyAndWait(rigged.client, await rigged.client.changes.plan({ calls: [project('acme/core')] }));
  await untilStates(rigged.client, ['generating']);
  const client = await rigged.restart();
  platform.clock.advance(minutes(1));
  await untilStates(client, ['kept']);
  expect(platform.requests.count(posts)).toBe(1);
  expect(await client.dependencyExports.storage()).toMatchObject({ files: 1 });
  const { openId } = await client.profiles.list();
  await client.profiles.remove({ id: openId ?? '' });
  expect(await client.dependencyExports.storage()).toMatchObject({ files: 0, usedBytes: 0 });
});

test('exports that a script requested are added by their IDs, but not those of another user', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const cast = castOf(world);
  const of = { kind: 'project', id: world.projects.lookup('acme/core')?.id ?? 0 } as const;
  const started = (author_id: number) =>
    world.dependencyExports.start({ of, export_type: 'csv', send_email: false, author_id }).id;
  const own = started(cast.admin.id);
  const foreign = started(cast.owner.id);
  const wanted = { kind: 'project', ref: 'acme/core', place: 'acme/core' } as const;
  const { id } = await client.dependencyExports.add({ ...wanted, exportId: own });
  const [row] = await untilStates(client, ['kept']);
  expect(row).toMatchObject({ id, exportId: own, exportType: 'csv', place: 'acme/core' });
  await until(
    () => rowsOf(client),
    ([kept]) => (kept?.packages ?? 0) > 0,
  );
  expect(platform.requests.count(posts)).toBe(0);
  const refused = async (given: object) =>
    client.dependencyExports.add({ ...wanted, exportId: own, ...given }).then(
      () => 'added',
      ({ code, status, field }: Failure) => [code, status ?? field].join(' '),
    );
  expect(await refused({ exportId: foreign })).toBe('denied 403');
  expect(await refused({ exportId: 999_999 })).toBe('missing 404');
  const sent = platform.requests.count();
  for (const [given, field] of [
    [{ exportId: 0 }, 'exportId'],
    [{ exportId: -1 }, 'exportId'],
    [{ exportId: 1.5 }, 'exportId'],
    [{ exportId: 1e300 }, 'exportId'],
    [{ exportId: '7' }, 'exportId'],
    [{ kind: 'runner' }, 'kind'],
    [{ ref: 'core' }, 'ref'],
    [{ ref: '' }, 'ref'],
    [{ ref: 'acme/core?x=1' }, 'ref'],
    [{ ref: '/acme/core' }, 'ref'],
    [{ ref: 0 }, 'ref'],
    [{ kind: 'pipeline', ref: 'acme/core' }, 'ref'],
    [{ place: '' }, 'place'],
    [{ requestedAt: -1 }, 'requestedAt'],
    [{ requestedAt: 0.5 }, 'requestedAt'],
    [{ requestedAt: Date.now() + minutes(60) }, 'requestedAt'],
  ] as const) {
    expect([given, await refused(given)]).toEqual([given, `invalid ${field}`]);
  }
  expect(platform.requests.count()).toBe(sent);
  expect(await rowsOf(client)).toHaveLength(1);
});

test('pipelines of synced deployments are offered, found by each of their words, and can be exported', async () => {
  const { client, platform } = await rig();
  expect(await client.dependencyExports.pipelines({ search: '' })).toEqual({ found: 0, rows: [] });
  const { id: projectId } = platform.world.projects.lookup('acme/core') ?? { id: 0 };
  await client.catalogue.add({ text: 'acme/core', kind: 'auto', isPinned: false });
  await syncList(client, 'deployments', 'project:acme/core');
  const { found, rows } = await client.dependencyExports.pipelines({ search: '' });
  expect(found).toBeGreaterThan(0);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const { id, place, ref, status } of rows) {
    const seeded = platform.world.pipelines.get(id);
    expect([place, ref, status, projectId]).toEqual(['acme/core', seeded?.ref, seeded?.status, seeded?.project_id]);
  }
  const [first] = rows;
  const wanted = `#${first?.id} CORE ${first?.status}`;
  expect((await client.dependencyExports.pipelines({ search: wanted })).rows).toEqual([first]);
  expect(await client.dependencyExports.pipelines({ search: 'acme absent' })).toEqual({ found: 0, rows: [] });
  const call = {
    op: 'dependency-exports.createForPipeline',
    path: { id: first?.id ?? 0 },
    body: { export_type: 'sbom' },
    label: `acme/core #${first?.id}`,
  };
  await applyAndWait(client, await client.changes.plan({ calls: [call] }));
  await untilStates(client, ['kept']);
});
