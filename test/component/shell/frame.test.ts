import { tick } from 'svelte';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import type { ListSummary } from '#shared/contract/collection.ts';
import type { Figure } from '#shared/contract/overview.ts';
import { hours } from '#shared/time.ts';
import { click } from '../click.ts';
import { sampleConnection, sampleJob, sampleProfile } from '../samples.ts';
import { groups, level } from './places.ts';
import { button, callsOf, dialog, heading, openWindow } from './window.ts';

const noRunners: Figure = { collection: 'runners', scope: '', filter: {}, notReturned: 'hide', count: 0 };
const emptySummary: ListSummary = {
  live: 0,
  notReturned: 0,
  view: 'unknown',
  completedAt: null,
  unreadable: 0,
  counts: {},
};
const two = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging', colour: 'teal', readOnly: true })];

afterEach(() => page.viewport(1280, 800));

test('the instance menu finds an instance by its name and opens it', async () => {
  const core = await openWindow({ world: { profiles: two } });
  await button('Instance: git.corp.example. Switch instance').click();
  await page.getByRole('combobox', { name: 'Find an instance' }).fill('stag');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Instance: Staging. Switch instance')).toBeVisible();
  await expect.element(page.getByRole('banner').getByText('Read-only')).toBeVisible();
  expect(callsOf(core, 'profiles.open')).toEqual([{ id: 'p2' }]);
});

test('the group menu lists pinned groups first, and a project of the chosen group is listed first and chosen with it', async () => {
  const core = await openWindow({ world: { catalogue: groups } });
  await level('Group: All groups').click();
  const options = page.getByRole('option');
  await expect.element(options.nth(1)).toHaveTextContent('corp/pinned');
  await page.getByRole('combobox', { name: 'Find a group' }).fill('plat');
  await expect.element(options.nth(0)).toHaveTextContent('corp/platform');
  await userEvent.keyboard('{Enter}');
  await expect.element(level('Group: corp/platform')).toBeVisible();
  await level('Project: All projects').click();
  await expect.element(page.getByText('In corp/platform')).toBeVisible();
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  await page.getByRole('option', { name: 'other/tool' }).click();
  await expect.element(level('Project: other/tool')).toBeVisible();
  await expect.element(level('Group: All groups')).toBeVisible();
  await expect
    .poll(() => core.world.preferences.scopes['p1'])
    .toEqual({
      group: null,
      project: 'project:8',
      recent: ['project:8', 'group:42'],
    });
});

test('a group chosen by path and by ID is listed once, and saved by its ID', async () => {
  const scopes = {
    p1: { group: 'group:corp/platform', project: null, recent: ['group:corp/platform', 'group:42', 'project:8'] },
  };
  const core = await openWindow({
    world: { catalogue: groups, preferences: { ...Preferences.parse({}), scopes } },
  });
  await click(level('Group: corp/platform'));
  await expect.element(page.getByText('Recent')).toBeVisible();
  expect(page.getByRole('option', { name: 'corp/platform' }).elements()).toHaveLength(1);
  await click(page.getByRole('option', { name: 'corp/pinned' }));
  await expect.element(level('Group: corp/pinned')).toBeVisible();
  await expect.poll(() => core.world.preferences.scopes['p1']?.recent).toEqual(['group:43', 'group:42', 'project:8']);
});

test('an entry that is removed is no longer chosen, and is chosen again when it is added again', async () => {
  const scopes = { p1: { group: 'group:42', project: null, recent: [] } };
  const core = await openWindow({
    world: { catalogue: groups, preferences: { ...Preferences.parse({}), scopes } },
  });
  await expect.element(level('Group: corp/platform')).toBeVisible();
  await core.session.client.catalogue.remove({ keys: [1] });
  await expect.element(level('Group: All groups')).toBeVisible();
  await core.session.client.catalogue.restore({ keys: [1] });
  await expect.element(level('Group: corp/platform')).toBeVisible();
});

test('the sync button syncs all users, and is disabled with the reason during the sync', async () => {
  const core = await openWindow();
  const sync = page.getByRole('banner').getByRole('button', { name: 'Sync users' });
  await click(sync);
  await expect.element(sync).toHaveAttribute('aria-disabled', 'true');
  await sync.click({ force: true });
  expect(callsOf(core, 'jobs.sync')).toMatchObject([{ collection: 'users' }]);
});

test('the status bar shows the running job, and can cancel it', async () => {
  const core = await openWindow({ path: '/settings', world: { jobs: [sampleJob()] } });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar.getByText('Syncing users 62%')).toBeVisible();
  await expect.element(bar.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
  await click(bar.getByRole('button', { name: 'Cancel: Syncing users' }));
  await expect.element(bar.getByRole('progressbar')).not.toBeInTheDocument();
  expect(callsOf(core, 'jobs.cancel')).toEqual([{ id: 'j1' }]);
});

test('a job of another instance is shown with its name, does not block this instance, and its failure is listed as a problem', async () => {
  const failure = { code: 'denied', reason: 'scope', message: '403' };
  const jobs = [
    sampleJob({ id: 'j3', profileId: 'p2' }),
    sampleJob({ id: 'j2', state: 'done', startedAt: 2 }),
    sampleJob({ id: 'j1', profileId: 'p3', state: 'failed', startedAt: 1, failure }),
  ];
  await openWindow({
    path: '/settings',
    world: { profiles: [...two, sampleProfile({ id: 'p3', name: 'Lab' })], jobs },
  });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar.getByText('Syncing users on Staging 62%')).toBeVisible();
  await expect.element(bar.getByText('1 problem')).toBeVisible();
  const sync = page.getByRole('banner').getByRole('button', { name: 'Sync users' });
  await expect.element(sync).not.toHaveAttribute('aria-disabled', 'true');
  await click(button('1 notice'));
  await expect.element(page.getByRole('link', { name: 'Syncing users on Lab: Failed' })).toBeVisible();
});

test('the status bar shows the end of the last full sync of the users, not the time of the last reply', async () => {
  const summary = (completedAt: number | null) => () => ({ ...emptySummary, completedAt });
  const answers = { users: { summary: summary(Date.now() - hours(3)) } };
  await openWindow({ answers, world: { connection: sampleConnection({ state: 'offline' }) } });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar).toMatchTextContent(/Offline, last reached \d+\w+ ago\s*Users: synced 3h ago/);
});

test('the status bar of a list shows how many rows of the last sync could not be read', async () => {
  const summary = () => ({ ...emptySummary, live: 1, completedAt: Date.now(), unreadable: 3 });
  await openWindow({ path: '/users', answers: { users: { summary } } });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar.getByText('3 rows can’t be read')).toBeVisible();
});

test('before the first complete sync of the users, the status bar says that they were never synced', async () => {
  const lists = [{ collection: 'users', scope: '', live: 1_200, completedAt: null }];
  await openWindow({
    answers: {
      users: { summary: () => ({ ...emptySummary, live: 1_200 }) },
      overview: {
        counts: () => ({
          lists,
          offlineRunners: noRunners,
          endingTokens: { ...noRunners, collection: 'accessTokens' },
          mirrorAlarms: { ...noRunners, collection: 'remoteMirrors' },
          alertingWebhooks: { ...noRunners, collection: 'webhooks' },
          exportsToCheck: 0,
          failedImports: 0,
        }),
      },
    },
  });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar.getByText('Users: never synced')).toBeVisible();
  await expect.element(page.getByRole('navigation').getByText('1,200')).toBeVisible();
});

test('the status bar shows rate limit and latency, or that no rate limit is reported', async () => {
  const core = await openWindow();
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar.getByText('API 1,874 / 2,000')).toBeVisible();
  await expect.element(bar.getByText('38 ms')).toBeVisible();
  core.emit('host', 'connectionChanged', sampleConnection({ budget: null }));
  await expect.element(bar.getByText('Rate limit not reported')).toBeVisible();
});

test('the status bar shows that an instance is unreachable', async () => {
  const core = await openWindow();
  core.emit('host', 'connectionChanged', sampleConnection({ state: 'offline', reason: 'tls', since: Date.now() }));
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar).toMatchTextContent(/Offline, last reached \d+\w+ ago/);
});

const tooltips = (): string[] =>
  [...document.querySelectorAll('.tooltip')].map(({ textContent }) => textContent.trim());

test.each(['{Enter}', ' ', '{ArrowDown}'])('the first entry has the focus if a menu is opened with %s', async (key) => {
  await openWindow({ path: '/settings' });
  await expect.element(button('Theme')).toBeVisible();
  (button('Theme').element() as HTMLElement).focus();
  // A browser also reports a movement of the pointer when something appears below it
  let frame = requestAnimationFrame(function move() {
    document.dispatchEvent(new PointerEvent('pointermove'));
    frame = requestAnimationFrame(move);
  });
  onTestFinished(() => cancelAnimationFrame(frame));
  await userEvent.keyboard(key);
  await expect.element(page.getByRole('menuitemcheckbox').first()).toHaveFocus();
});

test('a tooltip does not reappear when the focus returns to its button after an action, but does on the next Tab', async () => {
  await openWindow({ path: '/settings' });
  await button('Theme').click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Theme')).toHaveFocus();
  await userEvent.hover(heading('Settings'));
  expect(tooltips()).toEqual([]);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.poll(() => tooltips()[0]).toContain('Notices');
});

test('the tooltip follows the pointer from button to button, and disappears when one is pressed', async () => {
  await openWindow({ path: '/settings' });
  for (const name of ['Theme', /^Notices/]) {
    await userEvent.hover(button(name));
    await expect.poll(tooltips).toEqual([button(name).element().ariaLabel]);
  }
  await button(/^Notices/).click();
  await expect.poll(tooltips).toEqual([]);
});

test('a tooltip of the focus stays when the pointer passes its button, and gives way to the next one', async () => {
  await openWindow({ path: '/settings' });
  await userEvent.hover(heading('Settings'));
  (button('Theme').element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  const notices = button(/^Notices/);
  await expect.poll(tooltips).toEqual([notices.element().ariaLabel]);
  await userEvent.hover(notices);
  await userEvent.hover(heading('Settings'));
  expect(tooltips()).toEqual([notices.element().ariaLabel]);
  await userEvent.hover(button('Theme'));
  await expect.poll(tooltips).toEqual(['Theme']);
  await userEvent.hover(heading('Settings'));
  await expect.poll(tooltips).toEqual([]);
});

test.each([true, false])('a tooltip disappears with its button; it was open: %s', async (wasOpen) => {
  const core = await openWindow({ path: '/settings' });
  await userEvent.hover(button('Theme'));
  if (wasOpen) await expect.poll(tooltips).toEqual(['Theme']);
  const hovered = button('Theme').element();
  core.world.profiles = [];
  core.emit('profiles', 'changed', { openId: null });
  // The page for the first instance has another button with this name
  await expect.poll(() => hovered.isConnected).toBe(false);
  // Longer than a tooltip waits
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(tooltips()).toEqual([]);
});

test('a tooltip is shown for a button that was hovered before the code of tooltips was loaded', async () => {
  const waiting: IdleRequestCallback[] = [];
  vi.stubGlobal('requestIdleCallback', (run: IdleRequestCallback) => waiting.push(run));
  onTestFinished(() => void vi.unstubAllGlobals());
  await openWindow({ path: '/settings' });
  await userEvent.hover(button('Theme'));
  vi.unstubAllGlobals();
  for (const run of waiting) requestIdleCallback(run);
  await expect.poll(tooltips).toEqual(['Theme']);
});

test('a tooltip that was loaded while its button was hovered is not shown after the pointer has left', async () => {
  const waiting: IdleRequestCallback[] = [];
  vi.stubGlobal('requestIdleCallback', (run: IdleRequestCallback) => waiting.push(run));
  onTestFinished(() => void vi.unstubAllGlobals());
  await openWindow({ path: '/settings' });
  await userEvent.hover(button('Theme'));
  await import('../../../src-renderer/components/buttons/SharedTooltip.svelte');
  vi.unstubAllGlobals();
  for (const run of waiting) requestIdleCallback(run);
  await new Promise((resolve) => setTimeout(resolve, 100));
  document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  // Longer than a tooltip waits
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(tooltips()).toEqual([]);
});

test('the status bar shows that a sync waits for the network', async () => {
  const connection = sampleConnection({ state: 'offline', reason: 'timed-out' });
  await openWindow({ path: '/settings', world: { connection, jobs: [sampleJob()] } });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar.getByText('Waiting for the network.')).toBeVisible();
  expect(bar.getByRole('progressbar').elements()).toEqual([]);
});

test('the status bar names the project of a sync by its path, even if the project was never chosen', async () => {
  const jobs = [
    sampleJob({ kind: 'lists.crawl', input: { collection: 'remoteMirrors', scope: 'project:8' }, state: 'running' }),
  ];
  await openWindow({ path: '/settings', world: { jobs, catalogue: groups } });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  const name = 'Syncing remote mirrors of project other/tool';
  await expect.element(bar.getByRole('progressbar', { name })).toBeVisible();
});

test('in a small window the alarms stay visible beside a waiting sync, whose long name is cut', async () => {
  await page.viewport(720, 450);
  const input = { collection: 'webhookEvents', scope: 'project:platform/infrastructure/deployments/hook:2' };
  const jobs = [
    sampleJob({ kind: 'lists.sync', input, state: 'running' }),
    sampleJob({ id: 'j2', state: 'failed', finishedAt: Date.now() }),
  ];
  const connection = sampleConnection({ state: 'offline', reason: 'timed-out' });
  await openWindow({ path: '/settings', world: { connection, jobs } });
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(bar.getByText('Waiting for the network.')).toBeInTheDocument();
  await expect.element(bar.getByRole('link', { name: '1 problem' })).toBeInViewport({ ratio: 1 });
  await expect.element(bar.getByRole('button', { name: /^Cancel: / })).toBeInViewport({ ratio: 1 });
});

test('a failed job is a problem with a link in the status bar', async () => {
  await openWindow({ path: '/settings', world: { jobs: [sampleJob({ state: 'failed', finishedAt: Date.now() })] } });
  await click(page.getByRole('contentinfo').getByRole('link', { name: '1 problem' }));
  await expect.element(heading('Activity')).toBeVisible();
});

test('a key sequence opens a page, but not while typing', async () => {
  await openWindow({ path: '/connect' });
  await page.getByLabelText('Address').click();
  await userEvent.keyboard('gs');
  await expect.element(page.getByLabelText('Address')).toHaveValue('gs');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('gs');
  await expect.element(heading('Settings')).toBeVisible();
});

test('the question mark opens the list of shortcuts, Escape closes it', async () => {
  await openWindow();
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(dialog().getByText('Next row')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('closing the palette returns the focus and the page works, also if the palette is opened again at once', async () => {
  await openWindow();
  const search = page.getByRole('button', { name: /^Search or run/ });
  await search.click();
  await userEvent.keyboard('{Escape}{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Command palette' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).toHaveFocus();
  await expect.poll(() => getComputedStyle(document.body).pointerEvents).toBe('auto');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(heading('Settings')).toBeVisible();
});

test('keys typed right after the shortcut of a scope menu are not shortcuts of the page', async () => {
  await openWindow({ path: '/settings' });
  await expect.element(heading('Settings')).toBeVisible();
  for (const key of ['c', 'g']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  await tick();
  expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
  await expect.element(page.getByRole('combobox', { name: 'Find a group' })).toHaveFocus();
});

test('Enter in a scope menu chooses the first result for the newest text, also if it was pressed before the result', async () => {
  await openWindow({ world: { catalogue: groups } });
  await click(level('Group: All groups'));
  await expect.element(page.getByRole('option').nth(1)).toHaveTextContent('corp/pinned');
  const field = page.getByRole('combobox', { name: 'Find a group' }).element() as HTMLInputElement;
  field.value = 'platform';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await tick();
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await expect.element(level('Group: corp/platform')).toBeVisible();
});

test('a scope menu opened from the palette stays open and has the focus', async () => {
  await openWindow({ path: '/settings' });
  await expect.element(heading('Settings')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}>choose a group{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Find a group' })).toHaveFocus();
});

test('theme, density and the collapsed sidebar are applied at once and saved', async () => {
  const core = await openWindow({ path: '/settings' });
  await click(page.getByText('Dark', { exact: true }));
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
  await click(page.getByText('Compact'));
  await expect.poll(() => document.documentElement.dataset['density']).toBe('compact');
  await click(page.getByLabelText('Collapse sidebar to icons'));
  await expect
    .poll(() => core.world.preferences)
    .toMatchObject({ theme: 'dark', density: 'compact', isSidebarFolded: true });
  await click(page.getByText('Follow the system'));
  await expect.poll(() => document.documentElement.dataset['theme']).toBeUndefined();
});
