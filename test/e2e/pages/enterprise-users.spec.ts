import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { ENTERPRISE_DOMAIN, SOLE_OWNED_PATH } from '../../platform/seed/enterprise-users.ts';
import type { User } from '../../platform/world/user.ts';
import { chooseScope, expectClean, press, pressTogether, tabTo, toMessage, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');
const rows = (window: Page) => grid(window).getByRole('row');

function usersOf({ world }: Platform): User[] {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  return world.enterpriseUsers.of(group);
}
function soleOwnerOf({ world }: Platform): User {
  const group = world.groups.lookup(SOLE_OWNED_PATH);
  const owner = world.members.find(({ source }) => source.kind === 'group' && source.id === group?.id);
  const user = world.users.get(owner?.user_id ?? 0);
  if (user === undefined) throw new Error('nobody alone owns a group');
  return user;
}
/** Users who are not the only Owner of a group, by the action to test on them. */
function someone(simulator: Platform, isIt: (user: User) => boolean = () => true): User {
  const owner = soleOwnerOf(simulator);
  const user = usersOf(simulator).find((one) => one.id !== owner.id && isIt(one));
  if (user === undefined) throw new Error('there is no such enterprise user');
  return user;
}
const writes = ({ requests }: Platform) => requests.list().filter(({ method }) => method !== 'GET');

async function open(window: Page, group = 'acme'): Promise<void> {
  await chooseScope(window, 'group', group);
  await pressTogether(window, 'g', 'x');
  await expect(window.getByRole('heading', { name: 'Enterprise users', exact: true, level: 1 })).toBeVisible();
}
async function read(window: Page, simulator: Platform): Promise<void> {
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(usersOf(simulator).length + 1));
}
/** Search a user by username, and make the row active. */
async function find(window: Page, { username }: User): Promise<void> {
  // A dialog that was closed first returns the focus to the table
  await expect(dialog(window)).toBeHidden();
  await window.keyboard.press('/');
  await expect(window.getByRole('textbox', { name: 'Filter enterprise users' })).toBeFocused();
  await window.keyboard.press('ControlOrMeta+a');
  // At once: the results for single letters would each have their own active row.
  await window.keyboard.insertText(username);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
  await expect(rows(window).nth(1)).toContainText(username);
  await window.keyboard.press('ArrowDown');
  await expect(grid(window)).toBeFocused();
  await window.keyboard.press('Home');
}
async function choose(window: Page, command: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type(`>${command}`);
  await expect(window.getByRole('option', { name: command }).first()).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Enter');
}

test.use({ as: 'owner' });

test('an Owner syncs the users of a top-level group, edits one and undoes it, by keyboard alone', async ({
  window,
  simulator,
}) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'x');
  await expect(window.getByText('No groups or projects added yet').first()).toBeVisible();

  await test.step('a subgroup links to the top-level group', async () => {
    await open(window, 'acme/platform');
    await expect(window.getByText('Subgroups have no enterprise users.')).toBeVisible();
    await press(window, 'Switch to acme');
    await expect(window.getByRole('button', { name: /^Group: acme\./ })).toBeVisible();
    await read(window, simulator);
  });

  await test.step('the list and all details are synced, name and e-mail are edited and undone', async () => {
    const user = someone(simulator, ({ scim_identities: scim, commit_email: own }) => scim.length > 0 && own !== null);
    const { name, email } = user;
    await find(window, user);
    await window.keyboard.press('Enter');
    const panel = window.getByRole('complementary', { name: `Details of ${name}` });
    await expect(panel.getByText(`scim-${user.username}`)).toBeVisible();
    await expect(panel.getByText(`commits+${email}`)).toBeVisible();
    await expectClean(window, 'enterprise-panel');

    await tabTo(window, grid(window));
    await window.keyboard.press('e');
    await write(window, 'Email', 'someone@elsewhere.example');
    await press(window, 'Save changes');
    await expect(
      dialog(window).getByText(/The email address must be in a domain that the top-level group has verified/),
    ).toBeVisible();
    expect(simulator.world.users.get(user.id)?.email).toBe(email);
    await expectClean(window, 'enterprise-edit');
    await write(window, 'Email', `renamed@${ENTERPRISE_DOMAIN}`);
    await write(window, 'Name', 'Renamed Person');
    await press(window, 'Save changes');
    await expect
      .poll(() => simulator.world.users.get(user.id))
      .toMatchObject({ name: 'Renamed Person', email: `renamed@${ENTERPRISE_DOMAIN}` });
    await expect(dialog(window)).toBeHidden();
    await toMessage(window, 'Undo');
    await expect(rows(window).nth(1)).toContainText('Renamed Person');
    await press(window, 'Undo');
    await expect.poll(() => simulator.world.users.get(user.id)).toMatchObject({ name, email });
    await expect(rows(window).nth(1)).toContainText(name);
  });
});

test('two-factor is disabled only where it is enabled, with an outcome for each account', async ({
  window,
  simulator,
}) => {
  await open(window);
  await read(window, simulator);
  const before = writes(simulator).length;
  const off = someone(simulator, ({ two_factor_enabled: isOn }) => !isOn);
  await find(window, off);
  await window.keyboard.press('f');
  await window.keyboard.press('Shift+F10');
  await expect(window.getByRole('menuitem', { name: 'Disable 2FA…' })).toHaveAttribute('aria-disabled', 'true');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('menu')).toBeHidden();
  expect(writes(simulator)).toHaveLength(before);

  const on = someone(simulator, ({ two_factor_enabled: isOn }) => isOn);
  await find(window, on);
  await window.keyboard.press('f');
  await expect(dialog(window)).toContainText('This can’t be undone');
  await window.keyboard.type('somebody else');
  await window.keyboard.press('Enter');
  expect(simulator.world.users.get(on.id)?.two_factor_enabled).toBe(true);
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.type(on.username);
  await press(window, `Disable 2FA for ${on.name}`);
  await expect.poll(() => simulator.world.users.get(on.id)?.two_factor_enabled).toBe(false);
  await expect(dialog(window)).toBeHidden();

  await window.keyboard.press('/');
  await window.keyboard.press('Escape');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(usersOf(simulator).length + 1));
  await tabTo(window, grid(window));
  await window.keyboard.press('ControlOrMeta+a');
  await expect(window.getByText(/9 selected/)).toBeVisible();
  const left = usersOf(simulator).filter((user) => user.two_factor_enabled);
  await window.keyboard.press('f');
  await expect(dialog(window)).toContainText(
    `${9 - left.length} selected users don’t have 2FA enabled and are left out.`,
  );
  const [elsewhere] = left;
  simulator.world.users.edit(elsewhere?.id ?? 0, { two_factor_enabled: false });
  await tabTo(window, dialog(window).getByRole('checkbox', { name: 'Stop on first error' }));
  await window.keyboard.press('Space');
  await tabTo(window, dialog(window).getByRole('textbox', { name: `Type ${left.length} to confirm` }));
  await window.keyboard.type(String(left.length));
  await window.keyboard.press('Enter');
  await expect.poll(() => usersOf(simulator).some((user) => user.two_factor_enabled)).toBe(false);
  await expect(dialog(window)).toContainText(`1 refused`);
});

test('users are deleted in two ways, and the only Owner of a group is refused with what to do', async ({
  window,
  simulator,
}) => {
  await open(window);
  await read(window, simulator);
  const owner = soleOwnerOf(simulator);
  await find(window, owner);
  await window.keyboard.press('d');
  await expect(dialog(window)).toContainText('moved to a placeholder user');
  await expect(dialog(window)).toContainText('First add another Owner to that group');
  await window.keyboard.type(owner.username);
  await expectClean(window, 'enterprise-delete');
  await press(window, `Delete ${owner.name}`);
  await expect(dialog(window)).toContainText('The account wasn’t deleted: this user is the sole owner of a group.');
  await expect(dialog(window)).toContainText('HTTP 409');
  expect(simulator.world.users.get(owner.id)).toBeDefined();
  await window.keyboard.press('Escape');

  const soft = someone(simulator);
  await find(window, soft);
  await window.keyboard.press('d');
  await expect(dialog(window)).toBeVisible();
  await window.keyboard.type(soft.username);
  await press(window, `Delete ${soft.name}`);
  await expect.poll(() => simulator.world.users.get(soft.id)).toBeUndefined();
  await expect(dialog(window)).toBeHidden();

  const hard = someone(simulator);
  await find(window, hard);
  await choose(window, 'Hard delete 1 user');
  await expect(dialog(window)).toContainText('all contributions are permanently deleted');
  await window.keyboard.type(hard.username);
  await press(window, `Hard delete ${hard.name}`);
  await expect.poll(() => simulator.world.users.get(hard.id)).toBeUndefined();
  const deleted = writes(simulator).filter(({ method }) => method === 'DELETE');
  expect(deleted.map(({ query }) => query)).toEqual(['', '', 'hard_delete=true']);
});
