import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseScope, expectClean, goOffline, press, pressTogether, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const project = 'acme/core';
const script = 'scripts/deploy.sh';

const code = (window: Page) => window.getByRole('textbox', { name: /^Content of / });
const tree = (window: Page) => window.getByRole('tree', { name: 'Known paths' });
const file = (window: Page) => window.getByRole('region', { name: 'File', exact: true });
const line = (window: Page) => file(window).locator('footer');
const details = (window: Page) => window.getByRole('region', { name: 'File details' });

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

test('files are opened, blamed, searched, saved and downloaded by keyboard, and who wrote a line is answered offline after a reload', async ({
  window,
  network,
}) => {
  await openCode(window);
  await test.step('who wrote line 12 of a known file', async () => {
    await expect(window.getByRole('treeitem', { name: /^\.gitmodules/ })).toBeVisible();
    await expect(window.getByText('Choose a file, or open a path.')).toBeVisible();
    await window.keyboard.press('/');
    await window.keyboard.insertText('data/stations.csv');
    await window.keyboard.press('Enter');
    await expect(code(window)).toContainText('id,name,height_m');
    await expect(window.getByRole('treeitem', { name: /^stations\.csv/ })).toHaveAttribute('aria-selected', 'true');
    await press(window, 'Blame');
    await tabTo(window, file(window).getByRole('button', { name: 'More actions' }));
    await window.keyboard.press('Tab');
    await expect(code(window)).toBeFocused();
    await pressTogether(window, ...Array.from({ length: 11 }, () => 'ArrowDown'));
    await expect(line(window)).toContainText('Line 12');
    await expect(line(window)).toContainText(/, (.* ago|\w{3} \d+) [0-9a-f]{8} /);
    await expect(window).toHaveURL(/\/code\/files\/data\/stations\.csv\?ref=[^&]+&line=12&view=blame$/);
    await press(window, 'Show file details');
    await expect(details(window)).toContainText(/Last change of lines? \d+/);
    await expect(details(window)).toContainText('stations.csv');
    await expectClean(window, 'code-blame');
  });
  const [address, answer] = [window.url(), await line(window).textContent()];

  await test.step('a file is searched and saved, and Markdown has a preview', async () => {
    await openPath(window, 'README.md');
    await expect(code(window)).toContainText('How it is built');
    await window.keyboard.press('ControlOrMeta+f');
    await expect(window.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await window.keyboard.insertText('shipped');
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

  await test.step('the tree is used by keyboard, and shows what is stored and what was not found', async () => {
    await window.getByLabel('Branch, tag or commit').fill('main');
    await window.keyboard.press('Enter');
    for (const path of [script, 'assets/logo.png', 'assets/intro.mp4', 'no/such/file.txt']) {
      await openPath(window, path);
      await expect(file(window)).toContainText(/Checked|Not found/);
    }
    await expect(window.getByText(/^Not found at main \(404\)$/)).toBeVisible();
    await expect(window.getByRole('treeitem', { name: /file\.txt/ })).toContainText('404 at main');
    await expectClean(window, 'code-not-found');
    await tree(window).focus();
    await pressTogether(window, 'Home', 'ArrowRight', 'ArrowDown', 'Enter');
    await expect(file(window).getByRole('heading', { level: 2 })).toContainText('logo.png');
    await expect(file(window).getByRole('img', { name: 'Image logo.png' })).toBeVisible();
    await window.getByRole('treeitem', { name: /^intro\.mp4/ }).click();
    await expect(code(window)).toContainText('oid sha256:');
    await press(window, /^Download content from Git LFS/);
    await expect(code(window)).toContainText('The whole film');
    await expect(window.getByRole('region', { name: 'Known paths only' })).toContainText('Added by you');
  });

  await test.step('submodules are read from .gitmodules, and a missing branch is explained', async () => {
    await window.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Submodules' }).press('Enter');
    await expect(window.getByRole('row', { name: /vendor\/shared/ })).toContainText('main');
    await expect(window.getByText(/doesn’t report the commit/)).toBeVisible();
    await window.getByLabel('Branch, tag or commit').fill('no-such-ref');
    await window.keyboard.press('Enter');
    await expect(window.getByText('Submodules were never checked at this ref.')).toBeVisible();
    await press(window, 'Check .gitmodules');
    await expect(window.getByText('Branch, tag or commit “no-such-ref” not found.')).toBeVisible();
  });

  await goOffline(window, network);
  await window.evaluate((to) => (location.hash = to), new URL(address).hash);
  await window.reload();
  await expect(code(window)).toContainText('id,name,height_m');
  await expect(line(window)).toHaveText(answer ?? '');
  await window.setViewportSize({ width: 720, height: 450 });
  await press(window, 'Show file details');
  await expect(details(window)).toContainText('Committer email');
  await expect(details(window)).toContainText('Path known from');
  await press(window, 'Show files');
  await expect(tree(window)).toBeVisible();
  await openPath(window, 'src/never.ts');
  await expect(window.getByText('Not stored on this computer', { exact: true })).toBeVisible();
});
