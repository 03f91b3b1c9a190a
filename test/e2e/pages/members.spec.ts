import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, find, goTo, press, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const path = 'acme/core';
const grid = (window: Page) => window.getByRole('grid');
const rows = (window: Page) => grid(window).getByRole('row');

const core = ({ world }: Platform) => {
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('there is no project acme/core');
  return project;
};
/** Access level of a direct member of the project, from the world of the simulator. */
const directLevel = (simulator: Platform, username: string): number | undefined => {
  const { members, users } = simulator.world;
  const id = users.byUsername(username)?.id;
  return members.direct(core(simulator)).find(({ user_id: other }) => other === id)?.access_level;
};

async function readMembers(window: Page): Promise<void> {
  await press(window, /^Sync members/);
  await expect(rows(window).nth(1)).toBeVisible();
}

test('the access page shows one user in all known projects, and users are added to a project by keyboard alone', async ({
  window,
  simulator,
}) => {
  await test.step('one user in all known projects, and users with more than the Maintainer role', async () => {
    for (const known of ['acme/website', path]) await chooseScope(window, 'project', known);
    await goTo(window, 'Access to all projects');
    await press(window, /^Sync memberships/);
    await expect(rows(window).nth(1)).toBeVisible();
    await expect(grid(window)).toContainText('acme/website');
    await expectClean(window, 'access');
    await press(window, 'Above Maintainer');
    await expect(grid(window).getByText('Maintainer', { exact: true })).toHaveCount(0);
    await expect(grid(window).getByText('Owner', { exact: true }).first()).toBeVisible();
    await press(window, 'All');
    await window.keyboard.press('/');
    await window.keyboard.type('developer');
    await expect(rows(window).filter({ hasText: path })).toHaveCount(1);
    expect(simulator.requests.list().some(({ method }) => method !== 'GET' && method !== 'HEAD')).toBe(false);
  });

  await test.step('users are added, each with its own outcome', async () => {
    await goTo(window, 'Members');
    await readMembers(window);
    await window.keyboard.press('n');
    const people = window.getByRole('dialog').getByRole('textbox', { name: 'People' });
    await tabTo(window, people);
    await window.keyboard.type('outsider,no-such-user,');
    await expectClean(window, 'members-add');
    await press(window, 'Add');
    await expect(window.getByRole('dialog')).toContainText('Add 2 people');
    await expect(window.getByRole('dialog')).toContainText(/can’t be undone/);
    expect(directLevel(simulator, 'outsider')).toBeUndefined();
    await press(window, 'Add 2 people');
    await expect.poll(() => directLevel(simulator, 'outsider')).toBe(30);
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
    await find(window, 'outsider');
    await expect(rows(window).nth(1)).toContainText('Developer');
  });
});
