import type { Page } from '@playwright/test';
import { collectTroubles, expect, test } from '../fixtures.ts';
import { startHost, startPlatform } from '../host.ts';
import { picture } from '../pictures.ts';

// The built program, started as a user does
test.use({ isHostBuilt: true });

const count = (window: Page) => window.getByRole('toolbar', { name: 'Filters and columns' }).getByRole('status');

async function readAll(window: Page): Promise<void> {
  await window.evaluate(() => (location.hash = '#/users'));
  await window.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
  await expect(count(window)).toHaveText('300 users');
}

test('all users are synced, searched and opened, also after a reload and in a narrow window', async ({ window }) => {
  await readAll(window);

  await test.step('users are searched and opened', async () => {
    await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', '301');
    await picture(window, 'users-light');

    await window.getByRole('textbox', { name: 'Filter users' }).fill('anna b');
    await expect(count(window)).not.toHaveText('300 users');
    const row = window.getByRole('row', { name: /Anna Baker/ }).first();
    await row.click();
    await expect(window.getByRole('complementary').getByText('Anna Baker').first()).toBeVisible();

    await window.getByRole('textbox', { name: 'Filter users' }).fill('');
    await expect(count(window)).toHaveText('300 users');
    await window.emulateMedia({ colorScheme: 'dark' });
    await picture(window, 'users-dark');
    await window.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('an open user is open again after a reload, and the page is not rendered again for the next one', async () => {
    const panel = window.getByRole('complementary').filter({ hasText: 'User ID' });
    await window
      .getByRole('row', { name: /Anna Baker/ })
      .first()
      .click();
    await expect(panel).toContainText('Anna Baker');
    const address = window.url();
    expect(address).toMatch(/#\/users\/\d+$/);
    await window.reload();
    await expect(panel).toContainText('Anna Baker');
    expect(window.url()).toBe(address);
    const table = await window.getByRole('grid').elementHandle();
    await window
      .getByRole('row', { name: /Anna Jones/ })
      .first()
      .click({ button: 'right' });
    await expect(window.getByRole('menu', { name: /^Actions for Anna Jones/ })).toBeVisible();
    await expect(panel).toContainText('Anna Jones');
    expect(await table?.evaluate((element) => element.isConnected)).toBe(true);
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(window.url()).toMatch(/#\/users$/);
  });

  await test.step('names that look like markup are shown as text', async () => {
    await window.getByRole('textbox', { name: 'Filter users' }).fill('<svg/onload');
    await expect(window.getByText('<svg/onload').first()).toBeVisible();
  });

  await test.step('in a narrow window every view and every set filter is visible', async () => {
    await window.setViewportSize({ width: 1024, height: 700 });
    await window.getByRole('textbox', { name: 'Filter users' }).fill('');
    await window
      .getByRole('row', { name: /Anna Baker/ })
      .first()
      .click();
    await expect(window.getByRole('complementary').filter({ hasText: 'User ID' })).toBeVisible();
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

test('without the platform all synced data is still there, also after a restart', async ({
  keychain,
  folder,
  page,
}) => {
  const platform = await startPlatform(['--users', '300']);
  const first = await startHost({ keychain, folder, demo: platform });
  const troubles = await collectTroubles(page);
  await page.goto(first.url);
  await readAll(page);
  await platform.stop();
  first.child.kill('SIGTERM');
  await new Promise((resolve) => first.child.once('exit', resolve));

  const second = await startHost({ keychain, folder });
  await page.goto('about:blank');
  await page.context().clearCookies();
  troubles.length = 0;
  await page.goto(second.url);
  // A window begins with the Overview
  await page
    .getByRole('link', { name: /^Users/ })
    .first()
    .click();
  await expect(count(page)).toHaveText('300 users');
  await page.getByRole('textbox', { name: 'Filter users' }).fill('anna');
  await expect(count(page)).not.toHaveText('300 users');
  expect(troubles).toEqual([]);
  expect(await second.stop()).toBe(0);
});
