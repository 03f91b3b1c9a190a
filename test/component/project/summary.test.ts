import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CoverageRow } from '#shared/contract/coverage.ts';
import { days } from '#shared/time.ts';
import { violations } from '../axe.ts';
import { eventually } from '../eventually.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { sampleEntry } from '../samples.ts';
import { change, changesOf } from '../history/history-rig.ts';
import { callsOf, openWindow } from '../shell/window.ts';

const scope = 'project:7';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web', name: 'Web' });
const row = (given: Partial<CoverageRow>): CoverageRow => ({
  ...{ key: 1, collection: 'webhooks', scope, label: 'platform/web', state: 'complete', rows: 3, bytes: 0 },
  ...{ unreadable: 0, undetailed: 0, cutAt: null, completedAt: Date.now(), syncedIn: scope },
  ...{ syncedInLabel: 'platform/web', syncIn: scope, refusal: null, gap: null, below: null },
  ...given,
});
const refusal = { at: 1, status: 403, reason: 'role', message: null };
const never = { state: 'never', completedAt: null, syncedIn: null, rows: 0 } as const;
const figure = { collection: 'webhooks', scope, filter: { state: 'disabled' }, notReturned: 'hide', count: 0 } as const;

/** The summary of a project with these lists. `syncedLists`: those that were synced. */
async function show(rows: readonly CoverageRow[], { commitsAt = null as number | null, history = {} } = {}) {
  const empty = fakeList([], { scope });
  empty.readAt = commitsAt === null ? {} : { 'project:7/ref:HEAD': commitsAt };
  const lists = Object.fromEntries(
    ['members', 'deployments', 'commits', 'issues', 'mergeRequests', 'webhooks', 'branches'].map((name) => [
      name,
      listAnswers<'members'>(empty),
    ]),
  ) as FakeAnswers;
  const core = await openWindow({
    path: '/p/7/summary',
    world: {
      catalogue: [project],
    },
    answers: {
      ...lists,
      deployments: {
        ...lists.deployments,
        perEnvironment: () => ({ environments: [], total: 0, completedAt: null }),
        stuck: () => ({ rows: [], total: 0, changeable: 0 }),
      },
      coverage: { of: () => ({ rows: [...rows] }) },
      history,
      overview: {
        alarms: () => ({
          mirrors: { states: { failed: figure, stuck: figure, hostKeys: figure, noSuccess: figure }, alarms: [] },
          webhooks: { states: { disabled: figure, failing: figure }, alerts: [] },
          offlineRunners: figure,
        }),
      },
      pins: {
        list: () => ({
          pins: [],
          gaps: { lists: 0, requests: 0, isGuess: false },
          quota: { usedBytes: 0, quotaBytes: 1, fileBytes: 1 },
        }),
      },
    },
  });
  return { calls: (verb: string) => callsOf(core, verb) };
}
const alarms = () => page.getByRole('region', { name: 'Open alarms' });

test('without alarms, the summary shows the time of the sync; for a default branch without commits it says so', async () => {
  await show([row({}), row({ key: 2, collection: 'members' })], { commitsAt: Date.now() });
  await expect.element(alarms().getByText(/No alarms, as of/)).toBeVisible();
  await expect.element(page.getByText('The default branch has no commits.')).toBeVisible();
});

test('lists that were never synced or were refused are not shown as lists without alarms, and can be synced', async () => {
  const { calls } = await show([
    row({}),
    row({ ...never, key: 2, collection: 'members' }),
    row({ key: 3, collection: 'remoteMirrors', state: 'refused', completedAt: 1_000, refusal }),
    row({ ...never, key: 4, collection: 'branches', state: 'refused', refusal }),
  ]);
  const figures = page.getByRole('list', { name: 'Figures' });
  await expect.element(figures.getByText('Refused (403)')).toBeVisible();
  await expect.element(alarms().getByText('No alarms in the synced lists.')).toBeVisible();
  await expect.element(alarms().getByText('Remote mirrors: refused (403)')).toBeVisible();
  expect(page.getByText(/No alarms, as of/).elements()).toEqual([]);
  await expect.element(page.getByText(/No commits synced yet\./)).toBeVisible();
  expect(calls('jobs.opened').map((input) => (input as { collection: string }).collection)).toEqual([
    'deployments',
    'members',
    'commits',
  ]);
  (alarms().getByRole('button', { name: 'Sync: Members: never synced' }).element() as HTMLElement).click();
  await eventually(() => expect(calls('jobs.sync')).toEqual([{ collection: 'members', scope }]));
  expect(await violations()).toEqual([]);
});

test('“Sync project” syncs each list where it is synced, and the commits of the default branch', async () => {
  const { calls } = await show([
    row({}),
    row({ key: 2, collection: 'issues', syncIn: 'group:5' }),
    row({ key: 3, collection: 'notes', syncIn: null }),
  ]);
  const sync = page.getByRole('button', { name: 'Sync project' }).first();
  await expect.element(sync).toBeVisible();
  (sync.element() as HTMLElement).click();
  await expect
    .element(page.getByText(/^This includes the commits of the default branch\. Notes and .* are not included\./))
    .toBeVisible();
  expect(calls('jobs.sync')).toEqual([
    { collection: 'webhooks', scope },
    { collection: 'issues', scope: 'group:5' },
    { collection: 'commits', scope: 'project:7/ref:HEAD' },
  ]);
});

test('the changes of the last seven days are shown, with a link to all of them', async () => {
  const paused = change({ n: 1, collection: 'runners', scope, id: 5, title: 'deploy-5' });
  const shown = { ...paused, fields: [{ name: 'paused', before: false, after: true }] };
  const { calls } = await show([row({})], { history: changesOf([shown]) });
  const pane = page.getByRole('region', { name: 'Changes, last 7 days' });
  await expect.element(pane.getByText('deploy-5 · Runners of platform/web')).toBeVisible();
  await expect.element(pane.getByText('No', { exact: true })).toBeVisible();
  await expect
    .element(pane.getByRole('link', { name: 'Show all 1' }))
    .toHaveAttribute('href', '#/changes?place=project%3A7');
  const [asked] = calls('history.changes') as { since: number; until: number; filter: object }[];
  expect(asked?.filter).toEqual({ place: scope });
  expect((asked?.until ?? 0) - (asked?.since ?? 0)).toBe(days(7));
});
