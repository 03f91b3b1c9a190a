import type { Locator, Page } from '@playwright/test';
import { chooseScope, expectClean, find, press, pressTogether } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const pane = (window: Page, name: string | RegExp): Locator => window.getByRole('region', { name });
const fleet = (window: Page): Locator => pane(window, /^Runners of/);
const figure = (window: Page, name: string): Locator => window.getByRole('link', { name: new RegExp(`^${name}: `) });

async function openOverview(window: Page): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'v');
  await expect(pane(window, 'Needs attention')).toBeVisible();
}

test('before the first sync, each chart offers to sync; after it, figures link to what they count, and changes can be undone', async ({
  window,
  simulator: { requests, world },
}) => {
  const { runners } = world;
  const all = runners.size;
  const grid = window.getByRole('grid');
  const sync = window.getByRole('banner').getByRole('button', { name: /^(Sync|Refresh|Look)/ });
  const counted = (status: string): number => runners.filter((one) => runners.status(one) === status).length;

  await test.step('before the first sync, and after it', async () => {
    await openOverview(window);
    await expect(figure(window, 'Runners online')).toHaveText('not synced yet');
    await expect(figure(window, 'Tokens expiring in 30 d')).toHaveText('not synced yet');
    await expect(window.getByText('No groups added yet. Tokens are synced per group.')).toBeVisible();
    await press(window, 'Sync runners');
    await expect(fleet(window).getByRole('img')).toHaveAccessibleName(new RegExp(`^${all} runners, one cell each`));
    await expect(figure(window, 'Runners online')).toHaveText(String(counted('online')));
    await fleet(window)
      .getByRole('link', { name: /^offline/ })
      .press('Enter');
    await expect(grid).toHaveAttribute('aria-rowcount', String(counted('offline') + 1));
    await window
      .getByRole('contentinfo')
      .getByRole('link', { name: /runners? offline$/ })
      .press('Enter');
    await expect(grid).toHaveAttribute('aria-rowcount', String(counted('offline') + 1));
  });

  await test.step('the frame shows the age of the shown list and syncs it, and a change is undone', async () => {
    await expect(sync).toHaveAccessibleName(/^Sync runners of/);
    await expect(window.getByRole('contentinfo')).toContainText(': synced ');
    // The link opens the list of offline runners
    const runner = runners.find((one) => runners.status(one) === 'offline' && !one.paused);
    await find(window, runner?.description ?? '');
    await window.keyboard.press('p');
    await expect.poll(() => runner?.paused).toBe(true);
    await openOverview(window);
    await expect(sync).toHaveAccessibleName('Sync all lists again');
    const changes = pane(window, 'Recent changes');
    await expect(changes.getByRole('listitem')).toHaveCount(1);
    await press(window, /^Undo: /);
    await expect.poll(() => runner?.paused).toBe(false);
    await expect(changes.getByRole('listitem')).toHaveCount(2);
    const before = requests.count('GET /runners/all');
    await expect(sync).not.toHaveAttribute('aria-disabled', 'true');
    await sync.press('Enter');
    await expect.poll(() => requests.count('GET /runners/all')).toBeGreaterThan(before);
  });

  await test.step('tokens and runners of a group', async () => {
    await chooseScope(window, 'group', 'acme');
    await openOverview(window);
    await press(window, 'Sync tokens');
    await expect(pane(window, 'Token expiry').getByRole('img')).toHaveAccessibleName(/within 26 weeks/);
    await press(window, 'Show “Token expiry” as a table');
    await expect(pane(window, 'Token expiry').getByRole('row')).toHaveCount(27);
    await expect(fleet(window)).toContainText(/^.*No runners synced for group acme; \d+ are synced for/);
    await press(window, 'Sync runners');
    await expect(fleet(window).getByRole('img')).toBeVisible();
    await expect(pane(window, 'Sync, last 60 min').getByRole('img')).toHaveAccessibleName(/^Syncs of \d+ lists/);
    await expectClean(window, 'overview');
  });
});
