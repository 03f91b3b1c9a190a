import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { picture } from '../pictures.ts';

const grid = (window: Page) => window.getByRole('grid');
const panel = (window: Page) => window.getByRole('complementary').filter({ hasText: 'User ID' });

async function readAll(window: Page): Promise<void> {
  await window.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '301');
}

test('a list page and the palette work by keyboard alone, and the shown rows are exported', async ({
  window,
  folder,
}) => {
  await readAll(window);

  await test.step('the shown rows are exported as CSV with a manifest', async () => {
    await window.getByRole('button', { name: 'Export CSV…' }).click();
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

  await test.step('filter, move, open, select, leave', async () => {
    await window.keyboard.press('/');
    await expect(window.getByRole('textbox', { name: 'Filter users' })).toBeFocused();
    await window.keyboard.type('baker');
    // The result for the last letter, not for the first
    await expect(window.getByRole('status').filter({ hasText: /^28 users/ })).toBeVisible();
    await window.keyboard.press('Enter');
    await grid(window).focus();
    await window.keyboard.press('j');
    await window.keyboard.press('Enter');
    await expect(panel(window)).toContainText(/baker/i);
    const first = await grid(window).getAttribute('aria-activedescendant');
    const shown = await panel(window).innerText();
    await window.keyboard.press('j');
    await expect(grid(window)).not.toHaveAttribute('aria-activedescendant', first ?? '');
    await expect.poll(() => panel(window).innerText()).not.toBe(shown);
    await window.keyboard.press('x');
    await expect(window.getByText('1 selected')).toBeVisible();
    await window.keyboard.press('?');
    await expect(window.getByRole('dialog')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
  });

  await test.step('the palette finds users and pages', async () => {
    await window.emulateMedia({ colorScheme: 'dark' });
    await window.keyboard.press('Control+k');
    await window.keyboard.type('@admin');
    await expect(window.getByRole('option').first()).toContainText(/admin/i);
    await picture(window, 'palette-dark');
    await window.keyboard.press('Enter');
    await expect(panel(window)).toBeVisible();
  });
});
