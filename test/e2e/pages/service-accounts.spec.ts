import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { User } from '../../platform/world/user.ts';
import {
  chooseAllGroups,
  chooseScope,
  expectClean,
  press,
  pressTogether,
  tabTo,
  toMessage,
  write,
} from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');
const rows = (window: Page) => grid(window).getByRole('row');

const groupOf = ({ world }: Platform) => {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  return group;
};
const accountsOf = (simulator: Platform): User[] => simulator.world.serviceAccounts.of(groupOf(simulator));
const robotsOf = (simulator: Platform): User[] => simulator.world.serviceAccounts.of(null);
function accountOf(simulator: Platform, name: string): User {
  const account = accountsOf(simulator).find((one) => one.name === name);
  if (account === undefined) throw new Error(`there is no service account ${name}`);
  return account;
}
const tokensOf = ({ world }: Platform, { id }: User) => world.tokens.filter(({ user_id }) => user_id === id);

async function go(window: Page, key: string, title: string): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', key);
  await expect(window.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible();
}
const goAccounts = (window: Page) => go(window, 'b', 'Service accounts');
const goTokens = (window: Page) => go(window, 't', 'Access tokens');
async function read(window: Page, count: number): Promise<void> {
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(count + 1));
}
/** Search one row, and make it active. */
async function find(window: Page, text: string): Promise<void> {
  // A dialog that was closed first returns the focus to the table
  await expect(dialog(window)).toBeHidden();
  await window.keyboard.press('/');
  await expect(window.getByRole('toolbar').getByRole('textbox')).toBeFocused();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.type(text);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
  await expect(rows(window).nth(1)).toContainText(text);
  await window.keyboard.press('ArrowDown');
  await expect(grid(window)).toBeFocused();
  await window.keyboard.press('Home');
}
/** Press the shortcut of an action, and wait for its dialog. */
async function act(window: Page, key: string): Promise<void> {
  await window.keyboard.press(key);
  await expect(dialog(window)).toBeVisible();
}
async function choose(window: Page, command: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type(`>${command}`);
  await expect(window.getByRole('option', { name: command }).first()).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
}
test('accounts of the instance are listed, created and renamed; actions that the API lacks say so', async ({
  window,
  simulator,
}) => {
  await goAccounts(window);
  await read(window, robotsOf(simulator).length);

  await act(window, 'n');
  await expect(dialog(window)).toContainText('Default: service_account_ and random characters.');
  await write(window, 'Name', 'Mirror');
  await expectClean(window, 'service-accounts-create');
  await press(window, 'Create service account');
  await expect(dialog(window)).toContainText('this API can’t delete service accounts of the instance');
  await press(window, 'New service account');
  await expect.poll(() => robotsOf(simulator).map(({ name }) => name)).toContain('Mirror');
  await expect(dialog(window)).toBeHidden();

  await find(window, 'Mirror');
  await act(window, 'e');
  await expect(dialog(window)).toContainText('doesn’t return the current address');
  await write(window, 'Name', 'Mirrors');
  await press(window, 'Save changes');
  await expect.poll(() => robotsOf(simulator).map(({ name }) => name)).toContain('Mirrors');
  await expect(dialog(window)).toBeHidden();
  for (const key of ['d', 't']) await window.keyboard.press(key);
  await expect(dialog(window)).toBeHidden();
  const hardDelete = window.getByRole('menuitem', { name: 'Hard delete…' });
  await tabTo(window, grid(window));
  await window.keyboard.press('Home');
  await window.keyboard.press('Shift+F10');
  await expect(hardDelete).toHaveAttribute('aria-disabled', 'true');
  await expect(window.getByRole('menuitem', { name: 'Show tokens' })).toHaveAttribute('aria-disabled', 'true');
  await expectClean(window, 'service-accounts-menu');
});

test('accounts of a group are created, undone and edited by keyboard alone', async ({ window, simulator }) => {
  await goAccounts(window);
  await chooseScope(window, 'group', 'acme');
  const before = accountsOf(simulator).length;
  await read(window, before);
  await act(window, 'n');
  await press(window, 'Create service account');
  // Nothing was entered, so the plan is shown first
  await expect(dialog(window).getByRole('heading', { name: 'New service account' })).toBeVisible();
  expect(accountsOf(simulator)).toHaveLength(before);
  await press(window, 'New service account');
  await expect.poll(() => accountsOf(simulator)).toHaveLength(before + 1);
  expect(accountsOf(simulator).at(-1)?.username).toMatch(/^service_account_group_/);
  await toMessage(window, 'Undo');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before + 2));
  await press(window, 'Undo');
  // Undo deletes the account, which requires its name
  await expect(dialog(window)).toBeVisible();
  await window.keyboard.type('Service account user');
  await press(window, 'Undo 1 change');
  await expect.poll(() => accountsOf(simulator).length).toBe(before);
  await expect(dialog(window)).toBeHidden();

  const deployments = accountOf(simulator, 'Deployments');
  await find(window, 'Deployments');
  await act(window, 'e');
  await write(window, 'Email', 'bots@acme.example');
  await press(window, 'Save changes');
  await expect
    .poll(() => simulator.world.users.get(deployments.id))
    .toMatchObject({ unconfirmed_email: 'bots@acme.example', email: deployments.email });
  await expect(dialog(window)).toBeHidden();
  await expect(rows(window).nth(1)).toContainText('bots@acme.example');
  await tabTo(window, grid(window));
  await window.keyboard.press('Home');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('note')).toContainText('isn’t confirmed yet');
  await expectClean(window, 'service-accounts-panel');
  expect(simulator.requests.count('DELETE /groups/:id/service_accounts/:user_id')).toBe(1);
});

test('accounts of a group are deleted in two ways, and the account of an assistant keeps its name', async ({
  window,
  simulator,
}) => {
  await goAccounts(window);
  await chooseScope(window, 'group', 'acme');
  await read(window, accountsOf(simulator).length);
  const assistant = accountOf(simulator, 'Assistant');
  await find(window, 'Assistant');
  await act(window, 'e');
  await write(window, 'Username', 'assistant');
  await press(window, 'Save changes');
  await expect(dialog(window).getByText(/composite identity$/)).toBeVisible();
  expect(simulator.world.users.get(assistant.id)?.username).toBe(assistant.username);
  await expectClean(window, 'service-accounts-composite');
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toBeHidden();

  const updates = accountOf(simulator, 'Dependency updates');
  await find(window, 'Dependency updates');
  await act(window, 'd');
  await expect(dialog(window)).toContainText('its tokens stop working immediately');
  await expectClean(window, 'service-accounts-delete');
  await window.keyboard.type('Dependency updates');
  await press(window, 'Delete Dependency updates');
  await expect.poll(() => simulator.world.users.get(updates.id)).toBeUndefined();
  await expect(dialog(window)).toBeHidden();

  await find(window, 'Assistant');
  await choose(window, 'Hard delete service account');
  await expect(dialog(window)).toContainText('every group of which it is the sole owner');
  await window.keyboard.type('Assistant');
  await press(window, 'Hard delete Assistant');
  await expect.poll(() => simulator.world.users.get(assistant.id)).toBeUndefined();
  const removed = simulator.requests.list('DELETE /groups/:id/service_accounts/:user_id');
  expect(removed.map(({ query }) => query)).toEqual(['', 'hard_delete=true']);
});

test('tokens of an account are listed and created, and the value is revealed once', async ({
  window,
  simulator,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await goAccounts(window);
  await chooseScope(window, 'group', 'acme');
  await read(window, accountsOf(simulator).length);
  const account = accountOf(simulator, 'Deployments');
  const before = tokensOf(simulator, account).length;
  await find(window, 'Deployments');
  await window.keyboard.press('t');
  await expect(window.getByRole('heading', { name: 'Access tokens', level: 1 })).toBeVisible();
  await expect(window.getByText(`ID of the service account: ${account.id}`)).toBeVisible();
  await read(window, before);

  await act(window, 'n');
  // The account whose tokens are shown is already chosen
  await expect(window.getByLabel('Service account', { exact: true })).toContainText('Deployments');
  await write(window, 'Name', 'deploy canary');
  await press(window, 'Add read_api');
  await press(window, 'Create token');
  await expect(dialog(window)).toContainText('Can’t be undone: this API can’t revoke tokens');
  await press(window, 'Create the token');
  const minted = () => tokensOf(simulator, account).find(({ name }) => name === 'deploy canary');
  await expect.poll(minted).toMatchObject({ scopes: ['read_api'] });
  const secret = window.getByRole('group', { name: /New secret/ });
  await expect(secret).toBeVisible();
  // Leaving before the value was taken asks first
  await window.keyboard.press('Escape');
  await expect(window.getByRole('alertdialog').or(dialog(window).filter({ hasText: 'Leave without' }))).toBeVisible();
  await press(window, 'Stay');
  await expectClean(window, 'access-tokens-secret');
  await tabTo(window, secret.getByRole('button', { name: 'Copy' }));
  await window.keyboard.press('Enter');
  await expect(secret).toContainText('Copied.');
  expect(await window.evaluate(() => navigator.clipboard.readText())).toBe(minted()?.value);
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toBeHidden();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(before + 2));
  expect(await window.content()).not.toContain(minted()?.value ?? 'none');
});

test('a token is rotated with the same scopes, and its value is revealed once', async ({ window, simulator }) => {
  const account = accountOf(simulator, 'Deployments');
  await goAccounts(window);
  await chooseScope(window, 'group', 'acme');
  await goTokens(window);
  await read(window, tokensOf(simulator, account).length);
  const old = tokensOf(simulator, account).find(({ name }) => name === 'read only');
  await find(window, 'read only');
  await act(window, 'm');
  await expect(dialog(window)).toContainText('The old token stays valid until');
  await expect(dialog(window)).toContainText('tokens can’t be revoked here');
  await expectClean(window, 'access-tokens-replace');
  await press(window, 'Create replacement');
  await expect(dialog(window)).toContainText('Can’t be undone: this API can’t revoke tokens');
  await expect(dialog(window)).toContainText('stays valid until');
  await press(window, 'Create the replacement');
  const replacement = () =>
    tokensOf(simulator, account).find(({ name }) => name.startsWith('read only ') && name !== 'read only');
  await expect.poll(replacement).toMatchObject({ scopes: old?.scopes, revoked: false });
  expect(simulator.world.tokens.get(old?.id ?? 0)).toMatchObject({ revoked: false, expires_at: old?.expires_at });
  await tabTo(window, window.getByRole('button', { name: 'Show once' }));
  await window.keyboard.press('Enter');
  await expect(window.getByLabel('Secret value')).toHaveValue(replacement()?.value ?? 'none');
});

test('several accounts are deleted with their display names in the plan', async ({ window, simulator }) => {
  await goAccounts(window);
  await chooseScope(window, 'group', 'acme');
  await read(window, accountsOf(simulator).length);
  await grid(window).focus();
  await window.keyboard.press('ControlOrMeta+a');
  await act(window, 'd');
  const { id } = accountOf(simulator, 'Deployments');
  await expect(dialog(window).getByText(`Deployments #${id}`)).toBeVisible();
  await expect(dialog(window)).toContainText('The accounts are deleted, and their tokens stop working immediately.');
});

test('deleted accounts are no longer selected', async ({ window, simulator }) => {
  await goAccounts(window);
  await chooseScope(window, 'group', 'acme');
  const before = accountsOf(simulator).length;
  await read(window, before);
  await grid(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Space');
  await window.keyboard.press('j');
  await window.keyboard.press('Space');
  const selection = window.getByRole('region', { name: 'Selected rows' });
  await expect(selection).toContainText('2 selected');
  await act(window, 'd');
  await window.keyboard.type('2');
  await window.keyboard.press('Enter');
  await expect.poll(() => accountsOf(simulator).length).toBe(before - 2);
  await press(window, 'Close');
  await expect(dialog(window)).toBeHidden();
  await expect(selection).toBeHidden();
});

test('the expiry chart counts the tokens of all known groups, and links to them', async ({ window, simulator }) => {
  const account = accountOf(simulator, 'Deployments');
  const today = Math.floor(simulator.clock.now() / DAY_MS) * DAY_MS;
  const [like] = tokensOf(simulator, account);
  if (like === undefined) throw new Error('there are no tokens');
  const { id: _, ...fields } = like;
  const add = (name: string, inDays: number | null) =>
    simulator.world.tokens.add({
      ...fields,
      name,
      value: `pat-horizon-${name}`,
      expires_at: inDays === null ? null : today + inDays * DAY_MS,
    });
  for (const n of [3, 3, 5, 12, 20, 26, 40, 47, 47, 60, 75, 80, 82, 96, 110, 111, 130, 140, 152, 170, 171]) {
    add(`ends in ${n} (${simulator.world.tokens.size})`, n);
  }
  add('endless', null);
  await goAccounts(window);
  await chooseScope(window, 'group', 'acme');
  await goTokens(window);
  await read(window, tokensOf(simulator, account).length);
  await chooseAllGroups(window);
  const week = window.getByRole('button', { name: 'Within 7 days 3' });
  await expect(week).toBeVisible();
  await tabTo(window, week);
  await expectClean(window, 'access-tokens-horizon');
  await window.keyboard.press('Enter');
  await expect(week).toHaveAttribute('aria-pressed', 'true');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '4');
  await expect(window.getByRole('img', { name: /active tokens expire in the next 26 weeks/ })).toBeVisible();
  await press(window, 'As a table');
  await expectClean(window, 'access-tokens-table');
  await press(window, /^Week from .*: show 3 tokens$/);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '4');

  simulator.world.tokens.removeWhere(({ name }) => name === 'old build');
  await window.keyboard.press('r');
  await press(window, 'Not returned 1');
  await expect(rows(window).nth(1)).toContainText('old build');
  await expectClean(window, 'access-tokens-kept');
});
