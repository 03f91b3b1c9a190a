import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pressTogether } from '../by-keyboard.ts';
import { collectTroubles, expect, test } from '../fixtures.ts';
import { startHost, startPlatform } from '../host.ts';

// The built program, started as a user does
test.use({ isHostBuilt: true });

const count = (window: Page) => window.getByRole('toolbar', { name: 'Filters and columns' }).getByRole('status');
const grid = (window: Page) => window.getByRole('grid');
const filter = (window: Page) => window.getByRole('textbox', { name: 'Filter users' });
const panelOf = (window: Page) => window.getByRole('complementary').filter({ hasText: 'User ID' });
const level = (window: Page, name: string) => window.getByRole('button', { name: new RegExp(`^${name}`) });

async function readAll(window: Page): Promise<void> {
  await window.evaluate(() => (location.hash = '#/users'));
  await window.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
  await expect(count(window)).toHaveText('300 users');
}

test('all users are synced, searched, opened and exported, also after a reload and in a narrow window', async ({
  window,
  folder,
}) => {
  const panel = panelOf(window);
  await readAll(window);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '301');

  await test.step('filter, move, open and select by keyboard alone', async () => {
    await window.keyboard.press('/');
    await expect(filter(window)).toBeFocused();
    await window.keyboard.type('baker');
    // The result is for the whole text, not for its first letter
    await expect(count(window)).toHaveText(/^28 users/);
    await window.keyboard.press('Enter');
    await grid(window).focus();
    await pressTogether(window, 'j', 'Enter');
    await expect(panel).toContainText(/baker/i);
    const first = await grid(window).getAttribute('aria-activedescendant');
    const shown = await panel.innerText();
    await window.keyboard.press('j');
    await expect(grid(window)).not.toHaveAttribute('aria-activedescendant', first ?? '');
    await expect.poll(() => panel.innerText()).not.toBe(shown);
    await window.keyboard.press('x');
    await expect(window.getByText('1 selected')).toBeVisible();
    await window.keyboard.press('x');
    await window.keyboard.press('?');
    await expect(window.getByRole('dialog')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
    await window.keyboard.press('Control+k');
    await window.keyboard.insertText('@admin');
    await expect(window.getByRole('option').first()).toContainText(/admin/i);
    await window.keyboard.press('Enter');
    await expect(window.getByText('@admin', { exact: true })).toBeVisible();
    expect(window.url()).toMatch(/#\/people\/\d+$/);
    await window.goBack();
    await expect(grid(window)).toBeVisible();
  });

  await test.step('an open user is open again after a reload, and the page is not rendered again for the next one', async () => {
    const row = (name: RegExp) => window.getByRole('row', { name }).first();
    await filter(window).fill('anna');
    await row(/Anna Baker/).click();
    await expect(panel).toContainText('Anna Baker');
    expect(window.url()).toMatch(/#\/users\/\d+/);
    const address = window.url();
    await window.reload();
    await expect(panel).toContainText('Anna Baker');
    expect(window.url()).toBe(address);
    const table = await grid(window).elementHandle();
    await row(/Anna Jones/).click({ button: 'right' });
    await expect(window.getByRole('menu', { name: /^Actions for Anna Jones/ })).toBeVisible();
    await expect(panel).toContainText('Anna Jones');
    expect(await table?.evaluate((element) => element.isConnected)).toBe(true);
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(new URL(window.url()).hash).toMatch(/^#\/users(\?|$)/);
    await filter(window).fill('<svg/onload');
    await expect(window.getByText('<svg/onload').first()).toBeVisible();
    await filter(window).fill('');
    await expect(count(window)).toHaveText('300 users');
  });

  await test.step('the shown rows are exported as CSV with a manifest', async () => {
    await window.getByRole('button', { name: 'Export…' }).click();
    const fetched = window.waitForEvent('download');
    await window.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await fetched;
    expect(file.suggestedFilename()).toMatch(/^reeve-users-demo-[\w-]+\.csv$/);
    const csv = readFileSync(await file.path(), 'utf8');
    const beside = window.waitForEvent('download');
    await window.getByRole('button', { name: 'Download manifest' }).click();
    const manifest = JSON.parse(readFileSync(await (await beside).path(), 'utf8')) as object;
    expect(manifest).toMatchObject({ rows: 300, instance: { name: 'Demo' } });
    const downloads = join(folder, 'data', 'downloads');
    // The host deletes a file after sending it, possibly after the browser has received it
    await expect
      .poll(() => readdirSync(downloads, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()))
      .toEqual([]);
    expect(csv).toContain('fetched_at');
    expect(csv).not.toMatch(/(^|,|\n)"?=/);
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
  });

  await test.step('in a narrow window every view and every set filter is visible', async () => {
    await window.setViewportSize({ width: 1024, height: 700 });
    await window.getByRole('row').nth(2).click();
    await expect(panel).toBeVisible();
    await window.getByRole('button', { name: 'Filter', exact: true }).click();
    for (const name of [/^Humans only/, /^Without projects/, /^Active$/]) {
      await window.getByRole('checkbox', { name }).click();
    }
    await window.keyboard.press('Escape');
    const views = window.getByRole('group', { name: 'Saved views' }).getByRole('button');
    const chips = window.getByRole('button', { name: /^Remove filter/ });
    await expect(chips).toHaveCount(3);
    for (const one of [...(await views.all()), ...(await chips.all())]) {
      await expect(one).toBeInViewport({ ratio: 1 });
      await one.click({ trial: true });
    }
  });
});

test('without the platform all synced data is still there after a restart, and so is the scope that was chosen by keyboard alone', async ({
  keychain,
  folder,
  page: window,
}) => {
  const platform = await startPlatform(['--users', '300']);
  const first = await startHost({ keychain, folder, demo: platform });
  const troubles = await collectTroubles(window);
  await window.goto(first.url);
  await readAll(window);
  await pressTogether(window, 'c', 'g');
  await expect(window.getByRole('combobox', { name: 'Find a group' })).toBeFocused();
  await window.keyboard.insertText('acme');
  await expect(window.getByRole('option', { name: 'Add the group “acme”' })).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
  await expect(level(window, 'Group: acme.')).toBeVisible();
  // Keys do not reach the page before the menu is closed
  await expect(window.getByRole('dialog', { name: 'Choose a group' })).toBeHidden();
  await pressTogether(window, 'c', 'p');
  await expect(window.getByRole('combobox', { name: 'Find a project' })).toBeFocused();
  // From the end of the list, because entries are added before it while the page is shown
  for (const name of [/^Manage groups and projects/, /^Add a project/]) {
    await window.keyboard.press('ArrowUp');
    await expect(window.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
  }
  await window.keyboard.press('Enter');
  const address = window.getByRole('textbox', { name: 'ID, path, or web address' });
  await expect(address).toBeFocused();
  await window.keyboard.insertText('https://elsewhere.example/acme/core');
  await window.keyboard.press('Enter');
  await expect(window.getByText('elsewhere.example isn’t the open instance')).toBeVisible();
  await address.fill('acme/core');
  await window.keyboard.press('Enter');
  await expect(level(window, 'Project: acme/core.')).toBeVisible();
  await platform.stop();
  first.child.kill('SIGTERM');
  await new Promise((resolve) => first.child.once('exit', resolve));

  const second = await startHost({ keychain, folder });
  await window.goto('about:blank');
  await window.context().clearCookies();
  troubles.length = 0;
  await window.goto(second.url);
  await expect(level(window, 'Project: acme/core.')).toBeVisible();
  await expect(level(window, 'Group: acme.')).toBeVisible();
  await level(window, 'Project: acme/core.').click();
  await window.getByRole('option', { name: 'All projects' }).click();
  await expect(level(window, 'Project: All projects.')).toBeVisible();
  await expect(level(window, 'Group: acme.')).toBeVisible();
  await window.evaluate(() => (location.hash = '#/users'));
  await expect(count(window)).toHaveText('300 users');
  await filter(window).fill('anna');
  await expect(count(window)).not.toHaveText('300 users');
  expect(troubles).toEqual([]);
  expect(await second.stop()).toBe(0);
});
