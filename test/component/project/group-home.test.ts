import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { homeLists, type GroupHome, type HomePlace, type HomeProject } from '#shared/contract/places.ts';
import { Failure } from '#shared/errors.ts';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';
import { openWindow } from '../shell/window.ts';

const group = sampleEntry({ key: 1, kind: 'group', ref: 1, id: 1, scope: 'group:1', path: 'acme', name: 'Acme' });
const project = (ref: number, path: string, given: Partial<HomeProject> = {}): HomeProject => ({
  ...{ scope: `project:${ref}`, path, alarms: [], unsynced: {}, syncedAt: Date.now(), isOpen: false },
  activity: {
    ...{ collection: 'deployments', scope: `project:${ref}`, id: 40 + ref, name: 'pro\u202eduction' },
    ...{ at: Date.now(), author: { id: 5, name: 'Ines Moreau' } },
  },
  members: { count: 24, owners: 2 },
  ...given,
});
const counts = { complete: 3, partial: 0, refused: 0, never: 0, syncing: 0 };
const home = (given: Partial<GroupHome> = {}): GroupHome => ({
  ...{ path: 'acme', groups: [], people: [] },
  lists: homeLists.project.map((collection) => ({ collection, kind: 'project', counts, statuses: [] })),
  projects: [project(7, 'acme/core'), project(8, 'acme/website'), project(9, 'acme/platform/images')],
  ...given,
});

/** The home of the group with this answer. */
async function show(answer: () => GroupHome, path = '/g/1/home') {
  const lists = Object.fromEntries(
    ['issues', 'runners', 'serviceAccounts', 'enterpriseUsers', 'accessTokens', 'sshCertificates']
      .concat('groupReleases')
      .map((name) => [name, listAnswers<'members'>(fakeList([], { scope: 'group:1' }))]),
  ) as FakeAnswers;
  const none = { scope: 'group:1', filter: {}, notReturned: 'hide', count: 0 } as const;
  return openWindow({
    path,
    world: { catalogue: [group] },
    answers: {
      ...lists,
      places: { home: answer },
      pushRules: { get: () => ({ state: 'none', rule: null, fetchedAt: 1 }) },
      coverage: { of: () => ({ rows: [] }) },
      overview: {
        alarms: () => ({
          ...{ mirrors: null, webhooks: null },
          offlineRunners: { ...none, collection: 'runners' },
          endingTokens: { ...none, collection: 'accessTokens' },
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
  const groups = ['acme/empty', 'acme/platform'].map((path, at) => ({ scope: `group:${at + 2}`, path, alarms: [] }));
  await show(() => home({ groups }));
  await expect.poll(() => textOf(row('core'))).toMatch(/Deployment to pro.*duction Ines Moreau.*24 2 Owners.*On/);
  await expect
    .element(row('core').getByRole('link', { name: /^Deployment/ }))
    .toHaveAttribute('href', '#/p/7/deployments/47');
  await expect.element(row('core').getByRole('link', { name: 'Ines Moreau' })).toHaveAttribute('href', '#/people/5');
  await expect.element(row('acme/empty')).toBeVisible();
  await expect
    .element(row('acme/platform').getByRole('link', { name: 'acme/platform' }))
    .toHaveAttribute('href', '#/g/3/home');
  await expect.element(page.getByText(/Projects that no synced list names are missing/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('with the keyboard, a group is folded and a project is opened', async () => {
  await show(() => home());
  const fold = page.getByRole('button', { name: 'Projects of acme/platform' });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
  (fold.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await eventually(() => expect(row('images').elements()).toEqual([]));
  await userEvent.keyboard('{Enter}');
  await expect.element(row('images')).toBeVisible();
  await userEvent.tab();
  await expect.element(row('images').getByRole('link', { name: 'images' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(location.hash).toBe('#/p/9/summary'));
});

test('what was never synced or was refused is named in its cell, and is never a zero', async () => {
  const unsynced = (state: 'never' | 'refused') => ({
    ...{ activity: null, members: null, isOpen: null, syncedAt: null },
    unsynced: Object.fromEntries(homeLists.project.map((list) => [list, state])),
  });
  await show(() =>
    home({
      projects: [
        project(7, 'acme/core', unsynced('never')),
        project(8, 'acme/website', unsynced('refused')),
        project(9, 'acme/lone', { members: { count: 3, owners: 1 }, isOpen: true }),
      ],
      lists: [
        {
          ...{ collection: 'members', kind: 'project', statuses: [403] },
          counts: { ...counts, complete: 1, refused: 1, never: 1 },
        },
      ],
    }),
  );
  await expect.poll(() => textOf(row('core'))).toMatch(/Never synced.*Never synced.*Never synced/);
  await expect.poll(() => textOf(row('website'))).toMatch(/Refused.*Refused.*Refused/);
  await expect.element(row('lone').getByText('1 Owner')).toHaveClass(/warn-text/);
  await expect.element(row('lone').getByText('Off: every project')).toHaveClass(/warn-text/);
  const unseen = 'Members: 1 project can’t be read with this token (403), 1 was never synced.';
  const inPane = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('link', { name: unseen });
  await expect
    .element(inPane('Coverage'))
    .toHaveAttribute('href', '#/coverage?search=acme%2F&collection=members&kind=project');
  await expect.element(inPane('Open alarms')).toBeVisible();
  expect(page.getByText(/No alarms, as of/).elements()).toEqual([]);
});

test('alarms of everything below the group lead to their rows; the address keeps the search and what is shown', async () => {
  const alarmOf = (scope: string, collection: 'webhooks' | 'members'): HomePlace['alarms'] => [
    { scope, collection, filter: { state: 'alerting' }, count: 2 },
  ];
  const projects = [
    project(7, 'acme/core', { alarms: alarmOf('project:7', 'webhooks') }),
    project(8, 'acme/website', { alarms: alarmOf('project:8', 'members') }),
    project(9, 'acme/lone', { alarms: alarmOf('project:9', 'members') }),
    project(10, 'acme/quiet'),
  ];
  await show(() => home({ projects }), '/g/1/summary?search=ACME');
  const items = page.getByRole('region', { name: 'Open alarms' }).getByRole('link');
  await expect
    .poll(() => items.elements().map((one) => one.textContent.trim()))
    .toEqual([
      'acme/core: 2 webhooks are disabled or failing',
      '2 places: access of 4 members ends within 7 days or has ended',
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
  await expect.element(page.getByText('57 people in 3 of 3 projects')).toBeVisible();
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
    return home({ projects: [], path: null });
  });
  await expect.element(page.getByText('Couldn’t load the alarms.')).toBeVisible();
  isFailing = false;
  await click(page.getByRole('button', { name: 'Retry' }).first());
  await expect.element(page.getByText('No projects of this group are known.')).toBeVisible();
  await expect.element(page.getByText(/^Members of the known projects were never synced/)).toBeVisible();
  await click(page.getByRole('link', { name: 'Add projects…' }));
  await eventually(() => expect(location.hash).toMatch(/^#\/catalogue/));
});
