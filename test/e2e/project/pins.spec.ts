import type { Page } from '@playwright/test';
import { chooseScope, expectClean, goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const pinRow = (window: Page) =>
  window.getByRole('table', { name: 'Pinned groups, projects and views' }).getByRole('row');
const chip = (window: Page, state: string) => pinRow(window).getByText(state, { exact: true });

/** Run a command of the palette by its beginning. */
async function run(window: Page, command: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type(`>${command}`);
  await expect(window.getByRole('option', { name: command }).first()).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
}

test('everything is made available offline by keyboard; the pin is paused, continued, and has a quota', async ({
  window,
}) => {
  await chooseScope(window, 'project', 'acme/core');
  await run(window, 'Make everything available offline');
  const dialog = window.getByRole('dialog', { name: 'Pin All known groups and projects for offline' });
  await expect(dialog.getByText('Total: at least')).toBeVisible();
  await expectClean(window, 'pin-dialog');
  await dialog.getByRole('button', { name: 'Pin', exact: true }).focus();
  await window.keyboard.press('Enter');
  await chip(window, 'Ready').waitFor();
  await expect(window.getByRole('row').filter({ hasText: 'Branches' }).first()).toContainText('Complete');
  await pinRow(window).getByRole('button', { name: 'All known groups and projects', exact: true }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByText('Known paths with blame, chosen artifacts', { exact: true })).toBeVisible();
  await expectClean(window, 'pins');
  await window.setViewportSize({ width: 720, height: 450 });
  await expect(chip(window, 'Ready')).toBeInViewport();
  const isWider = (page: Element): boolean => page.scrollWidth > page.clientWidth;
  expect(await window.locator('div.page').evaluate(isWider)).toBe(false);

  await window.setViewportSize({ width: 1280, height: 800 });
  const menu = window.getByRole('button', { name: 'Actions for the pin All known groups and projects' });
  await menu.click();
  await window.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(chip(window, 'Paused')).toBeVisible();
  await window.reload();
  await expect(chip(window, 'Paused')).toBeVisible();
  await menu.click();
  await window.getByRole('menuitem', { name: 'Resume' }).click();
  await expect(chip(window, 'Ready')).toBeVisible();

  await goTo(window, 'Settings');
  await window.getByLabel('Quota in MB').fill('5');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Enter a whole number of megabytes from 10 to 1,048,576.')).toBeVisible();
  await window.getByLabel('Quota in MB').fill('20');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Quota changed')).toBeVisible();
  await expect(window.getByText(/of 20 MB used/)).toBeVisible();
});

test('a project is pinned on its summary', async ({ window }) => {
  await chooseScope(window, 'project', 'acme/core');
  await window.evaluate(() => (location.hash = '#/p/acme%2Fcore/summary'));
  const panel = window.getByRole('region', { name: 'Pinned for offline' });
  await panel.getByRole('button', { name: 'Pin…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(panel.getByText('Ready', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Edit pin…' })).toBeVisible();
});

test('a saved view is pinned from its menu, which then changes the pin', async ({ window }) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Issues');
  await window.keyboard.press('/');
  await window.keyboard.type('timeout');
  await window.getByRole('button', { name: 'Save view' }).click();
  await window.getByRole('dialog').getByRole('textbox').fill('Timeouts');
  await window.keyboard.press('Enter');
  const menu = window.getByRole('button', { name: 'View Timeouts' });
  await menu.click();
  await window.getByRole('menuitem', { name: 'Pin for offline…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  await menu.click();
  await window.getByRole('menuitem', { name: 'Edit pin…' }).click();
  await expect(window.getByRole('dialog').getByRole('button', { name: 'Save pin' })).toBeVisible();
});
