import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { shell } from '#shared/text/en/shell.ts';
import { clickInVain } from '../click.ts';
import { expectDisabled } from '../page-rig.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';
import { dialog, settingsPage } from './rig.ts';

const edit = page.getByRole('button', { name: 'Edit settings…' });
const scopes = [
  ['the instance', ''],
  ['a group', 'group:5'],
  ['a project', 'project:7'],
] as const;

test.each(scopes)(
  'with a read-only profile, the settings of %s can’t be edited, and the reason is shown',
  async (_, scope) => {
    const { stores } = await settingsPage(scope, { profiles: [sampleProfile({ readOnly: true })] });
    await expectDisabled(edit, shell.readOnlyWhy);
    await clickInVain(edit);
    await expect.element(dialog()).not.toBeInTheDocument();
    // The palette and the key `e` use the same command
    const command = stores.commands.list.find(({ id }) => id === 'notification-settings.edit');
    expect(command).toMatchObject({ keys: 'e', disabledReason: shell.readOnlyWhy });
  },
);

test.each(scopes)('offline, the settings of %s can’t be edited, and the reason is shown', async (_, scope) => {
  const connection = sampleConnection({ state: 'offline', reason: 'connection-lost' });
  const { stores } = await settingsPage(scope, { connection });
  const why = 'Requires the network. The connection was lost.';
  await expectDisabled(edit, why);
  const command = stores.commands.list.find(({ id }) => id === 'notification-settings.edit');
  expect(command).toMatchObject({ keys: 'e', disabledReason: why });
});

test.each([
  ['', 'Edit notification settings…', 'Edit global notification settings'],
  ['group:5', 'Edit notification settings of acme…', 'Edit notification settings of acme'],
  ['project:7', 'Edit notification settings of acme/core…', 'Edit notification settings of acme/core'],
  ['project:99', 'Edit notification settings of this project…', 'Edit notification settings of this project'],
])('the command of the palette for the scope “%s” names the place, and opens its form', async (scope, title, form) => {
  const { stores } = await settingsPage(scope);
  await expect.element(edit).not.toHaveAttribute('aria-disabled', 'true');
  const command = stores.commands.list.find(({ id }) => id === 'notification-settings.edit');
  expect(command?.title).toBe(title);
  command?.run();
  await expect.element(dialog().getByRole('heading', { name: form, exact: true })).toBeVisible();
});
