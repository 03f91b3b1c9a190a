import { goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

test.describe('a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('is shown in the frame and can still sync', async ({ window, simulator }) => {
    await window.evaluate(() => (location.hash = '#/users'));
    await window.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
    await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', String(simulator.world.users.size + 1));
  });
});

test('cached data stays when the network is cut, and the window shows that it is offline', async ({
  window,
  network,
}) => {
  await window.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
  await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', '61');
  await goOffline(window, network);
  await expect(window.getByRole('row').nth(1)).toBeVisible();
});
