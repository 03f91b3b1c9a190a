import type { ExportRow, PackageAnswer } from '#shared/contract/dependency-exports.ts';
import { hours, megabytes, minutes } from '#shared/time.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import { click, fill } from '../click.ts';
import { violations } from '../axe.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection, sampleEntry } from '../samples.ts';
import { button, callsOf, dialog, openWindow } from '../shell/window.ts';

const now = Date.now();
const row = (id: number, given: Partial<ExportRow> = {}): ExportRow => ({
  ...{ id, kind: 'project', ref: id, place: `acme/p${id}`, exportType: 'cyclonedx_1_6_json', exportId: id },
  ...{
    state: 'kept',
    requestedAt: now - hours(id),
    polledAt: now,
    expiresAt: now + hours(21),
    keptAt: now - hours(id),
  },
  ...{ sizeBytes: 2_100_000, isPinned: false, progress: null, packages: 1_287, unreadable: 0, problem: null },
  failure: null,
  ...given,
});
const unfinished = { packages: null, unreadable: null, sizeBytes: null, keptAt: null };
const rows: ExportRow[] = [
  row(1, { ...unfinished, state: 'generating', requestedAt: now - 38_000 }),
  row(2, { ...unfinished, state: 'stalled', requestedAt: now - minutes(72) }),
  row(3, { ...unfinished, state: 'failed', failure: { code: 'remote', reportedMessage: '502 Bad Gateway' } }),
  row(4, { ...unfinished, state: 'unknown', exportId: null, expiresAt: null }),
  row(5, { place: 'acme/shop' }),
  row(6, { place: 'acme/shop', expiresAt: now - 1, isPinned: true, packages: 1_279 }),
  row(7, { ...unfinished, state: 'not-yours', kind: 'pipeline', place: 'acme/api #88214', exportType: 'sbom' }),
];
const storage = {
  usedBytes: megabytes(70),
  diskBytes: megabytes(84),
  pinnedBytes: 0,
  files: 2,
  limitBytes: megabytes(500),
};
const answer: PackageAnswer = {
  ...{ exports: 24, covered: 19, found: 1, types: ['npm'], similar: [], known: 61, notCovered: 42, old: 1 },
  oldPlace: 'acme/docs',
  versions: [{ version: '4.17.20', projects: 1 }],
  projects: [
    {
      ...{ scope: 'project:5', place: 'acme/shop', exportId: 5, exportedAt: now, isOld: false, versions: ['4.17.20'] },
      ...{ type: 'npm', purl: 'pkg:npm/lodash@4.17.20', licenses: 'MIT' },
    },
  ],
};
function packagesIn(name: string): PackageAnswer {
  if (name === '') return answer;
  if (name === 'lodash') return { ...answer, similar: ['lodash-es'] };
  return { ...answer, found: 0, projects: [], similar: name === 'lod' ? ['lodash', 'lodash-es'] : [] };
}
const changes = [
  { change: 'added' as const, name: 'undici', fromVersion: null, toVersion: '7.16.0', fromLicenses: null },
  { change: 'license' as const, name: 'forge', fromVersion: '1.3.1', toVersion: '1.3.1', fromLicenses: 'MIT' },
].map((one) => ({ ...one, type: 'npm', toLicenses: 'GPL-2.0-only' }));

const pipelines = [
  { id: 88_215, place: 'acme/api', ref: 'main', status: 'success', at: '2026-11-20T08:00:00Z' },
  { id: 9, place: 'acme/web', ref: null, status: 'failed', at: null },
];

function openExports(list: readonly ExportRow[] = rows, path = '/dependency-exports', world: Partial<FakeWorld> = {}) {
  return openWindow({
    path,
    world,
    answers: {
      dependencyExports: {
        list: ({ slice }) => ({
          ...{ total: list.length, isCapped: false as const, from: slice.from, revision: 1, queryMs: 0.2, storage },
          counts: { all: list.length, underWay: 1, attention: 3, kept: 2 },
          rows: list.slice(slice.from, slice.from + slice.count),
        }),
        ids: () => ({ ids: list.map(({ id }) => id) }),
        packageIn: ({ name }) => packagesIn(name),
        packageHistory: () => ({ since: now - hours(900), exports: 12 }),
        comparable: () => ({ rows: list.filter(({ place }) => place === 'acme/shop') }),
        compare: () => ({
          ...{ total: 2, unchanged: 1_248, rows: changes },
          counts: { added: 1, removed: 0, version: 0, license: 1 },
        }),
        targets: ({ ...wanted }) => ({
          targets: ('ids' in wanted ? wanted.ids : [8, 9]).map((ref) => ({
            ...{ kind: 'project' as const, ref, place: `acme/p${ref}`, exportType: 'csv' },
          })),
        }),
        storage: () => storage,
        pipelines: ({ search }) => {
          const found = pipelines.filter(({ place }) => place.includes(search));
          return { found: found.length, rows: found };
        },
      },
    },
  });
}
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });

beforeEach(async () => page.viewport(1440, 900));

test('each state of an export is shown in words, and the page has no axe findings', async () => {
  await openExports();
  await expect.element(rowOf('acme/p1')).toMatchTextContent(/Generating (\d+ s|1 min)/);
  await expect.element(rowOf('acme/p2')).toMatchTextContent(/Stalled for 1 h 1\d min/);
  await expect.element(rowOf('acme/p3')).toMatchTextContent(/Failed 502 Bad Gateway/);
  await expect.element(rowOf('acme/p4')).toMatchTextContent(/Outcome unknown.*Request again/);
  await expect.element(rowOf('1,279')).toMatchTextContent(/Stored.*Expired/);
  await expect.element(rowOf('acme/api #88214')).toMatchTextContent(/SBOM, 1\.4.*Not yours author only/);
  await expect.element(page.getByText('84 MB of 500 MB stored, encrypted')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('offline, no export can be requested, and the page says why, also without exports', async () => {
  const connection = sampleConnection({ state: 'offline', reason: 'timed-out' });
  await openExports([], '/dependency-exports', { connection });
  await expect.element(page.getByText(/^Offline: showing cached dependency exports/)).toBeVisible();
  for (const at of [0, 1])
    await expect.element(button('Export dependencies…').nth(at)).toHaveAttribute('aria-disabled', 'true');
});

test('a request with an unknown outcome is sent again only by a person, as a plan', async () => {
  const core = await openExports();
  await click(button('Request again: export of acme/p4'));
  await expect.poll(() => callsOf(core, 'changes.run')).toHaveLength(1);
  expect(callsOf(core, 'changes.run')).toMatchObject([
    { op: 'dependency-exports.createForProject', path: { id: 4 }, body: { export_type: 'csv' } },
  ]);
});

test('two selected exports of the same place are compared, and others are not', async () => {
  const core = await openExports();
  const region = page.getByRole('region', { name: 'Comparison of two exports' });
  await click(rowOf('1,279'));
  await click(rowOf('acme/p1'));
  await expect.element(page.getByText('2 selected')).toBeVisible();
  expect(callsOf(core, 'dependencyExports.compare')).toEqual([]);
  await click(rowOf('acme/p1'));
  await click(rowOf('1,287'));
  await expect.element(region).toMatchTextContent(/1,248 unchanged are hidden/);
  expect(callsOf(core, 'dependencyExports.compare')).toMatchObject([{ from: 6, to: 5 }]);
  await expect.element(region.getByRole('row').filter({ hasText: 'undici' })).toMatchTextContent(/Added.*7\.16\.0/);
  await expect.element(region.getByRole('row').filter({ hasText: 'forge' })).toMatchTextContent(/MIT.*GPL-2\.0-only/);
  expect(await violations()).toEqual([]);
  await click(button('Swap'));
  await expect.poll(() => callsOf(core, 'dependencyExports.compare').at(-1)).toMatchObject({ from: 5, to: 6 });
  await click(button('Close comparison'));
  await expect.element(region).not.toBeInTheDocument();
});

test('the projects that contain a package are found, and those without an export are requested as one plan', async () => {
  const core = await openExports();
  const panel = page.getByRole('complementary', { name: 'Which projects contain a package?' });
  await expect.element(panel).toMatchTextContent(/Search in 24 stored exports of 19 projects/);
  await fill(panel.getByLabelText('Package name', { exact: true }), 'lodash');
  await expect.element(panel).toMatchTextContent(/1 of 19 projects contains lodash/);
  await expect.element(panel).toMatchTextContent(/pkg:npm\/lodash@4\.17\.20/);
  await expect.element(panel).toMatchTextContent(/12 exports/);
  expect(await violations()).toEqual([]);
  await click(panel.getByRole('button', { name: 'Export 42 projects…' }));
  await expect.element(dialog()).toMatchTextContent(/Export dependencies of 2 places/);
  expect(callsOf(core, 'dependencyExports.targets')).toEqual([{ of: 'not-covered' }]);
});

test('a part of a package name finds the names that contain it, and one of them is chosen', async () => {
  await openExports();
  const panel = page.getByRole('complementary', { name: 'Which projects contain a package?' });
  await fill(panel.getByLabelText('Package name', { exact: true }), 'lod');
  await expect.element(panel).toMatchTextContent(/No package has exactly this name\. ?Up to 20 other names/);
  await expect.element(panel).not.toMatchTextContent(/Not in any/);
  expect(await violations()).toEqual([]);
  await click(panel.getByRole('button', { name: 'lodash', exact: true }));
  await expect.element(panel).toMatchTextContent(/1 of 19 projects contains lodash/);
  await expect.element(panel.getByRole('button', { name: 'lodash-es' })).toBeVisible();
  await fill(panel.getByLabelText('Package name', { exact: true }), 'xyz');
  await expect.element(panel).toMatchTextContent(/Not in any of the 24 stored exports/);
});

test('a new export of pipelines needs their IDs, and takes only the format of pipelines', async () => {
  const core = await openExports([]);
  await click(button('Export dependencies…').first());
  await click(dialog().getByText('Pipeline', { exact: true }));
  const places = dialog().getByLabelText('Pipeline IDs');
  await fill(places, 'acme/api');
  await click(dialog().getByRole('button', { name: 'Export dependencies…' }));
  await expect.element(dialog()).toMatchTextContent(/“acme\/api” has no pipeline ID\./);
  expect(await violations()).toEqual([]);
  await fill(places, 'acme/api #88214\n77');
  await click(dialog().getByRole('button', { name: 'Export dependencies…' }));
  await expect.poll(() => callsOf(core, 'changes.plan')).toHaveLength(1);
  const [plan] = callsOf(core, 'changes.plan') as [{ calls: unknown[] }];
  expect(plan.calls).toMatchObject([
    { path: { id: 88_214 }, body: { export_type: 'sbom' } },
    { path: { id: 77 }, body: { export_type: 'sbom' } },
  ]);
});

test('pipelines of synced deployments can be selected instead of typing their IDs', async () => {
  const core = await openExports([]);
  await click(button('Export dependencies…').first());
  await click(dialog().getByText('Pipeline', { exact: true }));
  const places = dialog().getByLabelText('Pipeline IDs');
  await fill(places, '77');
  const newest = dialog().getByLabelText(/^acme\/api #88215 · main · success/);
  await click(newest);
  await click(dialog().getByLabelText(/^acme\/web #9 · failed/));
  await expect.element(places).toHaveValue('77\nacme/api #88215\nacme/web #9');
  expect(await violations()).toEqual([]);
  await click(dialog().getByLabelText(/^acme\/web #9 · failed/));
  await expect.element(places).toHaveValue('77\nacme/api #88215');
  await fill(dialog().getByLabelText('Find a pipeline'), 'web');
  await expect.element(newest).not.toBeInTheDocument();
  await expect.element(dialog().getByText('1 pipeline', { exact: true })).toBeVisible();
  // A pipeline whose ID is typed counts as selected
  await fill(places, '#9');
  await expect.element(dialog().getByLabelText(/^acme\/web #9/)).toBeChecked();
  await click(dialog().getByRole('button', { name: 'Export dependencies…' }));
  await expect.poll(() => callsOf(core, 'changes.run')).toMatchObject([{ path: { id: 9 } }]);
});

test('a narrow window shows exports, comparison and packages as parts', async () => {
  await page.viewport(720, 450);
  const core = await openExports();
  await click(page.getByRole('group', { name: 'Parts of the page' }).getByRole('button', { name: 'Packages' }));
  await expect.element(page.getByLabelText('Package name', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  await click(button('Compare'));
  await expect.element(page.getByText('Select two stored exports of the same place to compare them.')).toBeVisible();
  expect(await violations()).toEqual([]);
  await click(page.getByRole('button', { name: 'Exports', exact: true }));
  await expect.element(page.getByRole('grid')).toBeVisible();
  await click(page.getByLabelText('Exports to show'));
  await click(page.getByRole('option', { name: 'Needs attention 3' }));
  await expect
    .poll(() => callsOf(core, 'dependencyExports.list').at(-1))
    .toMatchObject({ query: { view: 'attention' } });
});

test('the export in an address, as in a notice, is the active row', async () => {
  await openExports(rows, '/dependency-exports/3');
  await expect.element(rowOf('acme/p3')).toBeVisible();
  const grid = page.getByRole('grid').element();
  await expect
    .poll(() => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent)
    .toContain('acme/p3');
});

test('the export in an address becomes the active row, also if it is not among the first rows or was added by its ID', async () => {
  const many = Array.from({ length: 400 }, (_, at) => row(at === 390 ? -3 : at + 1, { place: `acme/m${at}` }));
  await openExports(many, '/dependency-exports/-3');
  await expect.element(page.getByRole('grid')).toBeVisible();
  const grid = page.getByRole('grid').element();
  await expect
    .poll(() => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent)
    .toContain('acme/m390');
  await expect.element(rowOf('acme/m390')).toBeInViewport();
  // Another link of the open page
  location.hash = '#/dependency-exports/2';
  await expect.element(rowOf('acme/m1').first()).toBeInViewport();
});

test('the page of a project has only its exports, and its ID in the address is not that of an export', async () => {
  const scope = 'project:5';
  const core = await openExports(rows, '/p/5/integrations/exports', {
    catalogue: [sampleEntry({ key: 1, kind: 'project', id: 5, ref: 5, scope, path: 'acme/shop' })],
    preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
  });
  await expect.element(rowOf('acme/p3')).toBeVisible();
  const asked = callsOf(core, 'dependencyExports.list') as { query: { scope?: string } }[];
  expect(new Set(asked.map(({ query }) => query.scope))).toEqual(new Set([scope]));
  expect(callsOf(core, 'dependencyExports.ids')).toEqual([]);
  expect(page.getByRole('grid').element().hasAttribute('aria-activedescendant')).toBe(false);
  await click(button('Export 42 projects…'));
  await expect.poll(() => callsOf(core, 'dependencyExports.targets')).toEqual([{ of: 'not-covered', scope }]);
  const searched = callsOf(core, 'dependencyExports.packageIn') as { scope?: string }[];
  expect(new Set(searched.map((one) => one.scope))).toEqual(new Set([scope]));
});

test('a new export in the window of a group starts with this group, and each kind of place keeps its own text', async () => {
  const scope = 'group:42';
  const core = await openExports(rows, '/dependency-exports', {
    catalogue: [sampleEntry({ key: 1, kind: 'group', id: 42, ref: 42, scope, path: 'acme' })],
    preferences: Preferences.parse({ scopes: { p1: { group: scope, project: null, recent: [] } } }),
  });
  await expect.element(button('Group: acme. Switch group')).toBeVisible();
  await click(button('Export dependencies…').first());
  await expect.element(dialog().getByLabelText('Groups')).toHaveValue('acme');
  await click(dialog().getByText('Project', { exact: true }));
  await expect.element(dialog().getByLabelText('Projects')).toHaveValue('');
  await click(dialog().getByText('Group', { exact: true }));
  await click(dialog().getByRole('button', { name: 'Export dependencies…' }));
  await expect
    .poll(() => callsOf(core, 'changes.run'))
    .toMatchObject([{ op: 'dependency-exports.createForGroup', path: { id: 'acme' } }]);
});
