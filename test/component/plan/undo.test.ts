import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { ask, button, pauseAll, runners } from './rig.ts';

test('an undo changes nothing if the previous state is already restored, and says so', async () => {
  const { writes } = await ask(pauseAll(1), { writes: { things: runners(1) } });
  await expect.element(button('Undo')).toBeVisible();
  writes.things = runners(1);
  await click(button('Undo'));
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  await expect.element(page.getByText(/^runner 1 already has its previous state/)).toBeVisible();
});

test('the message of a write with an incomplete undo says what undo does not restore', async () => {
  await ask(pauseAll(1), {
    writes: { things: runners(1), undo: () => ({ kind: 'lossy', what: ['run_untagged', 'locked'] }) },
  });
  await expect.element(page.getByText(/^Undo restores all but runs untagged jobs and locked/)).toBeVisible();
});

test('after an incomplete undo, a message says what was not restored', async () => {
  const { writes } = await ask(pauseAll(1), {
    writes: { things: runners(1), undo: () => ({ kind: 'lossy', what: ['avatar', 'locked'] }) },
  });
  // Messages of earlier tests may still be closing
  const message = page.getByRole('listitem').filter({ hasText: 'Undo restores all but avatar' });
  await click(message.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => writes.things['runners/1']).toMatchObject({ paused: false });
  await expect.element(page.getByText('Partly undone')).toBeVisible();
  await expect.element(page.getByText('runner 1 · Not undone: avatar and locked · On git.corp.example')).toBeVisible();
});
