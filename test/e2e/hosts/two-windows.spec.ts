import type { Page } from '@playwright/test';
import { createPlatform } from '../../platform/platform.ts';
import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { collectTroubles } from '../fixtures.ts';

const grid = (window: Page) => window.getByRole('grid');
const colorOf = (window: Page) => window.getByRole('banner').getAttribute('data-instance');
const dialog = (window: Page) => window.getByRole('dialog');

/** Add the instance of another simulator in this window, which then shows it. */
async function connectTo(window: Page, { url, token }: { url: string; token: string }): Promise<void> {
  await window.evaluate(() => (location.hash = '#/connect'));
  await window.getByLabel('Display name', { exact: true }).fill('Staging');
  await window.getByLabel('Address', { exact: true }).fill(url);
  await window.getByLabel('Token', { exact: true }).fill(token);
  await window.getByRole('radio', { name: 'Rose' }).check({ force: true });
  await window.getByRole('button', { name: 'Save and open' }).click();
  await expect(window.getByRole('button', { name: /Staging/ }).first()).toBeVisible();
}

test('two tabs show two instances, and changes in one tab do not affect the other', async ({
  window,
  context,
  simulator,
}) => {
  const staging = await createPlatform({ users: 33, seed: 7 });
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  const second = await context.newPage();
  const troubles = await collectTroubles(second);
  await second.setViewportSize({ width: 1280, height: 800 });
  await second.goto(new URL('/', window.url()).href);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await connectTo(second, { url: staging.url, token: staging.tokens.admin });

  await expect(second).toHaveTitle(/Staging · Reeve$/);
  await expect(window).toHaveTitle('Users · Demo · Reeve');
  expect([await colorOf(window), await colorOf(second)]).toEqual(['teal', 'rose']);
  for (const [tab, platform] of [
    [window, simulator],
    [second, staging],
  ] as const) {
    await goTo(tab, 'Runners');
    await tab.keyboard.press('r');
    await expect(grid(tab)).toHaveAttribute('aria-rowcount', String(platform.world.runners.size + 1));
  }

  // A plan in each tab: each dialog has the color and the name of its instance
  for (const tab of [window, second]) {
    await grid(tab).focus();
    await tab.keyboard.press('Control+a');
    await tab.keyboard.press('p');
    await expect(dialog(tab)).toBeVisible();
  }
  expect(await dialog(window).locator('[data-instance]').getAttribute('data-instance')).toBe('teal');
  await expect(dialog(second).locator('[data-instance="rose"]')).toContainText('Staging');
  await dialog(second).locator('[data-apply]').click();
  await expect(dialog(second).getByText(/^\d+ applied/)).toBeVisible();
  await expect.poll(() => staging.requests.count('PUT /runners/:id')).toBeGreaterThan(10);
  expect(simulator.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);

  // After a reload, and for a link in another tab, the same instances are shown
  await second.reload();
  await expect(second).toHaveTitle('Runners · Staging · Reeve');
  await window.keyboard.press('Escape');
  const opened = context.waitForEvent('page');
  await grid(window)
    .locator('[data-row-link]')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  const third = await opened;
  await expect(third).toHaveTitle('Runners · Demo · Reeve');
  await expect(third.getByRole('complementary')).toBeVisible();
  await expect(window.getByRole('complementary')).toBeHidden();
  expect(troubles).toEqual([]);
  await staging.close();
});
