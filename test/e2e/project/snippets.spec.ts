import type { Page } from '@playwright/test';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, find, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const goto = (window: Page, hash: string) => window.evaluate((to) => void (location.hash = to), hash);

test('a snippet of a project shows its first file, what the API lacks, and its notes; the files of a personal one are stored and read without the network', async ({
  window,
  network,
}) => {
  await chooseScope(window, 'project', PROJECT_PATHS.private);
  await goto(window, `#/p/${encodeURIComponent(PROJECT_PATHS.private)}/snippets`);
  await expect(window.getByRole('heading', { level: 1, name: 'Snippets' })).toBeVisible();
  await window
    .getByRole('button', { name: /^Sync snippets/ })
    .last()
    .click();
  await expect(window.getByRole('row', { name: 'For the team' })).toBeVisible();
  await find(window, 'For the team');
  await window.keyboard.press('Enter');
  await expect(window.getByText('echo "hello & <goodbye>"')).toBeVisible();
  await expect(window.getByText(/^This API returns only the content of the first file/)).toBeVisible();
  await expect(window.getByRole('region', { name: 'Notes' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Copy created' })).toBeInViewport({ ratio: 1 });

  await goto(window, '#/snippets');
  await expect(window.getByRole('heading', { level: 1, name: 'Personal snippets' })).toBeVisible();
  await window
    .getByRole('button', { name: /^Sync snippets/ })
    .last()
    .click();
  await find(window, 'Secret notes');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 1, name: 'Secret notes' })).toBeVisible();
  await expect(window.getByText('日本語 🎉')).toBeVisible();
  await window.getByRole('button', { name: 'Store all files' }).press('Enter');
  await expect(window.getByText(/^All files stored/)).toBeVisible();
  await goOffline(window, network);
  await window.reload();
  await expect(window.getByText('日本語 🎉')).toBeVisible();
  await window.getByRole('button', { name: 'hello.sh' }).press('Enter');
  await expect(window.getByText('echo "hello & <goodbye>"')).toBeVisible();
});
