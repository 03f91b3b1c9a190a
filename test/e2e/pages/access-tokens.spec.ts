import type { Page } from '@playwright/test';
import { DAY_MS } from '../../platform/clock.ts';
import { chooseAllGroups, chooseScope, expectClean, find, goTo, press, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');

test('tokens of an account are listed, one is created and revealed once, and the expiry chart lists those of all known groups', async ({
  window,
  simulator: { clock, world },
}) => {
  const group = world.groups.lookup('acme');
  const account = group && world.serviceAccounts.of(group).find(({ name }) => name === 'Deployments');
  const tokens = () => world.tokens.filter(({ user_id }) => user_id === account?.id);
  const [like] = tokens();
  if (account === undefined || like === undefined) throw new Error('there are no tokens of Deployments');
  const { id: _, ...fields } = like;
  for (const inDays of [3, 3, 5, 12, 40]) {
    const expires_at = Math.floor(clock.now() / DAY_MS + inDays) * DAY_MS;
    world.tokens.add({ ...fields, name: `ends in ${inDays}`, value: `pat-${inDays}-${world.tokens.size}`, expires_at });
  }
  const before = tokens().length;
  await chooseScope(window, 'group', 'acme');
  await goTo(window, 'Service accounts');
  await window.keyboard.press('r');
  await expect(grid(window).getByRole('row').filter({ hasText: 'Deployments' })).toBeVisible();
  await find(window, 'Deployments');
  await window.keyboard.press('t');
  await expect(window.getByRole('heading', { name: 'Access tokens', level: 1 })).toBeVisible();
  await expect(window.getByText(`ID of the service account: ${account.id}`)).toBeVisible();
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before + 1));

  await window.keyboard.press('n');
  // The account whose tokens are shown is already chosen
  await expect(window.getByLabel('Service account', { exact: true })).toContainText('Deployments');
  await write(window, 'Name', 'deploy canary');
  await press(window, 'Add read_api');
  await press(window, 'Create access token…');
  await expect(dialog(window)).toContainText('Can’t be undone: Reeve can’t revoke tokens');
  await press(window, 'Create access token');
  const made = () => tokens().find(({ name }) => name === 'deploy canary');
  await expect.poll(made).toMatchObject({ scopes: ['read_api'] });
  await press(window, 'Show once');
  await expect(window.getByLabel('Secret value')).toHaveValue(made()?.value ?? 'none');
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toBeHidden();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before + 2));
  expect(await window.content()).not.toContain(made()?.value ?? 'none');

  world.tokens.removeWhere(({ name }) => name === 'old build');
  await chooseAllGroups(window);
  const week = window.getByRole('button', { name: 'Within 7 days 3' });
  await week.press('Enter');
  await expect(week).toHaveAttribute('aria-pressed', 'true');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '4');
  await expect(window.getByRole('img', { name: /active tokens expire in the next 26 weeks/ })).toBeVisible();
  await window.keyboard.press('r');
  await window.getByRole('button', { name: 'Not returned 1' }).press('Enter');
  await expect(grid(window).getByRole('row').nth(1)).toContainText('old build');
  await expectClean(window, 'access-tokens-chart');
});
