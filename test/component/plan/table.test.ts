import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ask, pauseAll } from './rig.ts';

test('rows that change no field show the whole name of their operation', async () => {
  const calls = [1, 2, 3].map((id) => ({
    op: 'webhooks.resend' as const,
    path: { id, hook_id: 1, hook_event_id: id },
  }));
  await ask(pauseAll(3, { calls, isShown: true }), { writes: { things: {} } });
  const name = page.getByRole('gridcell', { name: 'Resend webhook delivery' }).first();
  await expect.element(name).toBeVisible();
  expect(name.element().scrollWidth).toBeLessThanOrEqual(name.element().clientWidth);
});
