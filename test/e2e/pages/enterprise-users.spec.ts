import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { ENTERPRISE_DOMAIN, SOLE_OWNED_PATH } from '../../platform/seed/enterprise-users.ts';
import type { User } from '../../platform/world/user.ts';
import { chooseScope, find, press, pressTogether, tabTo, toMessage, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');

function usersOf({ world }: Platform): User[] {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  return world.enterpriseUsers.of(group);
}
/** A user who is not the only Owner of a group. */
function someone(simulator: Platform, isIt: (user: User) => boolean = () => true): User {
  const { groups, members } = simulator.world;
  const group = groups.lookup(SOLE_OWNED_PATH);
  const owner = members.find(({ source }) => source.kind === 'group' && source.id === group?.id);
  const user = usersOf(simulator).find((one) => one.id !== owner?.user_id && isIt(one));
  if (user === undefined) throw new Error('there is no such enterprise user');
  return user;
}

test.use({ as: 'owner' });

test('an Owner syncs the users of a top-level group, edits and undoes, disables two-factor and deletes, by keyboard alone', async ({
  window,
  simulator,
}) => {
  const { users } = simulator.world;
  await chooseScope(window, 'group', 'acme');
  await pressTogether(window, 'g', 'x');
  await expect(window.getByRole('heading', { name: 'Enterprise users', exact: true, level: 1 })).toBeVisible();
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(usersOf(simulator).length + 1));

  const user = someone(simulator);
  const { name, email } = user;
  await find(window, user.username);
  await window.keyboard.press('e');
  await write(window, 'Email', `renamed@${ENTERPRISE_DOMAIN}`);
  await write(window, 'Name', 'Renamed Person');
  await press(window, 'Edit user');
  await expect
    .poll(() => users.get(user.id))
    .toMatchObject({ name: 'Renamed Person', email: `renamed@${ENTERPRISE_DOMAIN}` });
  await expect(dialog(window)).toBeHidden();
  await toMessage(window, 'Undo');
  await expect(grid(window)).toContainText('Renamed Person');
  await press(window, 'Undo');
  await expect.poll(() => users.get(user.id)).toMatchObject({ name, email });
  await expect(grid(window)).toContainText(name);

  const on = someone(simulator, ({ two_factor_enabled: isOn }) => isOn);
  await find(window, on.username);
  await window.keyboard.press('f');
  await expect(dialog(window)).toContainText('This can’t be undone');
  await window.keyboard.insertText('somebody else');
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toContainText(`Type ${on.username} exactly as shown.`);
  expect(users.get(on.id)?.two_factor_enabled).toBe(true);
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.insertText(on.username);
  await press(window, `Disable 2FA for ${on.name}`);
  await expect.poll(() => users.get(on.id)?.two_factor_enabled).toBe(false);
  await expect(dialog(window)).toBeHidden();

  const hard = someone(simulator, ({ id }) => id !== user.id && id !== on.id);
  await find(window, hard.username);
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.insertText('>Hard delete 1 user');
  await expect(window.getByRole('option', { name: 'Hard delete 1 user' }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toContainText('all contributions are permanently deleted');
  await window.keyboard.insertText(hard.username);
  await press(window, `Hard delete ${hard.name}`);
  await expect.poll(() => users.get(hard.id)).toBeUndefined();
  expect(simulator.requests.list('DELETE /groups/:id/enterprise_users/:user_id').map(({ query }) => query)).toEqual([
    'hard_delete=true',
  ]);
  await expect(dialog(window)).toBeHidden();
  await tabTo(window, window.getByRole('toolbar').getByRole('textbox'));
});
