import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseScope, expectClean, goOffline, press, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const project = 'acme/core';
const script = 'scripts/deploy.sh';

const code = (window: Page) => window.getByRole('textbox', { name: /^Content of / });
const tree = (window: Page) => window.getByRole('tree', { name: 'Known paths' });
const line = (window: Page) => window.getByRole('region', { name: 'File' }).locator('footer');

/** Open the page of the project's code. */
async function openCode(window: Page): Promise<void> {
  await chooseScope(window, 'project', project);
  await window.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name: 'Code', exact: true }).click();
  await expect(window.getByLabel('Branch, tag or commit')).toHaveValue(/./);
}

async function openPath(window: Page, path: string): Promise<void> {
  await window.getByLabel('Filter or open a path').fill(path);
  await window.keyboard.press('Enter');
}

test('who wrote line 12 of a known file is answered by keyboard, and offline after a reload', async ({
  window,
  network,
}) => {
  await openCode(window);
  await expect(window.getByRole('treeitem', { name: /^\.gitmodules/ })).toBeVisible();
  await expect(window.getByText('Choose a file, or open a path.')).toBeVisible();
  await window.keyboard.press('/');
  await window.keyboard.type('data/stations.csv');
  await window.keyboard.press('Enter');
  await expect(code(window)).toContainText('id,name,height_m');
  await expect(window.getByRole('treeitem', { name: /^stations\.csv/ })).toHaveAttribute('aria-selected', 'true');
  await press(window, 'Blame');
  const file = window.getByRole('region', { name: 'File', exact: true });
  await tabTo(window, file.getByRole('button', { name: 'More actions' }));
  await window.keyboard.press('Tab');
  await expect(code(window)).toBeFocused();
  for (let at = 1; at < 12; at += 1) await window.keyboard.press('ArrowDown');
  await expect(line(window)).toContainText('Line 12');
  await expect(line(window)).toContainText(/ ago [0-9a-f]{8} /);
  const answer = await line(window).textContent();
  await expect(window).toHaveURL(/\/code\/files\/data\/stations\.csv\?ref=[^&]+&line=12&view=blame$/);
  await press(window, 'Show file details');
  const details = window.getByRole('region', { name: 'File details' });
  await expect(details).toContainText(/Last change of lines? \d+/);
  await expect(details).toContainText('stations.csv');
  await expectClean(window, 'code-blame');

  await goOffline(window, network);
  await window.reload();
  await expect(code(window)).toContainText('id,name,height_m');
  await expect(line(window)).toHaveText(answer ?? '');
  await window.setViewportSize({ width: 720, height: 450 });
  await press(window, 'Show file details');
  await expect(details).toContainText('Committer email');
  await expect(details).toContainText('Path known from');
  await press(window, 'Show files');
  await expect(tree(window)).toBeVisible();
  await openPath(window, 'src/never.ts');
  await expect(window.getByText('Not stored on this computer', { exact: true })).toBeVisible();
});

test('the tree is used by keyboard, and shows what is stored and what was not found', async ({ window }) => {
  await openCode(window);
  await window.getByLabel('Branch, tag or commit').fill('main');
  await window.keyboard.press('Enter');
  for (const path of ['src/api/client.ts', script, 'assets/logo.png', 'assets/intro.mp4', 'no/such/file.txt']) {
    await openPath(window, path);
    await expect(window.getByRole('button', { name: 'Check for changes' })).toBeVisible();
    await expect(window.getByRole('region', { name: 'File' })).toContainText(/Checked|Not found/);
  }
  await expect(window.getByText(/^Not found at main \(404\)$/)).toBeVisible();
  await expect(window.getByRole('treeitem', { name: /file\.txt/ })).toContainText('404 at main');
  await expectClean(window, 'code-not-found');
  await tree(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Enter');
  const shown = window.getByRole('region', { name: 'File' });
  await expect(shown.getByRole('heading')).toContainText('logo.png');
  await expect(shown.getByRole('img', { name: 'Image logo.png' })).toBeVisible();
  await expectClean(window, 'code-image');
  await window.getByRole('treeitem', { name: /^intro\.mp4/ }).click();
  await expect(code(window)).toContainText('oid sha256:');
  await press(window, /^Download content from Git LFS/);
  await expect(code(window)).toContainText('The whole film');
  await expectClean(window, 'code-lfs');
  const paths = window.getByRole('region', { name: 'Known paths only' });
  await expect(paths).toContainText('Added by you');
});

test('a file is searched and saved, and Markdown has a preview', async ({ window }) => {
  await openCode(window);
  await openPath(window, 'README.md');
  await expect(code(window)).toContainText('How it is built');
  await window.keyboard.press('ControlOrMeta+f');
  await expect(window.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await window.keyboard.type('shipped');
  await expectClean(window, 'code-search');
  await window.keyboard.press('Escape');
  await press(window, 'Preview');
  await expect(window.getByRole('region', { name: 'Preview' }).getByRole('heading')).toContainText('Core');
  await expectClean(window, 'code-preview');
  const fetched = window.waitForEvent('download');
  await press(window, 'Save file…');
  await press(window, 'Save');
  const download = await fetched;
  expect(download.suggestedFilename()).toBe('README.md');
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^# Core\n/);
});

test('submodules are read from .gitmodules, and the missing commit is explained', async ({ window }) => {
  await openCode(window);
  await window.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Submodules' }).click();
  await expect(window.getByRole('row', { name: /vendor\/shared/ })).toContainText('main');
  await expect(window.getByText(/doesn’t report the commit/)).toBeVisible();
  await window.getByLabel('Branch, tag or commit').fill('no-such-ref');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Submodules were never checked at this ref.')).toBeVisible();
  await press(window, 'Check .gitmodules');
  await expect(window.getByText('Branch, tag or commit “no-such-ref” not found.')).toBeVisible();
});
