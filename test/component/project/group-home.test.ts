import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GroupHome, HomePlace, HomeProject } from '#shared/contract/places.ts';
import { Failure } from '#shared/errors.ts';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';
import { openWindow } from '../shell/window.ts';

const group = sampleEntry({ key: 1, kind: 'group', ref: 1, id: 1, scope: 'group:1', path: 'acme', name: 'Acme' });
const own: HomePlace = { scope: 'group:1', path: 'acme', project: null };
const project = (ref: number, path: string, given: Partial<HomeProject> = {}): HomePlace => ({
  ...{ scope: `project:${ref}`, path },
  project: {
    activity: {
      ...{ collection: 'deployments', scope: `project:${ref}`, id: 40 + ref, name: 'pro\u202eduction' },
      ...{ at: Date.now(), author: 'Ines Moreau', authorId: 5 },
    },
    ...{ members: { count: 24, owners: 2 }, allowlist: 'on', ...given },
  },
});
const counts = { complete: 3, partial: 0, refused: 0, never: 0, syncing: 0 };
const home = (given: Partial<GroupHome> = {}): GroupHome => ({
  ...{ alarms: [], people: [] },
  places: [own, project(7, 'acme/core'), project(8, 'acme/website'), project(9, 'acme/platform/images')],
  ...given,
});

/** The home of the group with this answer. */
async function show(answer: () => GroupHome, path = '/g/1/home', answers: FakeAnswers = {}) {
  const lists = Object.fromEntries(
    ['issues', 'runners', 'serviceAccounts', 'enterpriseUsers', 'accessTokens', 'sshCertificates']
      .concat('groupReleases')
      .map((name) => [name, listAnswers<'members'>(fakeList([], { scope: 'group:1' }))]),
  ) as FakeAnswers;
  return openWindow({
    path,
    world: { catalogue: [group] },
    answers: {
      ...lists,
      places: { home: answer },
      pushRules: { get: () => ({ state: 'none', rule: null, fetchedAt: 1 }) },
      ...answers,
      coverage: {
        of: () => ({ rows: [] }),
        list: ({ query }) => ({
          ...{ total: 0, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 1, places: 0 },
          counts: { ...counts, never: query.collection === 'members' ? 1 : 0 },
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
}
const projects = () => page.getByRole('table', { name: 'Projects' });
const row = (name: string) =>
  projects()
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const textOf = (shown: ReturnType<typeof row>) => shown.element().textContent.trim();

test('the projects of a group are listed below their groups, each with its newest activity, members and allowlist', async () => {
  const groups = ['acme/empty', 'acme/platform'].map((path, at) => ({ ...own, scope: `group:${at + 2}`, path }));
  const { places } = home();
  await show(() => home({ places: [...places, project(10, 'acme/unlisted/tools'), ...groups] }));
  await expect.poll(() => textOf(row('core'))).toMatch(/Deployment to pro.*duction Ines Moreau.*24 2 Owners.*On/);
  await expect
    .element(row('core').getByRole('link', { name: /^Deployment/ }))
    .toHaveAttribute('href', '#/p/7/deployments/47');
  await expect.element(row('core').getByRole('link', { name: 'Ines Moreau' })).toHaveAttribute('href', '#/people/5');
  await expect.element(row('acme/empty')).toBeVisible();
  await expect
    .element(row('acme/platform').getByRole('link', { name: 'acme/platform' }))
    .toHaveAttribute('href', '#/g/3/home');
  const unlisted = row('acme/unlisted').getByRole('link', { name: 'acme/unlisted' });
  await expect.element(unlisted).toHaveAttribute('href', '#/g/acme%2Funlisted/home');
  const names = projects().getByRole('rowheader').elements();
  expect(names.map((one) => one.textContent.trim())).toEqual([
    'acme',
    'core',
    'website',
    'acme/empty',
    'acme/platform',
    'images',
    'acme/unlisted',
    'tools',
  ]);
  await expect.element(page.getByText(/Projects that aren’t in “Groups and projects” are missing/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('with the keyboard, a group is folded, and a project is found and opened', async () => {
  await show(() => home());
  const fold = page.getByRole('button', { name: 'Projects of acme/platform' });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
  (fold.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await eventually(() => expect(row('images').elements()).toEqual([]));
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('/');
  await userEvent.keyboard('images{ArrowDown}');
  await expect.element(row('acme/platform').getByRole('link', { name: 'acme/platform' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(row('images').getByRole('link', { name: 'images' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(location.hash).toBe('#/p/9/summary'));
});

test('what was never synced or was refused is named in its cell, and is never a zero', async () => {
  const unsynced = (state: 'never' | 'refused') => ({ activity: null, members: state, allowlist: state });
  await show(() =>
    home({
      places: [
        ...[own, project(7, 'acme/core', unsynced('never')), project(8, 'acme/website', unsynced('refused'))],
        project(9, 'acme/lone', { members: { count: 3, owners: 1 }, allowlist: 'off' }),
      ],
    }),
  );
  await expect.poll(() => textOf(row('core'))).toMatch(/None in the synced lists.*Never synced.*Never synced/);
  await expect.poll(() => textOf(row('website'))).toMatch(/None in the synced lists.*Refused.*Refused/);
  await expect.element(row('lone').getByText('1 Owner')).toHaveClass(/warn-text/);
  await expect.element(row('lone').getByRole('cell', { name: 'Off: every project' })).toHaveClass(/warn-text/);
  const coverage = page.getByRole('region', { name: 'Coverage', exact: true });
  await expect.element(coverage.getByText(/^Members below this group: 1 place was never synced\./)).toBeVisible();
  await expect
    .element(coverage.getByRole('link', { name: 'Show' }))
    .toHaveAttribute('href', '#/coverage?search=acme%2F&collection=members&state=never');
  await expect.element(page.getByText('No alarms in the synced lists.')).toBeVisible();
});

test('alarms of everything below the group lead to their rows; the address keeps the search and what is shown', async () => {
  const filter = { state: 'alerting' };
  const alarms: GroupHome['alarms'] = [
    { collection: 'members', filter, counts: { 'group:1': 1, 'project:8': 2, 'project:9': 2 } },
    { collection: 'webhooks', filter, counts: { 'project:7': 2 } },
    { collection: 'runners', filter, counts: {} },
  ];
  const { places } = home();
  await show(() => home({ alarms, places: [...places, project(10, 'acme/quiet')] }), '/g/1/summary?search=ACME');
  const items = page.getByRole('region', { name: 'Open alarms' }).getByRole('link');
  await expect
    .poll(() => items.elements().map((one) => one.textContent.trim()))
    .toEqual([
      'acme/core: 2 webhooks are disabled or failing',
      '3 places: access of 5 members ends within 7 days or has ended',
    ]);
  await expect
    .element(items.first())
    .toHaveAttribute(
      'href',
      `#/p/7/integrations/webhooks?view=${encodeURIComponent('{"filter":{"state":"alerting"}}')}`,
    );
  expect(location.hash).toBe('#/g/1/home?search=ACME');
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('textbox', { name: 'Filter projects' })).toHaveFocus();
  await click(page.getByRole('button', { name: 'With alarms' }));
  await eventually(() => expect(row('quiet').elements()).toEqual([]));
  const name = '1 alarm in acme/core: 2 webhooks are disabled or failing';
  await expect.element(row('core').getByRole('link', { name })).toBeVisible();
  expect(location.hash).toBe('#/g/1/home?search=ACME&show=alarms');
  await click(page.getByRole('button', { name: 'All', exact: true }));
  await expect.element(row('quiet')).toBeVisible();
  await click(items.nth(1));
  await eventually(() => expect(row('quiet').elements()).toEqual([]));
});

test('people are counted by their highest level, with the number of projects whose members are known', async () => {
  await show(() =>
    home({
      people: [
        { level: 50, count: 5 },
        { level: 30, count: 52 },
      ],
    }),
  );
  await expect.element(page.getByText('57 people, 3 of 3 projects')).toBeVisible();
  const pane = page.getByRole('region', { name: 'Members by level' });
  await expect
    .poll(() =>
      pane
        .getByRole('definition')
        .elements()
        .map((one) => one.textContent.trim()),
    )
    .toEqual(['5', '52']);
});

test('a group without known projects offers to add some, and a failed answer can be requested again', async () => {
  let isFailing = true;
  await show(() => {
    if (isFailing) throw new Failure('bug', 'no answer');
    return home({ places: [own] });
  });
  await expect.element(page.getByText('Couldn’t load the alarms.')).toBeVisible();
  isFailing = false;
  await click(page.getByRole('button', { name: 'Retry' }).first());
  await expect.element(page.getByText('No projects of this group are known.')).toBeVisible();
  await expect.element(page.getByText(/^Members of the known projects were never synced/)).toBeVisible();
  await click(page.getByRole('link', { name: 'Add projects…' }));
  await eventually(() => expect(location.hash).toMatch(/^#\/catalogue/));
});

test('the tokens and the push rule of a group that the token may not read are not shown as none', async () => {
  const refusal = { at: 1, status: 403, reason: 'role', message: null };
  const tokens = fakeList([], { scope: 'group:1' });
  tokens.readAt = {};
  await show(home, '/g/1/home', {
    accessTokens: listAnswers<'accessTokens'>(tokens),
    pushRules: { get: () => ({ state: 'never-synced', rule: null, fetchedAt: null, refusal }) },
  });
  await expect.element(page.getByRole('link', { name: 'Refused', exact: true })).toBeVisible();
  await expect.element(page.getByText('Never synced', { exact: true })).toBeVisible();
  expect(page.getByText('No active tokens.').elements()).toEqual([]);
});
