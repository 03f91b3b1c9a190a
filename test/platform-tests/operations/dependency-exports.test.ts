import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { BOM, EXPORT } from '../resources/dependency-exports.ts';
import { ask, start } from '../rig.ts';

type Row = Record<string, unknown>;
const project = '/projects/acme%2Fcore/dependency_list_exports';
const group = '/groups/acme/dependency_list_exports';

async function asked(platform: Platform, path: string, type: string, who: TokenName = 'owner') {
  const answer = await ask(platform, who, path, json('POST', { export_type: type }));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

async function downloaded(platform: Platform, path: string, type: string) {
  const { download } = await asked(platform, path, type);
  platform.clock.advance(5000);
  const answer = await ask(platform, 'owner', String(download));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  return answer;
}

/** The path for a pipeline of the private project. The pipeline is created, because no endpoint lists pipelines. */
function pipelinePath(platform: Platform) {
  const core = platform.world.projects.lookup('acme/core');
  const pipeline = platform.world.pipelines.find((each) => each.project_id === core?.id);
  if (pipeline !== undefined) return `/pipelines/${pipeline.id}/dependency_list_exports`;
  platform.world.dependencyExports.projectOfPipeline = (id) => (id === 77 ? core : undefined);
  return '/pipelines/77/dependency_list_exports';
}

test('an export replies 202 while it is created, then 200', async () => {
  const platform = await start();
  const made = await asked(platform, project, 'dependency_list');
  expect(fieldsOf(made)).toEqual(EXPORT.toSorted());
  expect(made).toMatchObject({
    status: 'running',
    has_finished: false,
    export_type: 'dependency_list',
    send_email: false,
  });
  const waiting = await ask(platform, 'owner', String(made['self']));
  expect(waiting.status).toBe(202);
  expect((await ask(platform, 'owner', String(made['download']))).status).toBe(404);
  platform.clock.advance(5000);
  const ready = await ask(platform, 'owner', String(made['self']));
  expect(ready.status).toBe(200);
  expect(fieldsOf(row(ready))).toEqual(EXPORT.toSorted());
  expect(row(ready)).toMatchObject({ id: made['id'], status: 'finished', has_finished: true });
  expect((await ask(platform, 'owner', String(made['download']))).status).toBe(200);
});

test.each([
  ['fails', 'failed'],
  ['stalls', 'running'],
] as const)('an export that %s has no file, however long one waits', async (background, status) => {
  const platform = await start({ background });
  const made = await asked(platform, project, 'dependency_list');
  expect(made.status).toBe('running');
  platform.clock.advance(3_600_000);
  const looked = await ask(platform, 'owner', String(made['self']));
  expect([looked.status, row(looked)]).toEqual([202, expect.objectContaining({ status, has_finished: false })]);
  expect((await ask(platform, 'owner', String(made['download']))).status).toBe(404);
});

test('an expired export is 404', async () => {
  const platform = await start();
  const made = await asked(platform, project, 'csv');
  platform.clock.set(Date.parse(String(made['expires_at'])) - DAY_MS);
  expect((await ask(platform, 'owner', String(made['download']))).status).toBe(200);
  platform.clock.advance(2 * DAY_MS);
  expect((await ask(platform, 'owner', String(made['self']))).status).toBe(404);
  expect((await ask(platform, 'owner', String(made['download']))).status).toBe(404);
});

test('the dependencies of a project can be exported', async () => {
  const platform = await start();
  const { json: content } = await downloaded(platform, project, 'dependency_list');
  const { dependencies } = content as { dependencies: Row[] };
  expect(dependencies.map((each) => each['name'])).toContain('left-pad');
  for (const each of dependencies) expect(each).toHaveProperty('version');
});

test.each([
  ['cyclonedx_1_6_json', '1.6'],
  ['sbom', '1.4'],
])('%s is a bill of materials of CycloneDX %s', async (type, version) => {
  const platform = await start();
  const path = type === 'sbom' ? pipelinePath(platform) : project;
  const { json: content } = await downloaded(platform, path, type);
  const bom = content as Row;
  expect(fieldsOf(bom)).toEqual(expect.arrayContaining(BOM));
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: version, version: 1 });
  expect(bom['serialNumber']).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  const components = bom['components'] as Row[];
  expect(components.map((each) => each['name'])).toContain('left-pad');
  for (const each of components) {
    expect(each).toMatchObject({ type: 'library' });
    expect(each['purl']).toMatch(/^pkg:\w+\/.+@.+/);
  }
});

test('the export of a group is a flat list of the dependencies of all its projects', async () => {
  const platform = await start();
  const { rows } = await downloaded(platform, group, 'json_array');
  expect(rows.map((each) => each['name'])).toEqual(
    expect.arrayContaining(['left-pad', 'rails', 'github.com/spf13/cobra']),
  );
});

test('CSV has a header row, and names with any characters are escaped', async () => {
  const platform = await start();
  for (const path of [project, group]) {
    const answer = await downloaded(platform, path, 'csv');
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    const records = parse<Row>(answer.text, { columns: true });
    expect(records.map((each) => each['Name'])).toEqual(expect.arrayContaining(['left-pad', 'dual, "quoted"']));
  }
});

test('projects, groups and pipelines each accept only their own export types', async () => {
  const platform = await start();
  const taken: Record<string, string[]> = {
    [project]: ['dependency_list', 'cyclonedx_1_6_json', 'csv'],
    [group]: ['json_array', 'csv'],
    [pipelinePath(platform)]: ['sbom'],
  };
  const types = ['dependency_list', 'sbom', 'cyclonedx_1_6_json', 'json_array', 'csv', 'pdf'];
  for (const [path, allowed] of Object.entries(taken)) {
    for (const type of types) {
      const answer = await ask(platform, 'owner', path, form('POST', [['export_type', type]]));
      expect(answer.status, `${path} ${type}`).toBe(allowed.includes(type) ? 201 : 400);
    }
    expect((await ask(platform, 'owner', path, { method: 'POST' })).status).toBe(400);
  }
});

test.each<[TokenName | null, number, number]>([
  ['admin', 201, 201],
  ['owner', 201, 201],
  ['maintainer', 201, 403],
  ['developer', 201, 403],
  ['reporter', 403, 403],
  ['guest', 403, 403],
  ['outsider', 404, 404],
  [null, 401, 401],
  ['read_api', 403, 403],
])('%s: exporting a project replies %i, its group %i', async (who, ofProject, ofGroup) => {
  const platform = await start();
  const body = json('POST', { export_type: 'csv', send_email: true });
  const made = await ask(platform, who, project, body);
  expect(made.status).toBe(ofProject);
  if (ofProject === 201) expect(row(made)).toMatchObject({ send_email: true });
  expect((await ask(platform, who, group, body)).status).toBe(ofGroup);
});

test('only its author can read an export', async () => {
  const platform = await start();
  const made = await asked(platform, project, 'csv');
  platform.clock.advance(5000);
  for (const path of [made['self'], made['download']].map(String)) {
    for (const who of ['admin', 'developer', 'outsider'] as const) {
      expect([403, 404]).toContain((await ask(platform, who, path)).status);
    }
    expect((await ask(platform, null, path)).status).toBe(401);
    expect((await ask(platform, 'owner', path)).status).toBe(200);
  }
});

test('unknown projects, groups, pipelines and exports are 404', async () => {
  const platform = await start();
  for (const path of [
    '/dependency_list_exports/999',
    '/dependency_list_exports/x',
    '/dependency_list_exports/999/download',
  ]) {
    expect((await ask(platform, 'owner', path)).status).toBe(404);
  }
  const body = json('POST', { export_type: 'sbom' });
  expect((await ask(platform, 'owner', '/pipelines/999999/dependency_list_exports', body)).status).toBe(404);
  expect((await ask(platform, 'outsider', pipelinePath(platform), body)).status).toBe(404);
});

test('an export has the packages at the time of the request, and takes longer with more of them', async () => {
  const platform = await start();
  const { world, clock } = platform;
  const core = world.projects.lookup('acme/core')?.id ?? 0;
  const before = await asked(platform, project, 'cyclonedx_1_6_json');
  const [changed, removed] = world.dependencies.filter(({ project_id }) => project_id === core);
  if (changed === undefined || removed === undefined) throw new Error('there are no packages');
  world.dependencies.remove(removed.id);
  Object.assign(changed, { version: '99.0.0', licenses: ['0BSD'] });
  for (let i = 0; i < 1000; i += 1) world.dependencies.add({ ...changed, id: 10_000 + i, name: `package-${i}` });
  const after = await asked(platform, project, 'cyclonedx_1_6_json');
  clock.advance(2000);
  const statuses = await Promise.all([before, after].map(({ self }) => ask(platform, 'owner', String(self))));
  expect(statuses.map(({ status }) => status)).toEqual([200, 202]);
  clock.advance(6000);
  const [old, now] = await Promise.all(
    [before, after].map(async ({ download }) => {
      const { components } = (await ask(platform, 'owner', String(download))).json as { components: Row[] };
      return new Map(components.map((one) => [one['name'], one]));
    }),
  );
  expect([old?.has(removed.name), now?.has(removed.name)]).toEqual([true, false]);
  expect(now?.get(changed.name)).toMatchObject({ version: '99.0.0', licenses: [{ license: { id: '0BSD' } }] });
  expect(old?.get(changed.name)?.['version']).not.toBe('99.0.0');
  expect(now?.has('package-999')).toBe(true);
});

test.each([1, 77, 4242])('the same packages are in several projects, in different versions, seed %i', async (seed) => {
  const { world } = await start({ seed });
  const projects = new Map<string, Set<number>>();
  const versions = new Map<string, Set<string>>();
  for (const { name, version, project_id } of world.dependencies.all()) {
    projects.set(name, (projects.get(name) ?? new Set()).add(project_id));
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  expect(projects.get('typescript')?.size).toBe(4);
  expect([...projects.values()].filter(({ size }) => size > 1).length).toBeGreaterThan(8);
  expect([...versions.values()].filter(({ size }) => size > 1).length).toBeGreaterThan(4);
});
