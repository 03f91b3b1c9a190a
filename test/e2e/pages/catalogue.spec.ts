import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from '@playwright/test';
import { expectClean, find, pressTogether } from '../by-keyboard.ts';
import { expect, test } from '../fixtures.ts';
import { startHost } from '../host.ts';

const level = (window: Page, name: string) => window.getByRole('button', { name: new RegExp(`^${name}`) });
const look = async (window: Page, name: string): Promise<void> => {
  const folder = process.env['REEVE_LOOK'];
  if (folder !== undefined) await window.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
};

test('a group and its project are chosen by keyboard alone, and are still chosen after a restart', async ({
  host,
  keychain,
  folder,
  page: window,
}) => {
  await window.goto(host.url);
  await expect(level(window, 'Group: All groups.')).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'c', 'g');
  await expect(window.getByRole('combobox', { name: 'Find a group' })).toBeFocused();
  await expect(window.getByText('No groups added yet. The API')).toBeVisible();
  await look(window, 'scope-empty');
  await window.keyboard.type('acme');
  await expect(window.getByRole('option', { name: 'Add the group “acme”' })).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
  await expect(level(window, 'Group: acme.')).toBeVisible();
  // Keys do not reach the page before the menu is closed
  await expect(window.getByRole('dialog', { name: 'Choose a group' })).toBeHidden();

  await pressTogether(window, 'c', 'p');
  await expect(window.getByRole('combobox', { name: 'Find a project' })).toBeFocused();
  // From the end of the list, because entries are added before it while the page is shown
  await window.keyboard.press('ArrowUp');
  await expect(window.getByRole('option', { name: 'Manage groups and projects' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await window.keyboard.press('ArrowUp');
  await expect(window.getByRole('option', { name: /^Add a project/ })).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
  const address = window.getByRole('textbox', { name: 'ID, path, or web address' });
  await expect(address).toBeFocused();
  await window.keyboard.type('https://elsewhere.example/acme/core');
  await window.keyboard.press('Enter');
  await expect(window.getByText('elsewhere.example isn’t the open instance')).toBeVisible();
  await look(window, 'scope-refused');
  await address.fill('acme/core');
  await window.keyboard.press('Enter');
  await expect(level(window, 'Project: acme/core.')).toBeVisible();
  await level(window, 'Project: acme/core.').click();
  await expect(window.getByText('In acme')).toBeVisible();
  await host.stop();

  const again = await startHost({ keychain, folder });
  await window.goto(again.url);
  await expect(level(window, 'Project: acme/core.')).toBeVisible();
  await expect(level(window, 'Group: acme.')).toBeVisible();
  await level(window, 'Project: acme/core.').click();
  await window.getByRole('option', { name: 'All projects' }).click();
  await expect(level(window, 'Project: All projects.')).toBeVisible();
  await expect(level(window, 'Group: acme.')).toBeVisible();
  expect(await again.stop()).toBe(0);
});

const grid = (window: Page) => window.getByRole('grid');

async function pinAll(window: Page, text: string): Promise<void> {
  await window.keyboard.press('n');
  await expect(window.getByRole('textbox', { name: 'Groups and projects', exact: true })).toBeFocused();
  await window.keyboard.insertText(text);
  await window.keyboard.press('Tab');
  await window.getByRole('button', { name: 'Add', exact: true }).press('Enter');
}

test('entries are pasted, verified, pinned, removed and restored by keyboard, and none is lost', async ({
  window,
  platform,
}) => {
  await expect(window.getByRole('link', { name: 'Groups and projects' })).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'c');
  await expect(window.getByText('No groups or projects added yet')).toBeVisible();
  await look(window, 'page-empty');
  await pinAll(
    window,
    `acme\nacme/core, acme/platform\n${platform.url}/globex/warehouse/-/issues?page=2\nhttps://elsewhere.example/a/b\nwhat is this\nacme/nothing`,
  );
  await expect(window.getByText('4 added, 0 already added, 3 invalid')).toBeVisible();
  await expectClean(window, 'results');
  await window.getByRole('button', { name: 'Correct and retry' }).click();
  await expect(window.getByRole('textbox', { name: 'Groups and projects', exact: true })).toHaveValue(
    'https://elsewhere.example/a/b\nwhat is this\nacme/nothing',
  );
  await window.keyboard.press('Escape');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '5');
  await window.getByRole('button', { name: 'Filter', exact: true }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Pasted list' }).click();
  await expect(window.getByRole('button', { name: 'Remove filter: Pasted list' })).toBeVisible();
  await window.getByRole('button', { name: 'Remove filter: Pasted list' }).click();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '5');

  await grid(window).focus();
  await window.keyboard.press('Control+a');
  await expect(window.getByText('4 selected')).toBeVisible();
  await window.getByRole('button', { name: 'Verify' }).press('Enter');
  await expect(window.getByText('4 reachable, 0 denied, 0 not found')).toBeVisible();
  await expect(grid(window).getByText('Reachable')).toHaveCount(4);
  await expectClean(window, 'page');
  await window.keyboard.press('Control+k');
  await window.keyboard.type('>remove 4');
  await expect(window.getByRole('option', { name: /^Remove 4/ })).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
  await expect(window.getByText('No groups or projects added yet')).toBeVisible();
  await window.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '5');

  await find(window, 'warehouse');
  await window.keyboard.press('Enter');
  const panel = window.getByRole('complementary', { name: /Details of globex\/warehouse/ });
  await expect(panel).toContainText('This token can see it');
  await expectClean(window, 'panel');
  await panel.getByRole('button', { name: 'Open project' }).press('Enter');
  await expect(level(window, 'Project: globex/warehouse.')).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('warehouse');
  await window.goBack();

  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Export CSV' }).click();
  const fetched = window.waitForEvent('download');
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  const csv = readFileSync(await (await fetched).path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(5);
  expect(csv).toContain('project,,globex/warehouse,,yes,pasted');
});

test('a file is imported with errors reported by line, missing endpoints are shown as not available, and the palette finds groups and users', async ({
  window,
  folder,
}) => {
  await window.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '301');
  await window.evaluate(() => (location.hash = '#/catalogue'));

  await test.step('a file is imported, and endpoints that the instance lacks are shown as not available', async () => {
    const file = join(folder, 'list.csv');
    writeFileSync(file, 'kind;path\ngroup;acme\nuser;anna\nproject;"open\nproject;acme/core\n');
    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Import CSV…' }).click();
    await window.getByLabel('CSV file').setInputFiles(file);
    await expect(window.getByText('2 added, 0 already added, 2 invalid')).toBeVisible();
    // Lines with errors come first
    await expect(window.getByRole('dialog').getByRole('row').nth(1)).toContainText('user;anna');
    await expect(window.getByRole('row', { name: /^3 user;anna/ })).toContainText('must be group or project');
    await expectClean(window, 'imported');
    await window.getByRole('button', { name: 'Close' }).click();
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');
    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Discovery…' }).click();
    await window.getByRole('button', { name: 'Check now' }).click();
    await expect(window.getByRole('cell', { name: /Not offered/ })).toHaveCount(4);
    await expectClean(window, 'probes');
  });

  await test.step('the palette finds a group with # and chooses it, and shows users and places', async () => {
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
    await window.getByRole('button', { name: 'Add…' }).first().click();
    await window.getByRole('textbox', { name: 'Groups and projects', exact: true }).fill('acme\nglobex');
    await window.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(window.getByText('1 added, 1 already added')).toBeVisible();
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+k');
    await window.keyboard.type('#glo');
    await expect(window.getByRole('option', { name: /globex/ })).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Enter');
    await expect(level(window, 'Group: globex.')).toBeVisible();
    await window.keyboard.press('Control+k');
    await window.keyboard.type('a');
    await expect(window.getByText('Users', { exact: true }).last()).toBeVisible();
    await expect(window.getByRole('option', { name: /^acme\/core/ })).toBeVisible();
  });
});
