import type { BrowserContext, Page } from '@playwright/test';
import { goTo, pressTogether } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const beside = { modifiers: ['ControlOrMeta' as const] };

/** The window that opens beside this one. */
async function opened(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const page = context.waitForEvent('page');
  await open();
  return page;
}

test('a hit of the palette and an entry of the catalogue open in another window with Ctrl or Cmd', async ({
  window,
  context,
}) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Runners');
  await window.keyboard.press('r');
  await expect(window.getByText(/^Synced/).first()).toBeVisible();
  const name = (await grid(window).locator('[data-row-link] .name').first().textContent()) ?? '';
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.insertText(name);
  const hit = window.getByRole('option', { name }).first();
  await expect(hit).toBeVisible();
  const second = await opened(context, () => hit.click(beside));
  await expect(second.getByRole('complementary').getByRole('heading', { level: 2 })).toContainText(name);
  await expect(window.getByRole('complementary')).toBeHidden();

  await pressTogether(window, 'c', 'g');
  await window.getByPlaceholder('Find a group').fill('acme');
  await window.getByRole('option', { name: 'Add the group “acme”' }).click();
  await expect(window.getByRole('navigation', { name: 'Scope' })).toContainText('acme');
  await goTo(window, 'Groups and projects');
  const place = grid(window).locator('[data-row-link]').first();
  const path = (await place.textContent())?.trim() ?? '';
  const third = await opened(context, () => place.click(beside));
  await expect(third.getByRole('navigation', { name: 'Scope' })).toContainText(path);
  await expect(third.getByRole('heading', { level: 1 })).toHaveText('Overview');
});

test('an entry of the journal opens in another window with Ctrl or Cmd', async ({ window, context }) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Runners');
  await window.keyboard.press('r');
  await expect(window.getByText(/^Synced/).first()).toBeVisible();
  await grid(window).getByText('Online').first().click();
  await window.getByRole('complementary').getByRole('button', { name: 'Actions' }).click();
  await window.getByRole('menuitem', { name: /^Pause/ }).click();
  await expect(window.getByText(/paused/i).first()).toBeVisible();
  await window.evaluate(() => (location.hash = '#/activity/journal'));
  const entry = grid(window).locator('[data-row-link]').first();
  const label = (await entry.textContent())?.trim() ?? '';
  const second = await opened(context, () => entry.click(beside));
  await expect(second.getByRole('complementary')).toContainText(label);
});
