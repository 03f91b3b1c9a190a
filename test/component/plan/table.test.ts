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

test('the name of a field is above its values, also in rows that create objects', async () => {
  const calls = ['build', 'docs'].map((name) => ({
    op: 'branches.create' as const,
    path: { id: 1 },
    body: { branch: name },
    label: name,
  }));
  await ask(pauseAll(2, { calls, isShown: true }), { writes: { things: {} } });
  await expect.element(page.getByRole('gridcell', { name: 'Branch docs' })).toBeVisible();
  const leftOf = (selector: string): number => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector) ?? document);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf('.names [title="Branch"]')).toBeCloseTo(leftOf('.change .after'), 0);
});

test('rows of a plan that adds and removes entries show whether they add or remove one', async () => {
  const change = pauseAll(2, {
    calls: [
      { op: 'job-token-scope.addProject', path: { id: 1 }, body: { target_project_id: 9 }, label: 'acme/tools' },
      { op: 'job-token-scope.removeProject', path: { id: 1, target_project_id: 8 }, label: 'acme/old' },
    ],
    isShown: true,
  });
  await ask(change, { writes: { things: {} } });
  await expect.element(page.getByRole('row', { name: /acme\/tools Add project to the allowlist/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /acme\/old Remove project from the allowlist/ })).toBeVisible();
});
