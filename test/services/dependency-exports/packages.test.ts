import { existsSync, readFileSync } from 'node:fs';
import { days } from '#shared/time.ts';
import { expect, test } from 'vitest';
import { exportsRig, platformWith, sbom, signal, type Request } from './rig.ts';

const project = (ref: number, label: string, type = 'cyclonedx_1_6_json'): Request => ({
  kind: 'project',
  ref,
  type,
  label,
});

/** Four projects in the catalogue; three of them have stored exports. */
async function world() {
  const group = JSON.stringify([
    { name: 'lodash', version: '4.17.15', purl: 'pkg:npm/lodash@4.17.15', project: { id: 3, full_path: 'acme/docs' } },
    { name: 'lodash', version: '3.0.0', purl: 'pkg:npm/lodash@3.0.0', project: { id: 1, full_path: 'acme/shop' } },
  ]);
  const files = new Map([
    [1, { file: sbom('lodash@4.17.20', 'request@2.88.2', 'same@1') }],
    [2, { file: sbom('lodash@4.17.21', 'undici@7.16.0', 'same@1') }],
    [3, { file: sbom('lodash-es@4.17.21') }],
    [4, { file: group }],
  ]);
  const rig = await exportsRig(platformWith(files));
  const { state, clock, profileId } = rig;
  for (const [id, path] of [
    [1, 'acme/shop'],
    [2, 'acme/web'],
    [3, 'acme/docs'],
    [4, 'acme/new'],
  ] as const) {
    const from = { source: 'pasted' as const, sourceDetail: null, isPinned: false, name: null };
    state.catalogue.add(profileId, { kind: 'project', id, path, ...from }, 1, { revives: true });
  }
  const keep = async (given: Request, exportId: number): Promise<number> => {
    const id = rig.request(given, exportId);
    await rig.check(exportId);
    return id;
  };
  const ofGroup = await keep({ kind: 'group', ref: 'acme', type: 'json_array', label: 'acme' }, 4);
  await clock.advance(days(1));
  const first = await keep(project(1, 'acme/shop'), 1);
  await clock.advance(days(14));
  const second = await keep(project(1, 'acme/shop'), 2);
  const third = await keep(project(2, 'acme/web'), 3);
  return { ...rig, ids: { ofGroup, first, second, third } };
}

test('the newest stored export of each project counts, also one of its group', async () => {
  const { verbs, ids } = await world();
  const answer = await verbs.packageIn({ name: ' LODASH ' });
  expect(answer).toMatchObject({ exports: 3, covered: 3, found: 2, types: ['npm'], similar: ['lodash-es'] });
  expect(answer.projects).toMatchObject([
    { place: 'acme/docs', versions: ['4.17.15'], exportId: ids.ofGroup, isOld: true },
    { place: 'acme/shop', versions: ['4.17.21'], exportId: ids.second, isOld: false, purl: 'pkg:npm/lodash@4.17.21' },
  ]);
  expect(answer.versions).toEqual([
    { version: '4.17.21', projects: 1 },
    { version: '4.17.15', projects: 1 },
  ]);
  expect(answer).toMatchObject({ known: 4, notCovered: 1, old: 1, oldPlace: 'acme/docs' });
  expect((await verbs.packageIn({ name: 'lodash', version: '4.17.15' })).projects).toHaveLength(1);
  expect((await verbs.packageIn({ name: 'lodash', type: 'gem' })).found).toBe(0);
  expect(await verbs.targets({ of: 'not-covered' })).toMatchObject({
    targets: [{ kind: 'project', ref: 4, place: 'acme/new', exportType: 'cyclonedx_1_6_json' }],
  });
  expect(verbs.packageHistory({ exportId: ids.second, name: 'same', version: '1' })).toMatchObject({
    exports: 2,
  });
});

test('other names that contain the text are found, the shortest first', async () => {
  const { verbs } = await world();
  const similarTo = async (name: string) => (await verbs.packageIn({ name })).similar;
  expect(await similarTo('LODASH')).toEqual(['lodash-es']);
  expect(await similarTo('odas')).toEqual(['lodash', 'lodash-es']);
  expect(await similarTo("o'dash%")).toEqual([]);
  // Only an older export of acme/shop contains it
  expect(await similarTo('reques')).toEqual([]);
  expect(await similarTo('l')).toEqual([]);
});

test('two exports of one place are compared, and the differences are saved as CSV', async () => {
  const { verbs, ids } = await world();
  const { rows } = await verbs.comparable({ id: ids.first });
  expect(rows.map(({ id }) => id)).toEqual([ids.second, ids.first]);
  const slice = { from: 0, count: 200 };
  const compared = await verbs.compare({ from: ids.first, to: ids.second, slice });
  expect(compared).toMatchObject({ counts: { added: 1, removed: 1, version: 1, license: 0 }, unchanged: 1, total: 3 });
  const swapped = await verbs.compare({ from: ids.second, to: ids.first, change: 'added', slice });
  expect(swapped.rows).toMatchObject([{ change: 'added', name: 'request', toVersion: '2.88.2' }]);
  const { path, rows: saved } = await verbs.saveComparison({ from: ids.first, to: ids.second }, signal());
  expect(saved).toBe(3);
  expect(readFileSync(path, 'utf8')).toContain('version,lodash,npm,4.17.20,4.17.21,MIT,MIT');
});

test('a stored file is saved as it was, pinned, deleted, and checked again', async () => {
  const { verbs, ids, rows, places } = await world();
  const { path } = await verbs.saveFile({ id: ids.first }, signal());
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe(sbom('lodash@4.17.20', 'request@2.88.2', 'same@1'));
  verbs.pin({ ids: [ids.first], isPinned: true });
  const row = () => rows().find(({ id }) => id === ids.first);
  expect(row()).toMatchObject({ isPinned: true, packages: 3 });
  expect(verbs.deleteFiles({ ids: [ids.first] })).toEqual({ deleted: 1 });
  expect(row()).toMatchObject({ state: 'deleted', sizeBytes: null });
  verbs.check({ id: ids.first });
  expect([row()?.state, places()]).toEqual(['generating', ['1']]);
  expect(verbs.remove({ ids: [ids.first] })).toEqual({ removed: 1 });
  expect([row(), places()]).toEqual([undefined, []]);
});

test('packages are derived again from the stored files when they are missing', async () => {
  const { verbs, state, profileId } = await world();
  const [file] = state.blobs.of(profileId, 'dependency-exports');
  await state.packages.put(file?.id ?? 0, 0, { packages: 0, unreadable: 0, problem: null, pieces: [] }, (name) => name);
  expect((await verbs.packageIn({ name: 'lodash' })).covered).toBe(3);
  expect(verbs.storage()).toMatchObject({ files: 4, pinnedBytes: 0 });
});

test('in a project or a group, only its projects are searched and offered for an export', async () => {
  const { verbs, ids, state, profileId } = await world();
  const placesOf = async (scope: string) =>
    (await verbs.packageIn({ name: 'lodash', scope })).projects.map(({ place }) => place);
  const targetsOf = async (scope: string) =>
    (await verbs.targets({ of: 'not-covered', scope })).targets.map(({ place }) => place);
  const from = { source: 'pasted' as const, sourceDetail: null, isPinned: false, name: null };
  state.catalogue.add(profileId, { kind: 'group', id: 9, path: 'acme', ...from }, 1, { revives: true });
  state.catalogue.add(profileId, { kind: 'project', id: 7, path: 'acme-other/app', ...from }, 1, { revives: true });

  expect(await placesOf('project:1')).toEqual(['acme/shop']);
  expect(await placesOf('project:acme/docs')).toEqual(['acme/docs']);
  expect(await placesOf('project:2')).toEqual([]);
  expect(await targetsOf('project:1')).toEqual([]);
  expect(await targetsOf('project:4')).toEqual(['acme/new']);
  expect(await targetsOf('group:9')).toEqual(['acme/new']);
  expect(await verbs.packageIn({ name: 'lodash', scope: 'project:3' })).toMatchObject({
    ...{ exports: 1, covered: 1, found: 1, known: 1, notCovered: 0, old: 1, oldPlace: 'acme/docs' },
    projects: [{ exportId: ids.ofGroup }],
  });
  expect(await verbs.packageIn({ name: 'lodash', scope: 'group:9' })).toMatchObject({ known: 4, found: 2 });
  expect(await verbs.packageIn({ name: 'lodash' })).toMatchObject({ known: 5, found: 2 });
});
