import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask, pauseAll, runners } from './rig.ts';

test('after an undo that must be confirmed, a message says what was undone', async () => {
  await ask(pauseAll(1), { writes: { things: runners(1), confirmation: () => ({ kind: 'plan' }) } });
  await userEvent.click(page.getByRole('button', { name: 'Pause 1 runner' }));
  const message = page.getByRole('listitem').filter({ hasText: 'Paused runner 1' });
  await userEvent.click(message.getByRole('button', { name: 'Undo' }));
  await userEvent.click(page.getByRole('button', { name: 'Undo 1 change' }));
  await expect.element(page.getByText('Undone: runner 1')).toBeVisible();
});
