import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expectClean, goOffline, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

test('the page shows which projects can use a job token here, and where it can be used, also offline', async ({
  window,
  simulator,
  network,
}) => {
  const idOf = (path: string): number => simulator.world.projects.lookup(path)?.id ?? 0;
  const open = async (path: string): Promise<void> => {
    await window.evaluate((to) => (location.hash = `#/p/${to}/access/job-token`), idOf(path));
    await expect(window.getByRole('heading', { name: 'Job token scope', level: 1 })).toBeVisible();
    await expect(window.getByRole('heading', { name: 'Reach', exact: true })).toBeVisible();
  };
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.sub, PROJECT_PATHS.public]) {
    await open(path);
    await expect(window.getByText('Never synced.').first()).toBeVisible();
    await window.getByRole('button', { name: 'Sync this project', exact: true }).click();
    await expect(window.getByText(/^Allowlist (on|off)$/).first()).toBeVisible();
  }

  await open(PROJECT_PATHS.private);
  const into = window.getByRole('table', { name: /^Into this project/ });
  const entry = into.getByRole('row', { name: /Project entry/ });
  await expect(entry).toHaveCount(1);
  await expect(window.getByText('The allowlist may be on because the instance enforces it.')).toBeVisible();
  // All documented fields of an entry are in the panel
  await window.getByRole('button', { name: PROJECT_PATHS.public }).press('Enter');
  const panel = window.getByRole('complementary', { name: /^Details of / });
  for (const field of ['Default branch', 'Group', 'Stars', 'SSH address', 'Name with groups']) {
    await expect(panel.getByText(field, { exact: true })).toBeVisible();
  }
  await expectClean(window, 'job-token-scope-entry');
  await panel.getByRole('button', { name: 'Close' }).press('Escape');
  await expect(panel).toBeHidden();
  await expect(window.getByRole('button', { name: PROJECT_PATHS.public })).toBeFocused();

  await goOffline(window, network);
  await window.reload();
  await expect(entry).toHaveCount(1);
  await expect(window).toHaveURL(/access\/job-token$/);
  await expect(window.getByText(/^Offline: showing cached data/)).toBeVisible();
  // By keyboard: only one direction
  await window.getByRole('radio', { name: /^Both/ }).focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowRight');
  await expect(into).toBeHidden();
  const from = window.getByRole('table', { name: /^From this project/ });
  await expect(from.getByRole('row', { name: /Accepts every job token/ })).toHaveCount(1);
  const filter = window.getByRole('searchbox', { name: 'Filter by project' });
  await filter.focus();
  await window.keyboard.type('no such project');
  await expect(window.getByText('No project matches.')).toBeVisible();
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('allowlist and reach are tabs, and a reload returns to the shown one', async ({ window, simulator }) => {
    const id = simulator.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await window.evaluate((to) => (location.hash = `#/p/${to}/access/job-token`), id);
    await window.getByRole('button', { name: 'Sync this project', exact: true }).click();
    await expect(window.getByRole('heading', { name: 'Allowlist', exact: true })).toBeVisible();
    const entry = window.getByRole('row', { name: /Project entry/ });
    await expect(entry).toHaveCount(0);
    const tabs = window.getByRole('navigation', { name: 'Allowlist or reach' });
    await tabTo(window, tabs.getByRole('link', { name: 'Reach', exact: true }));
    await window.keyboard.press('Enter');
    await expect(entry).toHaveCount(1);
    await expect(window.getByRole('heading', { name: 'Allowlist', exact: true })).toBeHidden();
    await window.reload();
    await expect(entry).toHaveCount(1);
  });
});

test.describe('with the token of a developer', () => {
  test.use({ as: 'developer' });

  test('a refused list is shown as refused, not as empty', async ({ window, simulator }) => {
    const id = simulator.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await window.evaluate((to) => (location.hash = `#/p/${to}/access/job-token`), id);
    await window.getByRole('button', { name: 'Sync this project', exact: true }).click();
    const reason = window.getByText('The instance refused the last sync (403). It requires the Maintainer role');
    await expect(reason).toHaveCount(3);
    await expect(window.getByText('– projects, – groups')).toBeVisible();
    await expect(window.getByText('No group is allowed.')).toBeHidden();
    await expect(window.getByText('No other project can use its job token here.')).toBeHidden();
    await expectClean(window, 'job-token-scope-refused');
  });
});
