import type { Page } from '@playwright/test';
import { chooseScope, expectClean, goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const pinRow = (window: Page) =>
  window.getByRole('table', { name: 'Pinned groups, projects and views' }).getByRole('row');
const chip = (window: Page, state: string) => pinRow(window).getByText(state, { exact: true });

test('a project is pinned on its summary and a saved view from its menu; a pin is paused, continued, and has a quota', async ({
  window,
}) => {
  await chooseScope(window, 'project', 'acme/core');
  const panel = window.getByRole('region', { name: 'Pinned for offline' });
  await panel.getByRole('button', { name: 'Pin…' }).press('Enter');
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText('Total: at least')).toBeVisible();
  await expectClean(window, 'pin-dialog');
  await dialog.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
  await expect(panel.getByText('Ready', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Edit pin…' })).toBeVisible();

  await test.step('a saved view is pinned from its menu, which then changes the pin', async () => {
    await goTo(window, 'Project: Issues');
    await window.keyboard.press('/');
    await window.keyboard.insertText('timeout');
    await window.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('textbox').fill('Timeouts');
    await window.keyboard.press('Enter');
    const menu = window.getByRole('button', { name: 'View Timeouts' });
    await menu.click();
    await window.getByRole('menuitem', { name: 'Pin for offline…' }).click();
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(dialog).toBeHidden();
    await menu.click();
    await window.getByRole('menuitem', { name: 'Edit pin…' }).click();
    await expect(dialog.getByRole('button', { name: 'Save pin' })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await goTo(window, 'Coverage');
  await pinRow(window).getByRole('button', { name: 'acme/core', exact: true }).press('Enter');
  await expectClean(window, 'pins');
  await window.setViewportSize({ width: 720, height: 450 });
  await expect(chip(window, 'Ready').first()).toBeInViewport();
  const isWider = (page: Element): boolean => page.scrollWidth > page.clientWidth;
  expect(await window.locator('div.page').evaluate(isWider)).toBe(false);
  await window.setViewportSize({ width: 1280, height: 800 });
  const menu = window.getByRole('button', { name: 'Actions for the pin acme/core' });
  await menu.click();
  await window.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(chip(window, 'Paused')).toBeVisible();
  await window.reload();
  await expect(chip(window, 'Paused')).toBeVisible();
  await menu.click();
  await window.getByRole('menuitem', { name: 'Resume' }).click();
  await expect(chip(window, 'Paused')).toBeHidden();
  await expect(chip(window, 'Ready')).toHaveCount(2);

  await goTo(window, 'Settings');
  await window.getByLabel('Quota in MB').fill('5');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Enter a whole number of megabytes from 10 to 1,048,576.')).toBeVisible();
  await window.getByLabel('Quota in MB').fill('20');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Quota changed')).toBeVisible();
  await expect(window.getByText(/of 20 MB used/)).toBeVisible();
});
