import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectClean, find, pressTogether } from '../by-keyboard.ts';
import { expect, test } from '../fixtures.ts';

const level = (window: Page, name: string) => window.getByRole('button', { name: new RegExp(`^${name}`) });
const grid = (window: Page) => window.getByRole('grid');
const text = (window: Page) => window.getByRole('textbox', { name: 'Groups and projects', exact: true });

test('entries are pasted, verified, removed, restored, opened and exported by keyboard, and none is lost', async ({
  window,
  platform,
}) => {
  await expect(window.getByRole('link', { name: 'Groups and projects' })).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'c');
  await expect(window.getByText('No groups or projects added yet')).toBeVisible();
  await window.keyboard.press('n');
  await expect(text(window)).toBeFocused();
  await window.keyboard.insertText(
    `acme\nacme/core, acme/platform\n${platform.url}/globex/warehouse/-/issues?page=2\nhttps://elsewhere.example/a/b\nwhat is this\nacme/nothing`,
  );
  await window.getByRole('button', { name: 'Add groups and projects', exact: true }).press('Enter');
  await expect(window.getByText('4 added, 0 already added, 3 invalid')).toBeVisible();
  await window.getByRole('button', { name: 'Correct and retry' }).press('Enter');
  await expect(text(window)).toHaveValue('https://elsewhere.example/a/b\nwhat is this\nacme/nothing');
  await window.keyboard.press('Escape');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '5');

  await grid(window).focus();
  await window.keyboard.press('Control+a');
  await expect(window.getByText('4 selected')).toBeVisible();
  await window.getByRole('button', { name: 'Verify' }).press('Enter');
  await expect(window.getByText('4 reachable, 0 denied, 0 not found')).toBeVisible();
  await expect(grid(window).getByText('Reachable')).toHaveCount(4);
  await expectClean(window, 'catalogue-verified');
  await window.keyboard.press('Control+k');
  await window.keyboard.insertText('>remove 4');
  await expect(window.getByRole('option', { name: /^Remove 4/ })).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
  await expect(window.getByText('No groups or projects added yet')).toBeVisible();
  await window.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '5');

  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Export CSV…' }).press('Enter');
  const fetched = window.waitForEvent('download');
  await window.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const csv = readFileSync(await (await fetched).path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(5);
  expect(csv).toContain('project,,globex/warehouse,,yes,pasted');

  await find(window, 'warehouse');
  await window.keyboard.press('Enter');
  const panel = window.getByRole('complementary', { name: /Details of globex\/warehouse/ });
  await expect(panel).toContainText('This token can see it');
  await panel.getByRole('button', { name: 'Open project' }).press('Enter');
  await expect(level(window, 'Project: globex/warehouse.')).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('warehouse');
  await window.keyboard.press('Control+k');
  await window.keyboard.insertText('#acm');
  await expect(window.getByRole('option', { name: /^acme/ }).first()).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
  await expect(level(window, 'Group: acme.')).toBeVisible();
});
