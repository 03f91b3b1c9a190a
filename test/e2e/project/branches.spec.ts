import type { Page } from '@playwright/test';
import { BRANCHES } from '../../platform/seed/repositories.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, expectClean, find, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const path = PROJECT_PATHS.private;

async function openBranches(window: Page, projectId: number): Promise<void> {
  await chooseScope(window, 'project', path);
  await window.evaluate((hash) => void (location.hash = hash), `#/p/${projectId}/code/branches`);
  await expect(window.getByRole('heading', { level: 1, name: 'Branches', exact: true })).toBeVisible();
}

test('who may push to a protected branch is inferred from the members, a regular expression is evaluated by the instance, and both answers are kept offline', async ({
  window,
  simulator,
  network,
}) => {
  const { world } = simulator;
  const id = world.projects.lookup(path)?.id ?? 0;
  await openBranches(window, id);
  await window
    .getByRole('button', { name: /^Sync branches/ })
    .last()
    .click();
  await expect(window.getByRole('row', { name: BRANCHES.protected })).toContainText('Protected');
  await find(window, BRANCHES.protected);
  await window.keyboard.press('Enter');
  const panel = window.getByRole('complementary');
  await expect(panel.getByText('Who may push (inferred)')).toBeInViewport();
  await expect(panel.getByRole('heading', { name: 'Maintainer', exact: true })).toBeVisible();
  await expectClean(window, 'branches-panel');
  const { hash } = new URL(window.url());
  await window.keyboard.press('Escape');
  await find(window, '');
  await window.getByRole('button', { name: /^Filter/ }).click();
  await window.getByLabel('Name matches (RE2)').fill('^feature/');
  await window.keyboard.press('Enter');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('row', { name: BRANCHES.dot })).toHaveCount(0);
  await expect(window.getByRole('row', { name: BRANCHES.slash })).toBeVisible();

  await goOffline(window, network);
  await window.reload();
  await expect(window.getByRole('row', { name: BRANCHES.slash })).toBeVisible();
  await expect(window.getByRole('row', { name: BRANCHES.dot })).toHaveCount(0);
  await window.evaluate((to) => void (location.hash = to), hash);
  await expect(panel.getByRole('heading', { name: 'Maintainer', exact: true })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Developer', exact: true })).toHaveCount(0);
});
