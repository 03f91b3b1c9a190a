import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { WatchSettings, type WatchKindStatus, type WatchStatus } from '#shared/contract/watches.ts';
import type { NamedFigure } from '#shared/contract/overview.ts';
import type { Setup, SetupStep } from '#shared/contract/setup.ts';
import { hours, minutes } from '#shared/time.ts';
import { click } from '../click.ts';
import { violations } from '../axe.ts';
import type { FakeAnswers, FakeCore } from '../fake-core.ts';
import { chosen } from '../page-rig.ts';
import { button, callsOf, dialog, openWindow } from '../shell/window.ts';

const step = (over: Partial<SetupStep>): SetupStep => ({
  ...{ id: 'users', state: 'queued', rows: 0, placesDone: 0, placesTotal: null, refusedPlaces: 0 },
  ...{ requests: 0, estimatedRequests: 60, syncedAt: null },
  ...over,
});
const figure = (name: string, collection: NamedFigure['collection'], count: number, filter = {}): NamedFigure => ({
  ...{ name, collection, count, filter, scope: null, notReturned: 'hide' },
});
const figures = [
  figure('users', 'users', 502),
  figure('administrators', 'users', 12, { admins: true }),
  figure('withoutTwoFactor', 'users', 141, { two_factor: 'disabled' }),
  { ...figure('unprotectedAdministrators', 'users', 3, { admins: true, two_factor: 'disabled' }), unknown: 2 },
  figure('inactiveForAYear', 'users', 38, { inactive_days: 365 }),
  figure('runners', 'runners', 25),
  figure('runnersOffline', 'runners', 4, { status: 'offline' }),
];
const sample: Setup = {
  ...{
    state: 'running',
    phase: 'busy',
    done: 3,
    requests: 150,
    estimatedRequests: 640,
    etaMs: minutes(3),
    choice: null,
  },
  ...{ startedAt: 1, finishedAt: null, isAdministrator: true, username: 'dana', limit: 2_000 },
  steps: [
    step({
      ...{ state: 'done', rows: 500, requests: 5, syncedAt: Date.now() },
    }),
    step({ id: 'runners', state: 'done', rows: 25 }),
    step({ id: 'places', state: 'done', rows: 65, requests: 118, syncedAt: Date.now() }),
    step({
      id: 'members',
      state: 'running',
      rows: 96,
      requests: 20,
      estimatedRequests: 122,
      placesDone: 30,
      placesTotal: 61,
    }),
    step({ id: 'webhooks', placesTotal: 0 }),
    step({ id: 'remoteMirrors', placesTotal: 0 }),
  ],
  costs: [
    { choice: 'everything', requests: 640, ms: minutes(2), steps: 6, places: 65 },
    { choice: 'active', requests: 265, ms: 50_000, steps: 6, places: 23 },
    { choice: 'essentials', requests: 97, ms: 20_000, steps: 3, places: 65 },
  ],
  groups: [
    {
      scope: 'group:acme',
      path: 'acme',
      role: 'owner',
      projects: 38,
      members: 312,
      foundIn: ['runners', 'merge-requests'],
    },
    { scope: 'group:acme/legal', path: 'acme/legal', role: 'none', projects: 2, members: 18, foundIn: [] },
  ],
  ...{ groupsTotal: 4, projectsTotal: 61 },
  notAvailable: [
    {
      kind: 'collection',
      name: 'sshCertificates',
      places: ['acme/legal'],
      count: 1,
      status: 403,
      reason: 'role',
      reportedMessage: null,
    },
    {
      kind: 'collection',
      name: 'webhooks',
      places: ['acme/web'],
      count: 1,
      status: 403,
      reason: 'role',
      reportedMessage: null,
    },
    {
      kind: 'collection',
      name: 'members',
      places: ['acme/api'],
      count: 1,
      status: 403,
      reason: 'role',
      reportedMessage: null,
    },
    { kind: 'probe', name: 'groups', places: [], count: 1, status: 404, reason: null, reportedMessage: null },
    { kind: 'probe', name: 'projects', places: [], count: 1, status: 404, reason: null, reportedMessage: null },
  ],
  off: { collections: [], places: [] },
};

function answersOf(over: Partial<Setup> = {}): FakeAnswers {
  let now: Setup = { ...sample, ...over };
  return {
    overview: { figures: ({ collections }) => figures.filter(({ collection }) => collections.includes(collection)) },
    setup: {
      get: () => now,
      start: ({ choice }) => {
        now = { ...now, state: 'running', phase: 'busy', choice };
        return {};
      },
      pause: () => {
        now = { ...now, state: 'paused', phase: 'halted' };
        return {};
      },
      resume: () => {
        now = { ...now, state: 'running', phase: 'busy' };
        return {};
      },
      searchFurther: () => ({}),
      setOff: ({ collections = [], isOff }) => {
        now = { ...now, off: { ...now.off, collections: isOff ? [...collections] : [] } };
        return {};
      },
    },
  };
}
const withWikis: Partial<Setup> = { steps: [...sample.steps, step({ id: 'wikis', placesTotal: 0 })] };
const stale = (core: FakeCore, state: Setup['state'], phase: Setup['phase']): void => {
  const { done, requests, estimatedRequests, etaMs } = sample;
  core.emit('setup', 'changed', { state, phase, done, requests, estimatedRequests, etaMs, steps: [], isStale: true });
};
const row = (name: RegExp) => page.getByRole('row', { name });

test('a window begins with the Overview, which shows the running setup', async () => {
  await openWindow({ path: '/', answers: answersOf() });
  await expect.element(page.getByRole('heading', { name: 'Setting up git.corp.example: 3 of 6' })).toBeVisible();
  await expect.element(page.getByText('Connected as dana, administrator')).toBeVisible();
  await expect.element(page.getByText('About 3 min left')).toBeVisible();
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent(/Setup: 3 of 6/);
  expect(await violations()).toEqual([]);
});

test('each finished number is a link to exactly its rows', async () => {
  await openWindow({ path: '/overview', answers: answersOf() });
  await expect.element(row(/^Done Users/)).toBeVisible();
  await expect.element(row(/^Done Runners with details/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '4 offline' })).toBeVisible();
  const offline = page.getByRole('link', { name: '4 offline' }).element() as HTMLAnchorElement;
  expect(decodeURIComponent(offline.hash)).toBe('#/runners?view={"filter":{"status":"offline"},"notReturned":"hide"}');
  // Two accounts came after the setup
  const users = page.getByRole('link', { name: 'Users: 502' }).element() as HTMLAnchorElement;
  expect(decodeURIComponent(users.hash)).toContain('#/users?view={"filter":{}');
  await expect.element(page.getByRole('link', { name: '4 groups, 61 projects' })).toBeVisible();
  await expect.element(page.getByText('Syncing… 30 of 61 places')).toBeVisible();
  const ready = page.getByRole('region', { name: 'Ready to use' });
  await expect.element(ready).toMatchTextContent(/without two-factor authentication\s*3 \(2 unknown\)/);
  await expect.element(ready).toMatchTextContent(/Disabled webhooks\s*after step 5/);
});

test('a list that the instance refused has no number', async () => {
  const steps = sample.steps.map((one) => (one.id === 'webhooks' ? { ...one, state: 'refused' as const } : one));
  await openWindow({ path: '/overview', answers: answersOf({ steps }) });
  const ready = page.getByRole('region', { name: 'Ready to use' });
  await expect.element(ready).toMatchTextContent(/Disabled webhooks\s*not visible/);
});

test('while a project is chosen, the numbers of the setup have no links, because the lists show only its rows', async () => {
  await openWindow({ path: '/overview', answers: answersOf(), world: chosen({ kind: 'project' }) });
  await expect.element(page.getByText('4 offline')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '4 offline' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Users: 502' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Ready to use' }).getByRole('link')).not.toBeInTheDocument();
});

test('the number of a step has no link if its rows are shown only in their projects', async () => {
  const steps = [
    step({ id: 'pushRules', state: 'done', rows: 9 }),
    step({ id: 'jobTokenProjects', state: 'done', rows: 17, placesDone: 8, placesTotal: 8 }),
  ];
  await openWindow({ path: '/overview', answers: answersOf({ steps }) });
  await expect.element(row(/^Done Job token projects 17/)).toBeVisible();
  await expect.element(row(/^Done Job token projects/).getByRole('link')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Push rules: 9' })).toBeVisible();
});

test('the groups show the role, and how to add what the search cannot find', async () => {
  const core = await openWindow({ path: '/overview', answers: answersOf() });
  await expect.element(row(/^acme Owner/)).toMatchTextContent(/38\s*312\s*runners, merge requests/);
  await expect.element(row(/^acme\/legal/)).toMatchTextContent(/Not Owner/);
  await expect.element(page.getByText(/Projects without issues, merge requests or runners aren’t found/)).toBeVisible();
  await click(button('Search further'));
  await expect.poll(() => callsOf(core, 'setup.searchFurther')).toHaveLength(1);
  await click(page.getByRole('link', { name: 'import CSV' }));
  await expect.element(dialog()).toMatchTextContent(/CSV/);
});

test('what the token cannot see is listed once', async () => {
  await openWindow({ path: '/overview', answers: answersOf() });
  const hidden = page.getByRole('region', { name: 'Not available to this token' });
  await expect.element(hidden).toMatchTextContent(/SSH certificates of acme\/legal\s*Requires the Owner role\./);
  await expect.element(hidden).toMatchTextContent(/Webhooks of acme\/web\s*Requires the Maintainer role\./);
  await expect.element(hidden).toMatchTextContent(/Members of acme\/api\s*The instance denied access\./);
  await expect.element(hidden.getByText('Lists of all groups and projects')).toBeVisible();
});

test('the setup is paused and continued, and while it is paused no step is shown as syncing', async () => {
  const core = await openWindow({ path: '/overview', answers: answersOf() });
  const syncing = page.getByRole('table', { name: 'Steps of the setup' }).getByText('Syncing');
  await expect.element(syncing.first()).toBeInTheDocument();
  await click(button('Pause setup'));
  stale(core, 'paused', 'halted');
  await expect
    .element(page.getByRole('heading', { name: 'Setting up git.corp.example: paused at 3 of 6' }))
    .toBeVisible();
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent(/Setup paused at 3 of 6/);
  expect(syncing.elements()).toEqual([]);
  await click(button('Continue setup'));
  await expect.poll(() => callsOf(core, 'setup.resume')).toHaveLength(1);
});

test('the setup of a large instance shows its cost and starts with the chosen part', async () => {
  const core = await openWindow({ path: '/overview', answers: answersOf({ state: 'asks', phase: 'halted' }) });
  await expect.element(page.getByText('Everything takes about 640 requests and 2 min.')).toBeVisible();
  await click(page.getByRole('radio', { name: /Users, runners and access tokens/ }));
  await click(button('Start setup'));
  await expect.poll(() => callsOf(core, 'setup.start')).toEqual([{ choice: 'essentials' }]);
});

test('a collection is switched off in the dialog, also one that is only watched', async () => {
  const issues: WatchKindStatus = {
    ...{ kind: 'issues', watches: 1, failed: 0, refused: 0, fast: 0, isNightly: false, fastMs: null, perDay: 4 },
    ...{ defaultMs: hours(6), everyMs: hours(6), effectiveMs: hours(6), lastAt: null, nextAt: null },
  };
  const status: WatchStatus = {
    ...{ settings: WatchSettings.parse({}), pause: null, slowedUntil: null, kinds: [issues], next: null },
    ...{
      usedPerMinute: 0,
      allowedPerMinute: 60,
      limitPerMinute: null,
      perDay: 0,
      allowedPerDay: 15_000,
    },
  };
  const answers = { ...answersOf(), watches: { status: () => status } };
  const core = await openWindow({ path: '/overview', answers });
  await click(button('Choose what to sync…'));
  await expect.element(dialog().getByRole('checkbox', { name: 'Issues' })).toBeChecked();
  await click(dialog().getByRole('checkbox', { name: 'Webhooks' }));
  await expect.poll(() => callsOf(core, 'setup.setOff')).toEqual([{ collections: ['webhooks'], isOff: true }]);
});

test('an event changes single steps without another query', async () => {
  const core = await openWindow({ path: '/overview', answers: answersOf() });
  await expect.element(page.getByText('Syncing… 30 of 61 places')).toBeVisible();
  const { done, requests, estimatedRequests, etaMs } = sample;
  const members = sample.steps.find(({ id }) => id === 'members');
  if (members === undefined) throw new Error('the sample has no members');
  const queries = callsOf(core, 'setup.get').length;
  core.emit('setup', 'changed', {
    ...{ state: 'running', phase: 'busy', done, requests, estimatedRequests, etaMs, isStale: false },
    steps: [{ ...members, placesDone: 45 }],
  });
  await expect.element(page.getByText('Syncing… 45 of 61 places')).toBeVisible();
  expect(callsOf(core, 'setup.get')).toHaveLength(queries);
});

test('a list that the setup has not synced yet needs no action', async () => {
  const list = () => ({ total: 0, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 0 });
  const summary = () => ({ live: 0, notReturned: 0, completedAt: null, unreadable: 0, counts: {} });
  await openWindow({ path: '/wikis', answers: { ...answersOf(withWikis), wikis: { list, summary } } });
  await expect.element(page.getByText('Setup will sync wiki pages soon.')).toBeVisible();
  await expect.element(button('Show setup')).toBeVisible();
});

test('after the setup, the Overview is shown, and leads to the setup', async () => {
  await openWindow({ path: '/overview/setup', answers: answersOf({ state: 'done', phase: 'over' }) });
  await expect.element(page.getByRole('heading', { name: 'Setup of git.corp.example' })).toBeVisible();
});
