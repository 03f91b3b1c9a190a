import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mirrorStates, webhookStates, type Figure, type Overview, type Transfers } from '#shared/contract/overview.ts';
import type { Freshness } from '#shared/contract/watches.ts';
import { hours, minutes } from '#shared/time.ts';
import OverviewPage from '../../../src-renderer/pages/overview/OverviewPage.svelte';
import { violations } from '../axe.ts';
import { renderPage } from '../console/render-page.ts';
import { noChanges } from '../changes/sample-changes.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { sampleWrites } from '../fake-writes.ts';
import { sampleConnection } from '../samples.ts';

const figure = (collection: Figure['collection'], count: number, filter: object = {}): Figure => ({
  ...{ collection, scope: null, notReturned: 'hide', count },
  filter: { ...filter },
});
const fresh: Freshness = {
  ...{ kind: 'projects', places: 61, checked: 61, off: 0 },
  ...{ syncedAt: Date.now(), staleAt: Date.now() + minutes(30), everyMs: minutes(15) },
};
const read = { live: 0, completedAt: Date.now(), freshness: fresh };
const states = <S extends string>(names: readonly S[], of: (state: S) => Figure) =>
  Object.fromEntries(names.map((state) => [state, of(state)])) as Record<S, Figure>;
const counted: Partial<Record<string, number>> = { failed: 2, finished: 1, disabled: 1, executable: 2 };

function sampleOverview(over: Partial<Overview> = {}): Overview {
  const none = figure('runners', 0);
  const mirror = (id: number, state: 'failed' | 'finished') => ({
    scope: 'project:1',
    id,
    name: `mirror ${id}`,
    state,
  });
  return {
    notVisible: [],
    users: { ...read, live: 500, newInWeek: null, unprotectedAdmins: null },
    runners: {
      ...{ ...read, scope: '', widerScope: null, all: none, online: none, cells: [] },
      states: states(['busy', 'idle', 'online', 'offline', 'stale', 'never', 'other'], () => none),
    },
    mirrors: {
      ...{ ...read, refusedPlaces: 0, live: 4, scope: null },
      all: figure('remoteMirrors', 4),
      alarming: figure('remoteMirrors', 2, { has_alarm: true }),
      states: states(
        mirrorStates.filter((state) => state !== 'other'),
        (state) => figure('remoteMirrors', counted[state] ?? 0, { alarm: state }),
      ),
      cells: [mirror(1, 'failed'), mirror(2, 'failed'), mirror(3, 'finished')],
      alarms: [1, 2].map((id) => ({
        ...{ scope: 'project:1', id, project: 'acme/core', host: `host${id}.example` },
        alarm: { kind: 'failed', since: Date.now() - minutes(42), count: 6, medianMs: null, added: 0, removed: 0 },
      })),
    },
    webhooks: {
      ...{ ...read, refusedPlaces: 0, live: 3, scope: null, cells: [] },
      all: figure('webhooks', 3),
      alerting: figure('webhooks', 1, { state: 'alerting' }),
      states: states(webhookStates, (state) => figure('webhooks', counted[state] ?? 0, { state })),
      alerts: [{ scope: 'project:1', id: 9, name: 'ci-dispatch', state: 'disabled', disabledUntil: null }],
    },
    tokens: {
      ...{
        ...read,
        scope: null,
        widerScope: null,
        horizon: { today: '2026-11-23', soon: figure('accessTokens', 4), parts: [], weeks: [] },
        groups: 1,
        unsyncedGroups: 0,
      },
    },
    writes: {
      refused: { query: { search: '', profileId: null }, count: 0 },
      unknown: { query: { search: '', profileId: null }, count: 0 },
      recent: [],
    },
    ...over,
  };
}

const noTransfers: Transfers = {
  ...{ underWay: 0, exports: [], imports: [] },
  attention: { count: 0, rows: [] },
  failedImports: { count: 0, first: null },
};
const answers = (over: Partial<Overview> = {}, transfers: Transfers = noTransfers): FakeAnswers => ({
  overview: {
    get: () => sampleOverview(over),
    transfers: () => transfers,
  },
  watches: { recent: () => ({ checks: [] }) },
  history: { changes: () => ({ ...noChanges, total: 37 }) },
});
const hrefOf = (name: string | RegExp): string | null =>
  page.getByRole('link', { name }).first().element().getAttribute('href');

test('figures, legends and problems link to exactly the rows that they count', async () => {
  const { core, stores } = await renderPage(OverviewPage, {
    ...{ answers: answers(), world: { writes: sampleWrites() }, hasPlans: true },
  });
  await expect.element(page.getByRole('link', { name: 'Mirrors failing: 2' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Tokens expiring in 30 d: 4' })).toBeVisible();
  const failed = '#/remote-mirrors?view=' + encodeURIComponent('{"filter":{"alarm":"failed"},"notReturned":"hide"}');
  expect(hrefOf('Mirrors failing: 2')).toBe(failed);
  expect(hrefOf('failing 2')).toBe(failed);
  const disabled = '#/webhooks?view=' + encodeURIComponent('{"filter":{"state":"disabled"},"notReturned":"hide"}');
  expect(hrefOf('Webhooks disabled: 1')).toBe(disabled);
  expect(hrefOf('Mirror acme/core → host1.example failed 6 times in a row')).toBe('#/remote-mirrors/1?at=project%3A1');
  expect(hrefOf('Webhook ci-dispatch is disabled')).toBe('#/webhooks/9?at=project%3A1');
  await expect.element(page.getByRole('link', { name: 'Changed in the last hour: 37 changes' })).toBeVisible();
  expect(hrefOf('Changed in the last hour: 37 changes')).toBe('#/changes?since=1h');
  for (const id of [1, 2]) {
    const plan = await core.session.client.changes.plan({ calls: [{ op: 'runners.edit', path: { id } }] });
    stores.changes.store({ ...plan, state: 'paused' });
  }
  await expect.element(page.getByRole('link', { name: '2 open plans' })).toBeVisible();
  expect(hrefOf('2 open plans')).toBe('#/activity/plans?state=open');
  expect(await violations()).toEqual([]);
});

test('the Overview says whether everything that is pinned can be read offline', async () => {
  const pin = { ...{ id: 1, label: 'acme', state: 'ready', depths: [], filledAt: 1, missing: 0, problems: 0 } };
  const gaps = { lists: 0, requests: 0, isGuess: false };
  const list = () => ({ pins: [{ ...pin, gaps }], gaps, quota: {} }) as never;
  await renderPage(OverviewPage, { answers: { ...answers(), pins: { list } } });
  await expect.element(page.getByText(/Ready offline:/)).toBeVisible();
});

test('accounts at risk come first, then failures, the larger number first; a rate limit that is not reported has no figure', async () => {
  const { users, writes } = sampleOverview();
  await renderPage(OverviewPage, {
    world: { connection: sampleConnection({ budget: null }) },
    answers: answers({
      users: { ...users, unprotectedAdmins: figure('users', 1) },
      writes: { ...writes, unknown: { ...writes.unknown, count: 2 }, refused: { ...writes.refused, count: 9 } },
    }),
  });
  const items = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await expect.element(items.nth(0)).toMatchTextContent('1 administrator has no 2FA');
  await expect.element(items.nth(1)).toMatchTextContent('9 changes were refused');
  await expect.element(items.nth(2)).toMatchTextContent('2 changes have an unknown result');
  await expect
    .element(page.getByRole('list', { name: 'Figures' }).getByText('API budget left'))
    .not.toBeInTheDocument();
});

test('mirrors that were never synced have no number, but a button to sync them', async () => {
  const { mirrors } = sampleOverview();
  const never = {
    ...mirrors,
    live: 0,
    completedAt: null,
    cells: [],
    alarms: [],
    states: states(
      mirrorStates.filter((state) => state !== 'other'),
      () => figure('remoteMirrors', 0),
    ),
  };
  await renderPage(OverviewPage, { answers: answers({ mirrors: never }) });
  await expect.element(page.getByRole('link', { name: 'Mirrors failing: not synced yet' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sync mirrors' })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('lists that the instance refused everywhere are shown as not visible, without a button to sync them', async () => {
  const { webhooks, tokens } = sampleOverview();
  const none = { live: 0, completedAt: null };
  const refused = { webhooks: { ...webhooks, ...none, refusedPlaces: 61 }, tokens: { ...tokens, ...none } };
  await renderPage(OverviewPage, { answers: answers(refused) });
  await expect.element(page.getByRole('link', { name: 'Webhooks disabled: Not visible to this token' })).toBeVisible();
  await expect.element(page.getByText(/Requires Maintainer role in 61 of 61 projects/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sync webhooks' })).not.toBeInTheDocument();
  const expiry = page.getByRole('region', { name: 'Token expiry' });
  await expect.element(expiry.getByText('Not visible to this token')).toBeVisible();
  await expect.element(expiry.getByRole('button')).not.toBeInTheDocument();
});

test('figures say how many places were checked, and mark rows older than twice their interval', async () => {
  const { mirrors, webhooks } = sampleOverview();
  const old = { ...fresh, checked: 32, off: 5, syncedAt: Date.now() - hours(2), staleAt: Date.now() - hours(1.5) };
  await renderPage(OverviewPage, { answers: answers({ mirrors: { ...mirrors, freshness: old }, webhooks }) });
  const figures = page.getByRole('list', { name: 'Figures' });
  await expect
    .element(figures.getByRole('link', { name: '32 of 61 projects checked, 5 more switched off' }))
    .toBeVisible();
  await expect.element(figures.getByTitle(/Older than twice its interval of 15 min/)).toHaveTextContent('2h ago');
  const pane = page.getByRole('region', { name: 'Remote mirrors' });
  await expect.element(pane.getByText('32 of 61 projects checked, 5 more switched off')).toBeVisible();
  await expect.element(pane.getByTitle(/Older than twice its interval of 15 min/)).toBeVisible();
  expect(figures.getByTitle(/Older than/).elements()).toHaveLength(1);
  expect(await violations()).toEqual([]);
});
