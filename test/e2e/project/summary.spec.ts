import { chooseScope, expectClean, goOffline, press } from '../by-keyboard.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expect, test } from '../consoles.ts';

const path = 'acme/core';

test('a chosen project opens its summary, which is synced, kept offline and restored by a reload', async ({
  window,
  network,
}) => {
  await chooseScope(window, 'project', path);
  const sidebar = window.getByRole('navigation', { name: 'Consoles' });
  await expect(window).toHaveURL(/#\/p\/[^/]+\/summary$/);
  await expect(window.getByRole('heading', { level: 1 })).toHaveText(/^core$/i);
  await expect(sidebar.getByRole('link', { name: 'Summary' })).toHaveAttribute('aria-current', 'page');
  const figures = window.getByRole('list', { name: 'Figures' });
  await expect(figures.getByRole('link', { name: 'Members: Not synced yet' })).toBeVisible();
  await expectClean(window, 'summary-unread');

  await press(window, 'Sync project');
  await expect(
    window.getByText(/^This includes the commits of the default branch\. Notes and .* are not included\./),
  ).toBeVisible();
  await expect(figures.getByRole('link', { name: /^Members: \d+$/ })).toBeVisible();
  await expect(figures.getByRole('link', { name: /^Deployments: \d+$/ })).toBeVisible();

  await goOffline(window, network);
  await window.reload();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText(/^core$/i);
  await expect(figures.getByRole('link', { name: /^Members: \d+$/ })).toBeVisible();

  await figures.getByRole('link', { name: /^Members: \d+$/ }).click();
  await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', /^\d+$/);
  await expect(window).toHaveURL(/#\/p\/[^/]+\/access\/members$/);
  await window.goBack();
  await expect(figures).toBeVisible();
});

test('another choice in the top bar shows the same page of another project, and then the group', async ({ window }) => {
  await chooseScope(window, 'project', path);
  await window.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name: 'Access', exact: true }).click();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Members');
  await chooseScope(window, 'project', 'acme/website');
  await expect(window).toHaveURL(/#\/p\/[^/]+\/access$/);
  await expect(window.getByRole('button', { name: /^Project: acme\/website/ })).toBeVisible();
  await chooseScope(window, 'group', 'acme');
  await expect(window).toHaveURL(/#\/g\/[^/]+\/summary$/);
  await expect(window.getByRole('heading', { level: 1 })).toHaveText(/^acme$/i);
});

test('a project without commits says so after a sync, and offers no other one', async ({ window }) => {
  await chooseScope(window, 'project', PROJECT_PATHS.personal);
  await expect(window.getByText('No commits synced yet.')).toBeVisible();
  await press(window, 'Sync project');
  await expect(window.getByText('The default branch has no commits.')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Sync commits', exact: true })).toHaveCount(0);
});

test('an address names a project by its path, also one that the catalogue does not have', async ({ window }) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate(() => (location.hash = '#/p/acme%2Fcore/issues'));
  await expect(window.getByRole('button', { name: /^Project: acme\/core/ })).toBeVisible();
  const sidebar = window.getByRole('navigation', { name: 'Consoles' });
  await expect(sidebar.getByRole('link', { name: 'Issues' }).first()).toHaveAttribute('aria-current', 'page');
  await window.evaluate(() => (location.hash = '#/p/nowhere%2Fat-all/summary'));
  await expect(window.getByRole('button', { name: /^Project: nowhere\/at-all/ })).toBeVisible();
  const note = window.getByRole('status').filter({ hasText: 'isn’t in “Groups and projects”' });
  await note.getByRole('button', { name: 'Add and verify', exact: true }).click();
  await expect(window.getByText('The instance returned 404.')).toBeVisible();
  await expect(note).toHaveCount(0);
  await expectClean(window, 'missing-project');
  await window.evaluate(() => (location.hash = '#/p/a%3Ab/summary'));
  await expect(window.getByText('This address is not a page of a project or group.')).toBeVisible();
});

test('alarms that are not known are named with a button to sync, and alarms open the rows that have them', async ({
  window,
}) => {
  await chooseScope(window, 'project', PROJECT_PATHS.public);
  const alarms = window.getByRole('region', { name: 'Open alarms' });
  await expect(alarms.getByText('No alarms in the synced lists. Not known:')).toBeVisible();
  await expect(alarms.getByText('Members: never synced')).toBeVisible();
  await alarms.getByRole('button', { name: 'Sync: Webhooks: never synced' }).click();
  await expect(
    alarms.getByRole('link', { name: /^Webhook Issue board is disabled until \w+ \d+, \d\d:\d\d$/ }),
  ).toBeVisible();
  await expect(alarms.getByText('Webhooks: never synced')).toHaveCount(0);
  await expect(alarms).not.toContainText(/in \d+/);

  await press(window, 'Sync project');
  const figures = window.getByRole('list', { name: 'Figures' });
  await expect(figures.getByRole('link', { name: /^Open merge requests: \d+$/ })).toBeVisible();
  await expect(figures.getByRole('link', { name: /^1 disabled/ })).toBeVisible();
  await expect(alarms.getByText(/never synced|syncing/)).toHaveCount(0);
  await expect(alarms.getByRole('link', { name: /^Webhook Issue board/ })).toBeVisible();
  await expectClean(window, 'summary-alarms');
  await figures.getByRole('link', { name: /^1 disabled/ }).click();
  const hooks = window.getByRole('listbox').getByRole('option');
  await expect(hooks.filter({ hasText: 'Issue board' })).toBeVisible();
  await expect(hooks.filter({ hasText: 'Deployments' })).toHaveCount(0);
  await window.goBack();
  await expect(alarms.getByRole('link', { name: /^Webhook Issue board/ })).toBeVisible();
});

test.describe(() => {
  test.use({ as: 'developer' });
  test('lists that the instance refuses are not shown as lists without alarms', async ({ window }) => {
    await chooseScope(window, 'project', path);
    await press(window, 'Sync project');
    const alarms = window.getByRole('region', { name: 'Open alarms' });
    await expect(alarms.getByText('Webhooks: refused (403)')).toBeVisible();
    await expect(alarms.getByText('No alarms, as of')).toHaveCount(0);
  });
});
