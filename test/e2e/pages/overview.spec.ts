import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, goTo, press, pressTogether, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { picture } from '../pictures.ts';

const pane = (window: Page, name: string | RegExp): Locator => window.getByRole('region', { name });
const fleet = (window: Page): Locator => pane(window, /^Runners of/);
const attention = (window: Page): Locator => pane(window, 'Needs attention');
const figure = (window: Page, name: string): Locator => window.getByRole('link', { name: new RegExp(`^${name}: `) });
const runnersOf = ({ world }: Platform, ...statuses: string[]) =>
  world.runners.filter((runner) => statuses.includes(world.runners.status(runner)));

async function follow(window: Page, link: Locator): Promise<void> {
  await tabTo(window, link);
  await window.keyboard.press('Enter');
}
/** Click a button that is disabled while its last action is still running. */
async function pressWhenFree(window: Page, button: Locator): Promise<void> {
  await tabTo(window, button);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await window.keyboard.press('Enter');
}
async function openOverview(window: Page): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'v');
  await expect(window.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(attention(window)).toBeVisible();
}
async function readRunners(window: Page, runners: number): Promise<void> {
  await press(window, 'Sync runners');
  await expect(fleet(window).getByRole('img')).toHaveAccessibleName(new RegExp(`^${runners} runners, one cell each`));
}
/** Pause the first runner of the list. */
async function pauseOne(window: Page, runners: number): Promise<void> {
  await pressTogether(window, 'g', 'r');
  await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', String(runners + 1));
  await tabTo(window, window.getByRole('grid'));
  await window.keyboard.press('Home');
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type('>Pause');
  await expect(window.getByRole('option', { name: /^Pause/ }).first()).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
}

test('before the first sync, each chart says so and offers to sync; after it, figures link to what they count, and changes can be undone', async ({
  window,
  simulator,
}) => {
  const { runners, users } = simulator.world;
  const all = runners.size;
  const status = window.getByRole('contentinfo');
  const sync = window.getByRole('banner').getByRole('button', { name: /^(Sync|Refresh|Look)/ });

  await test.step('before the first sync', async () => {
    await openOverview(window);
    await expect(figure(window, 'Runners online')).toHaveText('not synced yet');
    await expect(figure(window, 'Tokens expiring in 30 d')).toHaveText('not synced yet');
    await expect(window.getByText('No groups added yet. Tokens are synced per group.')).toBeVisible();
    await readRunners(window, all);
    await expect(figure(window, 'Runners online')).toHaveText(String(runnersOf(simulator, 'online').length));
  });

  await test.step('the frame shows the age of the shown list, and syncs it', async () => {
    await expect(sync).toHaveAccessibleName('Sync all lists again');
    await pressTogether(window, 'g', 'r');
    await expect(sync).toHaveAccessibleName(/^Sync runners of/);
    await expect(status).toContainText('Synced');
    await pressTogether(window, 'g', 'u');
    await expect(sync).toHaveAccessibleName('Sync users');
    await expect(status).toContainText('Never synced');
    const isRead = () => simulator.requests.count('GET /runners/all');
    const before = isRead();
    await openOverview(window);
    await pressWhenFree(window, sync);
    await expect.poll(isRead).toBeGreaterThan(before);
  });

  await test.step('a change is undone', async () => {
    const pausedOnes = (): number => runners.filter(({ paused }) => paused).length;
    const before = pausedOnes();
    await pauseOne(window, all);
    await expect.poll(pausedOnes).toBe(before + 1);
    await openOverview(window);
    const changes = pane(window, 'Recent changes');
    await expect(changes.getByRole('listitem')).toHaveCount(1);
    await press(window, /^Undo: /);
    await expect.poll(pausedOnes).toBe(before);
    await expect(changes.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('problems, legends and the status bar link to exactly the runners that they count', async () => {
    const offline = runnersOf(simulator, 'offline').length;
    expect(offline).toBeGreaterThan(0);
    const rows = window.getByRole('grid');
    await follow(window, attention(window).getByRole('link', { name: /offline$/ }));
    await expect(rows).toHaveAttribute('aria-rowcount', String(offline + 1));
    for (const state of ['busy', 'idle', 'offline', 'stale']) {
      await openOverview(window);
      const legend = fleet(window).getByRole('link', { name: new RegExp(`^${state} \\d+$`) });
      const counted = Number(/\d+$/.exec(await legend.innerText())?.[0]);
      await follow(window, legend);
      await expect(rows).toHaveAttribute('aria-rowcount', String(counted + 1));
    }
    await openOverview(window);
    await follow(window, fleet(window).getByRole('link', { name: /^never contacted/ }));
    await expect(rows).toHaveAttribute('aria-rowcount', String(runnersOf(simulator, 'never_contacted').length + 1));
    for (const place of ['contentinfo', 'navigation'] as const) {
      await follow(window, window.getByRole(place).getByRole('link', { name: /runners? offline$/ }));
      await expect(rows).toHaveAttribute('aria-rowcount', String(offline + 1));
    }
  });

  await test.step('administrators without two-factor are counted, and the count links to exactly them', async () => {
    const admin = users.ordered('id').find(({ is_admin: isAdmin }) => isAdmin);
    users.edit(admin?.id ?? 0, { two_factor_enabled: false });
    await openOverview(window);
    await press(window, 'Sync: Users aren’t fully synced yet');
    await expect(figure(window, 'Users')).toHaveText(String(users.size));
    await follow(window, attention(window).getByRole('link', { name: /no 2FA$/ }));
    await expect(window.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
    const unprotected = users
      .ordered('id')
      .filter(({ is_admin: isAdmin, two_factor_enabled: isProtected }) => isAdmin && !isProtected);
    await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', String(unprotected.length + 1));
  });

  await test.step('tokens and runners of a group', async () => {
    await chooseScope(window, 'group', 'acme');
    await openOverview(window);
    await press(window, 'Sync tokens');
    await expect(pane(window, 'Token expiry').getByRole('img')).toHaveAccessibleName(/within 26 weeks/);
    await press(window, 'Show “Token expiry” as a table');
    await expect(pane(window, 'Token expiry').getByRole('row')).toHaveCount(27);
    await press(window, 'Show “Token expiry” as a picture');
    await expect(fleet(window)).toContainText(/^.*No runners synced for group acme; \d+ are synced for/);
    await press(window, 'Sync runners');
    await expect(fleet(window).getByRole('img')).toBeVisible();
    await expect(pane(window, 'Sync, last 60 min').getByRole('img')).toHaveAccessibleName(/^Syncs of \d+ lists/);
    await expectClean(window, 'overview');
    await picture(window, 'overview-dark');
  });

  await test.step('the frame shows the age of a push rule, of certificates and of keys', async () => {
    await goTo(window, 'Push rules');
    await expect(sync).toHaveAccessibleName('Refresh the push rule of acme');
    const rules = () => simulator.requests.count('GET /groups/:id/push_rule');
    await expect.poll(rules).toBeGreaterThan(0);
    await expect(status).toContainText('Synced');
    const before = rules();
    await pressWhenFree(window, sync);
    await expect.poll(rules).toBeGreaterThan(before);

    await goTo(window, 'SSH certificates');
    await expect(sync).toHaveAccessibleName('Sync SSH certificates of group acme');

    await goTo(window, 'Keys');
    await expect(sync).toHaveAccessibleName('Look up all keys again');
    await expect(sync).toHaveAttribute('aria-disabled', 'true');
    await expect(status).toContainText('No keys looked up yet');
    const [key] = simulator.world.keys.all();
    await window.keyboard.press('n');
    await expect(window.getByRole('textbox', { name: 'Keys, fingerprints, IDs, or log lines' })).toBeFocused();
    await window.keyboard.insertText(String(key?.id));
    await press(window, 'Look up 1 key');
    await expect(status).toContainText(/Looked up/);
    await window.keyboard.press('Escape');
    const asked = () => simulator.requests.count('GET /keys/:id');
    const once = asked();
    await pressWhenFree(window, sync);
    await expect.poll(asked).toBeGreaterThan(once);
  });
});
