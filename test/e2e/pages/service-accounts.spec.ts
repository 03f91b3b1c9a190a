import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/world/user.ts';
import { chooseScope, find, press, pressTogether, toMessage, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');

function accountsOf({ world }: Platform): User[] {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  return world.serviceAccounts.of(group);
}

test('accounts of a group are created, undone, edited and deleted by keyboard alone', async ({ window, simulator }) => {
  const { requests, world } = simulator;
  const remove = 'DELETE /groups/:id/service_accounts/:user_id';
  const before = accountsOf(simulator).length;
  await chooseScope(window, 'group', 'acme');
  await pressTogether(window, 'g', 'b');
  await expect(window.getByRole('heading', { name: 'Service accounts', exact: true, level: 1 })).toBeVisible();
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before + 1));

  await window.keyboard.press('n');
  await press(window, 'Create service account…');
  // Nothing was entered, so the plan is shown first. Its title and its button are those of the form.
  await expect(dialog(window)).toContainText('1 request');
  expect(accountsOf(simulator)).toHaveLength(before);
  await press(window, 'Create service account');
  await expect.poll(() => accountsOf(simulator)).toHaveLength(before + 1);
  expect(accountsOf(simulator).at(-1)?.username).toMatch(/^service_account_group_/);
  await toMessage(window, 'Undo');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before + 2));
  await press(window, 'Undo');
  // Undo deletes the account, which requires its name
  await expect(dialog(window)).toBeVisible();
  await window.keyboard.insertText('Service account user');
  await press(window, 'Undo: Create service account');
  await expect.poll(() => accountsOf(simulator).length).toBe(before);
  expect(requests.count(remove)).toBe(1);

  const deployments = accountsOf(simulator).find(({ name }) => name === 'Deployments');
  await expect(dialog(window)).toBeHidden();
  await find(window, 'Deployments');
  await window.keyboard.press('e');
  await write(window, 'Email', 'bots@acme.example');
  await press(window, 'Edit service account');
  await expect
    .poll(() => world.users.get(deployments?.id ?? 0))
    .toMatchObject({ unconfirmed_email: 'bots@acme.example', email: deployments?.email });
  await expect(dialog(window)).toBeHidden();
  await expect(grid(window)).toContainText('bots@acme.example');

  await window.keyboard.press('/');
  await window.keyboard.press('Escape');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before + 1));
  await grid(window).focus();
  await pressTogether(window, 'Home', 'Space', 'j', 'Space');
  const selection = window.getByRole('region', { name: 'Selected rows' });
  await expect(selection).toContainText('2 selected');
  await window.keyboard.press('d');
  await expect(dialog(window)).toContainText('their tokens stop working immediately');
  await window.keyboard.insertText('2');
  await window.keyboard.press('Enter');
  await expect.poll(() => accountsOf(simulator).length).toBe(before - 2);
  await press(window, 'Close');
  await expect(dialog(window)).toBeHidden();
  // Deleted accounts are no longer selected
  await expect(selection).toBeHidden();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before - 1));
  expect(requests.list(remove).map(({ query }) => query)).toEqual(['', '', '']);
});
