import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, find, goTo, press, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const path = 'acme/core';
const grid = (window: Page) => window.getByRole('grid');
const rows = (window: Page) => grid(window).getByRole('row');
const dialog = (window: Page) => window.getByRole('dialog');

/** Access level of a direct member of the project, from the world of the simulator. */
function directLevel({ world }: Platform, username: string): number | undefined {
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('there is no project acme/core');
  const id = world.users.byUsername(username)?.id;
  return world.members.direct(project).find(({ user_id: other }) => other === id)?.access_level;
}

test('the access page shows one user in all known projects, and users are added to a project, each with its own outcome', async ({
  window,
  simulator,
}) => {
  for (const known of ['acme/website', path]) await chooseScope(window, 'project', known);
  await goTo(window, 'Access to all projects');
  await press(window, /^Sync memberships/);
  await expect(grid(window)).toContainText('acme/website');
  await expectClean(window, 'access');
  await find(window, 'developer');
  await expect(rows(window).filter({ hasText: path })).toHaveCount(1);

  await goTo(window, 'Members');
  await press(window, /^Sync members/);
  await expect(rows(window).nth(1)).toBeVisible();
  await window.keyboard.press('n');
  await tabTo(window, dialog(window).getByRole('textbox', { name: 'People' }));
  await window.keyboard.type('outsider,no-such-user,');
  await press(window, 'Add members…');
  await expect(dialog(window)).toContainText('Add 2 members');
  await expect(dialog(window)).toContainText(/can’t be undone/);
  expect(directLevel(simulator, 'outsider')).toBeUndefined();
  await press(window, 'Add 2 members');
  await expect.poll(() => directLevel(simulator, 'outsider')).toBe(30);
  await expect(dialog(window)).toContainText('1 refused');
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toBeHidden();
  await find(window, 'outsider');
  await expect(rows(window).nth(1)).toContainText('Developer');
});
