import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { ask, pauseAll, runners } from './rig.ts';

test('after an undo that must be confirmed, a message says what was undone', async () => {
  await ask(pauseAll(1), { writes: { things: runners(1), confirmation: () => ({ kind: 'plan' }) } });
  await click(page.getByRole('button', { name: 'Pause 1 runner' }));
  const message = page.getByRole('listitem').filter({ hasText: 'Paused runner 1' });
  await click(message.getByRole('button', { name: 'Undo' }));
  await click(page.getByRole('button', { name: 'Undo 1 change' }));
  await expect.element(page.getByText('Undone: runner 1')).toBeVisible();
});
