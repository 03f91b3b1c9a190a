import { chooseScope, expectClean, goOffline, press } from '../by-keyboard.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expect, test } from '../consoles.ts';

const path = PROJECT_PATHS.public;

test('a chosen project opens its summary: unknown alarms are named and synced, alarms and figures open their rows, offline too; another choice shows its page', async ({
  window,
  network,
}) => {
  await chooseScope(window, 'project', path);
  const sidebar = window.getByRole('navigation', { name: 'Consoles' });
  await expect(window).toHaveURL(/#\/p\/[^/]+\/summary$/);
  await expect(window.getByRole('heading', { level: 1 })).toHaveText(/^website$/i);
  await expect(sidebar.getByRole('link', { name: 'Summary' })).toHaveAttribute('aria-current', 'page');
  const figures = window.getByRole('list', { name: 'Figures' });
  await expect(figures.getByRole('link', { name: 'Members: Not synced yet' })).toBeVisible();
  const alarms = window.getByRole('region', { name: 'Open alarms' });
  await expect(alarms.getByText('No alarms in the synced lists.')).toBeVisible();
  await expect(alarms.getByText('Members: never synced')).toBeVisible();
  await alarms.getByRole('button', { name: 'Sync: Webhooks: never synced' }).click();
  await expect(
    alarms.getByRole('link', { name: /^Webhook Issue board is disabled until \w+ \d+, \d\d:\d\d$/ }),
  ).toBeVisible();
  await expect(alarms.getByText('Webhooks: never synced')).toHaveCount(0);
  await expect(alarms).not.toContainText(/in \d+/);
  await expectClean(window, 'summary-unread');

  await press(window, 'Sync project');
  await expect(
    window.getByText(/^This includes the commits of the default branch\. Notes and .* are not included\./),
  ).toBeVisible();
  await expect(figures.getByRole('link', { name: /^Members: \d+$/ })).toBeVisible();
  await expect(figures.getByRole('link', { name: /^Open merge requests: \d+$/ })).toBeVisible();
  await expect(figures.getByRole('link', { name: /^1 disabled/ })).toBeVisible();
  await expect(alarms.getByText(/never synced|syncing/)).toHaveCount(0);
  await expect(alarms.getByRole('link', { name: /^Webhook Issue board/ })).toBeVisible();

  await goOffline(window, network);
  await window.reload();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText(/^website$/i);
  await figures.getByRole('link', { name: /^1 disabled/ }).click();
  const hooks = window.getByRole('listbox').getByRole('option');
  await expect(hooks.filter({ hasText: 'Issue board' })).toBeVisible();
  await expect(hooks.filter({ hasText: 'Deployments' })).toHaveCount(0);
  await window.goBack();
  await expect(alarms.getByRole('link', { name: /^Webhook Issue board/ })).toBeVisible();
  await figures.getByRole('link', { name: /^Members: \d+$/ }).click();
  await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', /^\d+$/);
  await expect(window).toHaveURL(/#\/p\/[^/]+\/access\/members$/);

  await chooseScope(window, 'project', PROJECT_PATHS.private);
  await expect(window).toHaveURL(/#\/p\/[^/]+\/access\/members$/);
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Members');
  await chooseScope(window, 'group', 'acme');
  await expect(window).toHaveURL(/#\/g\/[^/]+\/home$/);
  await expect(window.getByRole('heading', { level: 1 })).toHaveText(/^acme$/i);
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
  await window.evaluate(() => (location.hash = '#/p/a%3Ab/summary'));
  await expect(window.getByText('This address is not a page of a project or group.')).toBeVisible();
});
