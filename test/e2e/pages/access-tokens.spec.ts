import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/world/user.ts';
import { chooseScope, goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const dialog = (window: Page) => window.getByRole('dialog');

function deployments({ world }: Platform): User {
  const group = world.groups.lookup('acme');
  const account = group && world.serviceAccounts.of(group).find(({ name }) => name === 'Deployments');
  if (account === undefined) throw new Error('there is no service account Deployments');
  return account;
}

test('with the mouse: an account is chosen, an invalid day blocks the form, and a refused request returns to it', async ({
  window,
  simulator,
}) => {
  await chooseScope(window, 'group', 'acme');
  const account = deployments(simulator);
  await goTo(window, 'Access tokens');
  await window.getByRole('button', { name: 'New token…' }).click();
  // The form syncs the accounts that it needs, so no other page has to be opened first
  await expect.poll(() => simulator.requests.count('GET /groups/:id/service_accounts')).toBe(1);
  await dialog(window).getByLabel('Service account', { exact: true }).click();
  await window.getByRole('option', { name: /^Deployments/ }).click();
  await dialog(window).getByLabel('Name', { exact: true }).fill('by hand');
  await dialog(window).getByRole('button', { name: 'Add read_api' }).click();
  const day = dialog(window).getByLabel('Expires on');
  await day.click({ position: { x: 16, y: 16 } });
  // This day does not exist, and the browser gives the field no value
  await window.keyboard.type('02312030');
  expect(await day.inputValue()).toBe('');
  await window.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog(window).getByText('This date doesn’t exist.')).toBeVisible();
  expect(simulator.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);

  await day.fill('2099-01-01');
  await window.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog(window)).toContainText('The token is for the service account Deployments.');
  await window.getByRole('button', { name: 'Create the token' }).click();
  await expect(dialog(window)).toContainText('Expires at must be before');
  await dialog(window).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(window).getByText(/Expires at must be before/)).toBeVisible();
  await expect(dialog(window).getByLabel('Name', { exact: true })).toHaveValue('by hand');
  await day.fill('');
  await window.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog(window)).toContainText('the maximum lifetime that this instance allows');
  await window.getByRole('button', { name: 'Create the token' }).click();
  await expect
    .poll(() => simulator.world.tokens.filter(({ user_id }) => user_id === account.id).map(({ name }) => name))
    .toContain('by hand');
});
