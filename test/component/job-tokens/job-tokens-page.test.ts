import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ProjectReach } from '#shared/contract/job-token-reach.ts';
import JobTokensPage from '../../../src-renderer/pages/job-tokens/JobTokensPage.svelte';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { box, cell, renderPage, type RenderedPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { cannotWrite, expectDisabled } from '../page-rig.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites } from '../fake-writes.ts';
import PageWithPlan from '../plan/PageWithPlan.svelte';
import { sampleEntry } from '../samples.ts';

const syncedAt = Date.now() - 60_000;
const refusal = { at: Date.now(), status: 403, reason: 'role', message: '403 Forbidden' };
const unknown = { projects: null, groups: null, broad: null, dead: null };

function reachOf(key: number, path: string, over: Partial<ProjectReach> = {}): ProjectReach {
  return {
    ...{ key, ref: key, path, isMissing: false, inbound: true, enforced: 'unknown', syncedAt, refusal: null },
    ...{ entries: { projects: 2, groups: 1, broad: 0, dead: 0 }, into: 5, from: 3 },
    ...over,
  };
}
const noRows = { total: 0, isCapped: false, from: 0, revision: 1, queryMs: 1, places: 2, rows: [] };
const unsynced = { inbound: null, syncedAt: null, entries: unknown, into: null, from: null };
const rows = [
  reachOf(1, 'acme/core', { entries: { projects: 2, groups: 1, broad: 1, dead: 1 } }),
  reachOf(2, 'acme/open', { inbound: false, enforced: 'no', into: null }),
  reachOf(3, 'acme/other-open', { inbound: false, enforced: 'no', into: null }),
  reachOf(4, 'globex/never', unsynced),
  reachOf(5, 'globex/refused', { ...unsynced, refusal }),
];

function jobTokens(path = '/job-tokens', world: Partial<FakeWorld> = {}, shown = rows): Promise<RenderedPage> {
  return renderPage(PageWithPlan, {
    path,
    world: {
      catalogue: shown.map(({ key, path: of }) => sampleEntry({ key, kind: 'project', id: key, path: of })),
      writes: sampleWrites(),
      ...world,
    },
    answers: {
      jobTokenReach: { all: () => ({ rows: shown }) },
      coverage: { list: () => ({ ...noRows, counts: { never: 1, refused: 1 } }) },
    },
    props: { shown: JobTokensPage, own: {} },
  });
}
const textOf = (index: number, column: string): string =>
  cell(index, column).textContent.trim().replaceAll(/\s+/g, ' ');
const view = (name: RegExp) => page.getByRole('group', { name: 'View' }).getByRole('button', { name });
const paths = (): string[] =>
  [...document.querySelectorAll('[role="row"] [data-column="path"]')].map((one) => one.textContent.trim());

test('each project shows its state and its numbers, and what is not synced is unknown', async () => {
  await page.viewport(1440, 900);
  const { table } = await jobTokens();
  await table();
  expect(['inbound', 'into', 'from', 'entries', 'broad', 'dead', 'enforced'].map((one) => textOf(0, one))).toEqual([
    ...['On', 'At least 5 projects', 'At least 3 projects', '2 projects, 1 group', '1', '1', 'Unknown'],
  ]);
  expect(['inbound', 'into', 'enforced'].map((one) => textOf(1, one))).toEqual([...['Off', 'Every project', 'No']]);
  expect(['inbound', 'into', 'from', 'entries', 'broad', 'dead', 'synced'].map((one) => textOf(3, one))).toEqual([
    ...['Never synced', 'Unknown', 'Unknown', 'Unknown', 'Unknown', 'Unknown', 'Not fully synced'],
  ]);
  expect(['inbound', 'into', 'synced'].map((one) => textOf(4, one))).toEqual([
    'Refused (403)',
    'Unknown',
    'Refused (403)',
  ]);
  await expect.element(page.getByText(/1 project can’t be read with this token, 1 was never synced/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('the view of open projects is in the address', async () => {
  await jobTokens();
  await expect.element(view(/Open to every job token 2/)).toBeVisible();
  await click(view(/Open to every job token/));
  await eventually(() => expect(paths()).toEqual(['acme/open', 'acme/other-open']));
  await userEvent.fill(page.getByLabelText('Filter projects'), 'other');
  await eventually(() => expect(paths()).toEqual(['acme/other-open']));
  expect(location.hash).toBe('#/job-tokens?view=open&search=other');
});

test.each([
  ['broad', /^Over-broad entries/, 1],
  ['dead', /^Deleted entries/, 1],
  ['constructor', /^All/, 5],
])('an address opens its view: %s', async (name, label, shown) => {
  await jobTokens(`/job-tokens?view=${name}`);
  await eventually(() => expect(paths()).toHaveLength(shown));
  await expect.element(view(label)).toHaveAttribute('aria-pressed', 'true');
});

test('a deleted project is not open to every job token', async () => {
  const open = { inbound: false, enforced: 'no', into: null } as const;
  const shown = [reachOf(1, 'acme/deleted', { ...open, isMissing: true }), reachOf(2, 'acme/open', open)];
  await jobTokens('/job-tokens', {}, shown);
  await expect.element(view(/Open to every job token 1/)).toBeVisible();
});

test('a view without projects says so, and leads to all projects', async () => {
  await jobTokens('/job-tokens?search=nothing');
  await click(page.getByRole('button', { name: 'Show all projects' }));
  await eventually(() => expect(paths()).toHaveLength(5));
  expect(location.hash).toBe('#/job-tokens');
});

test('without known projects, the page leads to adding some', async () => {
  await jobTokens('/job-tokens', {}, []);
  await expect.element(page.getByText('No projects are known yet.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Add groups and projects…' }));
  expect(location.hash).toBe('#/catalogue?dialog=add');
});

test('unknown numbers are last in both directions of a sort', async () => {
  await page.viewport(1440, 900);
  const { table } = await jobTokens();
  await table();
  const head = page.getByRole('columnheader', { name: 'Reached by' }).getByRole('button').first();
  await click(head);
  await eventually(() => expect(paths().slice(0, 3)).toEqual(['acme/core', 'acme/open', 'acme/other-open']));
  await click(head);
  await eventually(() => expect(paths()[2]).toBe('acme/core'));
  expect(paths().slice(3).toSorted()).toEqual(['globex/never', 'globex/refused']);
});

test('the allowlists of selected projects are turned on as one plan, without those that are on', async () => {
  const { table, calls } = await jobTokens();
  await table();
  for (const index of [0, 1, 2]) await click(page.elementLocator(box(index)));
  await click(page.getByRole('button', { name: 'Turn on 2 allowlists…' }));
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText(/In each of these 2 projects, only job tokens of .* will be accepted/))
    .toBeVisible();
  expect(calls('changes.plan')).toMatchObject([
    {
      calls: [
        { op: 'job-token-scope.edit', path: { id: 2 }, body: { enabled: true } },
        { op: 'job-token-scope.edit', path: { id: 3 }, body: { enabled: true } },
      ],
    },
  ]);
  expect(calls('changes.apply')).toEqual([]);
});

test('the form for entries begins with the selected projects', async () => {
  const { table } = await jobTokens();
  await table();
  for (const index of [0, 3]) await click(page.elementLocator(box(index)));
  await click(page.getByRole('button', { name: 'Change entries…' }));
  await expect.element(page.getByLabelText('Projects to change')).toHaveValue('acme/core\nglobex/never');
});

test('a selected project that the search hides stays selected, and the selection of all projects ends', async () => {
  const { table } = await jobTokens();
  await table();
  await click(page.elementLocator(box(0)));
  await userEvent.fill(page.getByLabelText('Filter projects'), 'globex');
  await expect.element(page.getByText('1 selected, 1 not shown')).toBeVisible();
  await click(page.getByRole('button', { name: 'Change entries…' }));
  await expect.element(page.getByLabelText('Projects to change')).toHaveValue('acme/core');
  await userEvent.keyboard('{Escape}');
  await click(page.getByRole('button', { name: /^Select all 2/ }));
  await userEvent.fill(page.getByLabelText('Filter projects'), '');
  await expect.element(page.getByRole('region', { name: 'Selected rows' })).not.toBeInTheDocument();
});

test('a selection whose allowlists are all off can’t be turned off again', async () => {
  const { table } = await jobTokens('/job-tokens?view=open');
  await table();
  for (const index of [0, 1]) await click(page.elementLocator(box(index)));
  await expectDisabled(
    page.getByRole('button', { name: 'Turn off allowlist…' }),
    'All selected allowlists are already off.',
  );
});

test.each(cannotWrite)('%s, nothing can be changed, and the reason is shown', async (_, world, why) => {
  const { table } = await jobTokens('/job-tokens', world);
  await table();
  await click(page.elementLocator(box(1)));
  await expectDisabled(page.getByRole('button', { name: 'Turn on allowlist…' }), why);
});

test('a row leads to the job token scope of its project', async () => {
  const { table, press } = await jobTokens();
  await table();
  await press('{ArrowDown}{Enter}');
  await eventually(() => expect(location.hash).toMatch(/^#\/p\/\d\/access\/job-token$/));
});
