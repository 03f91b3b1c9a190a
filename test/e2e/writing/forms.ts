import type { Locator, Page } from '@playwright/test';
import { expect } from '../consoles.ts';

/** The open dialog: a form, or the plan. */
export const dialog = (window: Page): Locator => window.getByRole('dialog');

/** Open the page of an address, without a click: `/p/7/code/branches`. */
export async function openAt(window: Page, path: string): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => void (location.hash = `#${to}`), path);
}

/** Run a command of the palette by its whole title. */
export async function runCommand(window: Page, title: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.locator('.palette-input:focus').waitFor();
  await window.keyboard.insertText(`>${title}`);
  await window.locator('[role="option"][aria-selected="true"]', { hasText: title }).waitFor();
  await window.keyboard.press('Enter');
}

/** Apply the shown plan with its button, wait until all of its rows are applied, and close it. */
export async function applyPlan(window: Page, button: string | RegExp, rows = 1): Promise<void> {
  await dialog(window).getByRole('button', { name: button }).click();
  await expect(dialog(window).getByText(`${rows} applied`, { exact: true })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toBeHidden();
}

/** Press the undo button of the newest message, which is the first one. */
export async function pressUndo(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Undo', exact: true }).first().click();
}

/** Undo the last change, and wait until the window says that it is undone. */
export async function undoLast(window: Page): Promise<void> {
  await pressUndo(window);
  const newest = window
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .first();
  await expect(newest.getByText(/^(Undone|Restored|Restored with differences)$/)).toBeVisible();
}
