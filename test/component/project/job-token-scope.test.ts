import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import type { JobTokenReach, ReachRow } from '#shared/contract/job-token-reach.ts';
import { Preferences } from '#shared/contract/host.ts';
import JobTokenScope from '../../../src-renderer/pages/job-token-scope/JobTokenScope.svelte';
import { violations } from '../axe.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleConnection, sampleEntry } from '../samples.ts';

const scope = 'project:7';
const base = '/p/7/access/job-token';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web' });
const synced = { syncedAt: 1_000, refusal: null };
const refused = { syncedAt: null, refusal: { at: 1_000, status: 403, reason: 'role', message: '403 Forbidden' } };
const row = (over: Partial<ReachRow>): ReachRow => ({
  ...{ direction: 'in', other: { id: 8, path: 'platform/tool' }, isGroup: false, via: 'project', viaGroup: null },
  ...{ alsoBy: null, note: null, syncedAt: 1_000 },
  ...over,
});
const full: JobTokenReach = {
  path: 'platform/web',
  flag: { inbound: true, outbound: false },
  syncedAt: 1_000,
  lists: { flag: synced, projects: synced, groups: synced },
  entries: [
    {
      ...{ kind: 'project', id: 8, path: 'platform/tool', projects: null },
      ...{ isBroad: false, alsoBy: null, note: null },
    },
  ],
  rows: [row({}), row({ direction: 'out', other: { id: 9, path: 'platform/site' }, via: 'all', note: 'accepts-all' })],
  counts: { into: 1, from: 1, unknownGroups: 0, broad: 0, dead: 0, projects: 3, synced: 3 },
};

afterEach(() => page.viewport(1280, 800));

async function show(reach = full, { path = base, world = {} } = {}) {
  const fields = {
    ...{ id: 8, path_with_namespace: 'platform/tool', name: 'tool', name_with_namespace: 'Platform / Tool' },
    ...{ default_branch: 'main', namespace: { full_path: 'platform' }, star_count: 3, ssh_url_to_repo: 'git@x:t.git' },
  };
  const inSearch = (search: string): ReachRow[] =>
    reach.rows.filter(({ other }) => other?.path.includes(search) !== false);
  return renderPage(JobTokenScope as never, {
    path,
    props: { scope, base },
    world: {
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
      ...world,
    },
    answers: {
      jobTokenReach: { get: ({ search }) => ({ ...reach, rows: inSearch(search) }) },
      jobTokenProjects: listAnswers<'jobTokenProjects'>(fakeList([fields], { scope })),
    },
  });
}
const into = () => page.getByRole('table', { name: /^Into this project/ });
const from = () => page.getByRole('table', { name: /^From this project/ });

test('the page shows which projects can use a job token here, and where it can be used, in one direction or both', async () => {
  const { calls } = await show();
  await expect.element(into().getByRole('row', { name: /platform\/tool.*Project entry/ })).toBeVisible();
  await expect.element(from().getByRole('row', { name: /platform\/site.*Accepts every job token/ })).toBeVisible();
  await expect.element(page.getByText(/^The allowlist may be on because the instance enforces it\./)).toBeVisible();
  (page.getByRole('radio', { name: /^Both/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(into()).not.toBeInTheDocument();
  await expect.element(from()).toBeVisible();
  await fill(page.getByRole('searchbox', { name: 'Filter by project' }), 'no such project');
  await expect.element(page.getByText('No project matches.')).toBeVisible();
  expect(calls('jobTokenReach.get').at(-1)).toMatchObject({ search: 'no such project' });
});

test('the stored fields of an entry are in its panel, and the focus returns to the entry when the panel closes', async () => {
  await show();
  const entry = page.getByRole('button', { name: 'platform/tool' });
  await expect.element(entry).toBeVisible();
  (entry.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const panel = page.getByRole('complementary', { name: 'Details of platform/tool' });
  for (const field of ['Default branch', 'Group', 'Stars', 'SSH address', 'Name with groups'])
    await expect.element(panel.getByText(field, { exact: true })).toBeVisible();
  (panel.getByRole('button', { name: 'Close' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(entry).toHaveFocus();
});

test('refused lists are shown as refused, not as empty', async () => {
  await show({
    ...full,
    ...{ flag: null, syncedAt: null, lists: { flag: refused, projects: refused, groups: refused } },
    ...{ entries: [], rows: [] },
  });
  const reason = page.getByText(/The instance refused the last sync \(403\)\. It requires the Maintainer role/);
  await expect.element(reason.first()).toBeVisible();
  expect(reason.elements()).toHaveLength(3);
  await expect.element(page.getByText('– projects, – groups')).toBeVisible();
  expect(page.getByText('No group is allowed.').elements()).toEqual([]);
  expect(page.getByText('No other project can use its job token here.').elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test('in a small window, allowlist and reach are tabs with their own addresses', async () => {
  await show(full);
  const narrow = document.querySelector('main');
  if (narrow === null) throw new Error('no page');
  narrow.style.width = '700px';
  const title = page.getByRole('heading', { name: 'Allowlist', exact: true });
  await expect.element(page.getByRole('navigation', { name: 'Allowlist or reach' })).toBeVisible();
  await expect.element(title).toBeVisible();
  await expect.element(into()).not.toBeInTheDocument();
  await click(page.getByRole('link', { name: 'Reach', exact: true }));
  await expect.element(into().getByRole('row', { name: /Project entry/ })).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
  expect(location.hash).toBe(`#${base}/reach`);
});

test('the three lists of the project are synced together; offline, what was synced is shown with a note', async () => {
  const { core, calls } = await show();
  await click(page.getByRole('button', { name: 'Sync this project' }));
  await eventually(() =>
    expect(calls('jobs.sync')).toEqual(
      ['jobTokenScope', 'jobTokenProjects', 'jobTokenGroups'].map((collection) => ({ collection, scope })),
    ),
  );
  core.emit('host', 'connectionChanged', sampleConnection({ state: 'offline', reason: 'timed-out' }));
  await expect.element(page.getByText(/^Offline: showing cached data/)).toBeVisible();
  await expect.element(into()).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Add to allowlist…' }))
    .toHaveAttribute('aria-disabled', 'true');
});
