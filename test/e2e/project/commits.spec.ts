import type { Page } from '@playwright/test';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, expectClean, find, goOffline, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const path = PROJECT_PATHS.private;

async function openCommits(window: Page, projectId: number, query: string): Promise<void> {
  await chooseScope(window, 'project', path);
  await window.evaluate((hash) => void (location.hash = hash), `#/p/${projectId}/code/commits${query}`);
  await expect(window.getByRole('heading', { level: 1, name: 'Commits', exact: true })).toBeVisible();
}

test('the commits of a path are a list of their own, and the newest of a branch shows what it changed in numbers, offline after a reload', async ({
  window,
  simulator,
  network,
}) => {
  const { world } = simulator;
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('no project');
  await openCommits(window, project.id, '?ref=main&path=src/main.ts');
  await expect(window.getByLabel('Path', { exact: true })).toHaveValue('src/main.ts');
  await window
    .getByRole('button', { name: /^Sync commits/ })
    .last()
    .click();
  await expect(window.getByRole('row', { name: /Wrap lines where words end/ })).toBeVisible();
  await window.reload();
  await expect(window.getByLabel('Path', { exact: true })).toHaveValue('src/main.ts');
  await window.getByLabel('Path', { exact: true }).fill('');
  await window.keyboard.press('Enter');
  await expect(window.getByLabel('Path', { exact: true })).toHaveValue('');
  await window
    .getByRole('button', { name: /^Sync commits/ })
    .last()
    .click();
  const [newest] = await world.repositories.of(project).log({
    revisions: ['main'],
    count: 1,
    firstParent: false,
    order: 'default',
    follow: false,
  });
  const stats = (await world.repositories.of(project).stats([newest?.id ?? ''])).get(newest?.id ?? '');
  const row = window.getByRole('row', { name: newest?.id.slice(0, 8) ?? '' });
  await expect(row).toContainText(`+${stats?.additions}`);
  await expect(row).toContainText(`−${stats?.deletions}`);
  await goOffline(window, network);
  await window.reload();
  await expect(window.getByRole('heading', { level: 1, name: 'Commits', exact: true })).toBeVisible();
  await find(window, newest?.id.slice(0, 8) ?? '');
  await window.keyboard.press('Enter');
  const panel = window.getByRole('complementary');
  await expect(panel).toContainText(`+${stats?.additions}`);
  await expect(panel.getByRole('link', { name: /^Open parent / }).first()).toBeVisible();
  await expectClean(window, 'commits-panel');
  await tabTo(window, panel.getByRole('link', { name: /^Open parent / }).first());
  await window.keyboard.press('Enter');
  await expect(window).toHaveURL(new RegExp(`/commits/[^/]+/${newest?.parent_ids[0]}`));
});
