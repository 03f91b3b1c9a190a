import type { CoverageRow } from '#shared/contract/coverage.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import CoveragePage from '../../../src-renderer/pages/coverage/CoveragePage.svelte';
import { click } from '../click.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { sampleJob } from '../samples.ts';

const row = (given: Partial<CoverageRow>): CoverageRow => ({
  ...{ key: 1, collection: 'branches', scope: 'project:7', label: 'acme/core', state: 'complete', rows: 61, bytes: 0 },
  ...{ unreadable: 0, undetailed: 0, cutAt: null, completedAt: Date.now(), syncedIn: 'project:7' },
  ...{ syncedInLabel: 'acme/core', syncIn: 'project:7', refusal: null, gap: null, below: null },
  ...given,
});
const refused = row({
  ...{ key: 2, collection: 'webhooks', state: 'refused', rows: 0, completedAt: null, syncedIn: null },
  refusal: { at: Date.now(), status: 403, reason: 'role', message: '403 Forbidden' },
});
const never = row({ key: 3, collection: 'members', state: 'never', rows: 0, completedAt: null, syncedIn: null });
const wider = row({ key: 4, collection: 'issues', syncedIn: 'group:1', syncedInLabel: 'acme', syncIn: 'group:1' });
const notes = row({
  ...{ key: 5, collection: 'notes', state: 'partial', syncIn: null },
  below: { known: 12, synced: 4, refusedCount: 0, absent: 0 },
});
const files = row({
  ...{ key: 6, collection: 'files', state: 'partial', rows: 9, syncIn: null },
  below: { known: 12, synced: 9, refusedCount: 0, absent: 0 },
});
const trees = row({
  ...{ key: 7, collection: 'artifacts', rows: 40, syncIn: null },
  below: { known: 2, synced: 2, refusedCount: 0, absent: 0 },
});
const all = [row({}), refused, never, wider, notes, files, trees];

function answersOf(rows: readonly CoverageRow[]) {
  return {
    coverage: {
      list: ({ query, slice }: { query: { state?: string | undefined }; slice: { from: number } }) => {
        const found = rows.filter(({ state }) => query.state === undefined || state === query.state);
        const counts = { complete: 2, partial: 1, refused: 1, never: 1, syncing: 0 };
        const shown = found.slice(slice.from, slice.from + 100);
        return {
          ...{ total: found.length, isCapped: false, from: slice.from, rows: shown },
          ...{ revision: 1, queryMs: 1, counts, places: 3 },
        };
      },
    },
    jobs: { sync: () => sampleJob({ id: 'j9' }), below: () => sampleJob({ id: 'j10' }) },
  };
}
const lineOf = (collection: string) => page.getByRole('row').filter({ hasText: collection });

test('the address can filter the lists by their collection, and the chip removes this filter', async () => {
  const { calls } = await renderPage(CoveragePage, {
    path: '/coverage?collection=members&kind=project',
    answers: answersOf([never]),
  });
  await expect.element(lineOf('Members')).toBeVisible();
  expect(calls('coverage.list').at(-1)).toMatchObject({ query: { collection: 'members', kind: 'project' } });
  await click(page.getByRole('button', { name: /^Remove.*Members/ }));
  await expect.poll(() => location.hash).toBe('#/coverage?kind=project');
});

test('each list says from where it was synced, and why it is not complete', async () => {
  await renderPage(CoveragePage, { path: '/coverage', answers: answersOf(all) });
  await expect.element(lineOf('Branches')).toMatchTextContent(/This project.*61.*Complete/);
  await expect.element(lineOf('Webhooks')).toMatchTextContent(/Refused \(403\)/);
  await expect.element(lineOf('Issues')).toMatchTextContent(/Group acme/);
  await expect.element(lineOf('Notes')).toMatchTextContent(/4 of 12 lists.*8 of 12 never synced/);
  await expect.element(lineOf('Files')).toMatchTextContent(/9 of 12 known files.*3 of 12 not stored/);
  await expect.element(page.getByRole('status').filter({ hasText: '7 lists in 3 places' })).toBeVisible();
});

const gap = (...stuck: NonNullable<CoverageRow['gap']>['stuck']) => ({ requests: 0, isGuess: false, stuck });
test.each<[string, Partial<CoverageRow>, string]>([
  ['a role', { ...refused, gap: gap({ why: 'refused', count: 1 }) }, 'This token’s user lacks the required role.'],
  [
    'expired artifacts',
    {
      ...{ collection: 'artifacts', state: 'complete', gap: null },
      below: { known: 4, synced: 4, refusedCount: 0, absent: 3 },
    },
    '3 items weren’t found on the instance. Artifacts may have expired, or the jobs made none.',
  ],
  [
    'files',
    {
      collection: 'files',
      state: 'partial',
      gap: gap({ why: 'too-large', count: 2 }),
      below: { known: 4, synced: 2, refusedCount: 0, absent: 1 },
    },
    '2 items are larger than the limit of the pin. 1 item wasn’t found on the instance.',
  ],
  [
    'a list that is off',
    { state: 'never', gap: gap({ why: 'off', count: 1 }) },
    'This list is switched off in the setup.',
  ],
])('Coverage says why a part can’t be fetched: %s', async (_, given, why) => {
  await renderPage(CoveragePage, { path: '/coverage', answers: answersOf([row(given)]) });
  await expect.element(page.getByText(why)).toBeVisible();
});

test('a list that was never synced is synced in the place that has it', async () => {
  const { calls } = await renderPage(CoveragePage, { path: '/coverage', answers: answersOf(all) });
  await click(page.getByRole('button', { name: 'Sync members of acme/core' }));
  await eventually(() => expect(calls('jobs.sync')).toEqual([{ collection: 'members', scope: 'project:7' }]));
  await click(page.getByRole('button', { name: 'Sync issues of acme/core' }));
  await eventually(() => expect(calls('jobs.sync')).toContainEqual({ collection: 'issues', scope: 'group:1' }));
});

test('lists below a project are synced together, with a note that says which ones', async () => {
  const { calls } = await renderPage(CoveragePage, { path: '/coverage', answers: answersOf(all) });
  await click(page.getByRole('button', { name: 'Sync artifacts of acme/core' }));
  await expect.element(page.getByText(/^This syncs the artifacts of all known jobs: /)).toBeVisible();
  await click(page.getByRole('button', { name: 'Sync notes of acme/core' }));
  await expect.element(page.getByText('This includes all synced issues, merge requests, and snippets.')).toBeVisible();
  const scope = 'project:7';
  expect(calls('jobs.below')).toEqual([
    { collection: 'artifacts', scope },
    { collection: 'notes', scope },
  ]);
});

test('a list that was never synced says so, and offers its sync or the page that stores it', async () => {
  const none = { state: 'never' as const, rows: 0, completedAt: null, syncedIn: null, syncIn: null };
  const below = { known: 0, synced: 0, refusedCount: 0, absent: 0 };
  await renderPage(CoveragePage, {
    path: '/coverage',
    answers: answersOf([
      row({ ...none, key: 1, collection: 'contextCommits', below }),
      row({ ...none, key: 2, collection: 'artifacts', below }),
      row({ ...none, key: 3, collection: 'snippetContents', below: { ...below, known: 2 } }),
      row({ ...none, key: 4, collection: 'snippetContents', scope: '', label: 'Instance', below }),
    ]),
  });
  const first = page.getByRole('button', { name: 'Sync context commits of acme/core' });
  await expect.element(lineOf('Context commits')).toMatchTextContent(/Never synced.*Sync/);
  await expect.element(first).toHaveAttribute('aria-disabled', 'true');
  await first.hover();
  await expect.element(page.getByText(/Sync the merge requests of the project first\./).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sync artifacts of acme/core' })).toBeEnabled();
  const contents = (place: string) => page.getByRole('link', { name: `Open snippet contents of ${place}` });
  await expect.element(contents('acme/core')).toHaveAttribute('href', '#/p/7/snippets');
  await expect.element(contents('Instance')).toHaveAttribute('href', '#/snippets');
});

test('the key in the filter field moves the focus to it', async () => {
  const { stores } = await renderPage(CoveragePage, { path: '/coverage', answers: answersOf(all) });
  await expect.element(lineOf('Branches')).toBeVisible();
  stores.commands.list.find(({ keys }) => keys === '/')?.run();
  await expect.element(page.getByRole('textbox', { name: 'Filter lists' })).toHaveFocus();
});

test('the lists are filtered by their state, and the filters are cleared from an empty result', async () => {
  await renderPage(CoveragePage, { path: '/coverage', answers: answersOf(all) });
  await click(page.getByLabelText('State', { exact: true }));
  await click(page.getByRole('option', { name: 'Syncing… (0)' }));
  await click(page.getByRole('button', { name: 'Clear filters' }));
  await expect.element(lineOf('Branches')).toBeVisible();
});

test('more lists are loaded on request', async () => {
  const many = Array.from({ length: 130 }, (_, at) => row({ key: at + 10, label: `acme/p${at}` }));
  await renderPage(CoveragePage, { path: '/coverage', answers: answersOf(many) });
  await expect.element(page.getByText('100 of 130 lists shown')).toBeVisible();
  await click(page.getByRole('button', { name: 'Load more' }));
  await eventually(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(130));
});
