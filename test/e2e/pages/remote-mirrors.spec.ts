import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

test('a mirror with a password is created, updated, and deleted by its name', async ({ window, simulator }) => {
  const { world } = simulator;
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  await chooseScope(window, 'project', PROJECT_PATHS.private);
  await goTo(window, 'Remote mirrors');
  await window.getByRole('button', { name: 'Create mirror…' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Target URL').fill('https://user:word@new.example/core.git');
  await expect(dialog.getByText('Enter user name and password in their own fields, not in the URL.')).toBeVisible();
  await dialog.getByLabel('Target URL').fill('https://new.example/core.git');
  await dialog.getByLabel('User name').fill('mirror');
  await dialog.getByLabel('Password or token').fill('a:b/c');
  await dialog.getByLabel('Host keys').fill('ssh-ed25519 broken');
  await expect(dialog.getByText(/^Line 1: /)).toBeVisible();
  await dialog.getByLabel('Host keys').fill('');
  await dialog.getByRole('button', { name: 'Create mirror' }).click();
  const mirror = () => world.remoteMirrors.of(id).find(({ url }) => url.includes('new.example'));
  await expect.poll(() => mirror()?.url).toBe('https://mirror:a%3Ab%2Fc@new.example/core.git');
  expect(mirror()).toMatchObject({ enabled: true, auth_method: 'password', only_protected_branches: false });

  const row = window.getByRole('row', { name: /new\.example/ });
  await expect(row).toContainText('Never updated');
  await row.getByText('new.example').click();
  const panel = window.getByRole('complementary');
  await panel.getByRole('button', { name: 'Sync now…' }).click();
  await window
    .getByRole('dialog')
    .getByRole('button', { name: /^Sync / })
    .click();
  await expect.poll(() => mirror()?.updates.length).toBe(1);
  // The dialog closes when all is applied
  await expect(window.getByRole('dialog')).toHaveCount(0);

  await panel.getByRole('tab', { name: 'Settings' }).click();
  await panel.getByRole('button', { name: 'Delete…' }).click();
  await window.getByLabel('Type “new.example” to delete the mirror').fill('new.example');
  await window
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect.poll(mirror).toBeUndefined();
});
