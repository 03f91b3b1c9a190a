import type { PlanRow } from '#shared/contract/changes.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { ask, button, dialog, keepAndPause, pauseAll, runners } from '../plan/rig.ts';
import { refusal } from '../plan/render-with-plan.ts';

const forbidden = refusal(403, '403 Forbidden');
const idOf = (path?: Record<string, unknown>): unknown => path?.['id'];

/** Assert that axe finds nothing in a state of a plan. */
async function check(state: string): Promise<void> {
  const found = (await violations()).map((finding) => `${state}: ${finding}`);
  expect.soft(found).toEqual([]);
}

test('axe finds nothing in a draft, its details, a paused plan and its strip, and in a plan with refused rows', async () => {
  const rig = await ask(pauseAll(6), {
    writes: {
      things: { ...runners(6), 'runners/3': { paused: true, maintenance_note: 'stale since June' } },
      found: ({ path }): Partial<PlanRow> =>
        idOf(path) === 6 ? { state: 'skipped', failure: { code: 'missing', message: 'x' } } : {},
      answer: ({ path }) => (idOf(path) === 2 ? forbidden : {}),
      undo: ({ path }) => (idOf(path) === 1 ? { kind: 'none', why: 'this API forgets it' } : { kind: 'exact' }),
    },
  });
  await click(page.getByRole('row', { name: /runner 1/ }));
  await expect.element(page.getByRole('region', { name: 'Details of runner 1' })).toBeVisible();
  await check('draft with details');
  await click(button('Pause 4 runners'));
  await expect.element(page.getByText(/^Refused: .*\(HTTP 403\)$/)).toBeVisible();
  await click(page.getByRole('row', { name: /runner 2/ }));
  await expect.element(page.getByText('HTTP 403 · 403 Forbidden')).toBeVisible();
  await check('paused by a refusal');
  await rig.press('{Escape}');
  await expect.element(page.getByRole('region', { name: 'Pause 4 runners' })).toBeVisible();
  await check('strip');
  await click(page.getByRole('region', { name: 'Pause 4 runners' }).getByRole('button', { name: 'Show' }));
  await click(button('Cancel remaining rows'));
  await expect.element(dialog().getByText(/^Canceled/)).toBeVisible();
  await check('canceled');
});

test('axe finds nothing in plans with drifted rows, with a missing secret, and with a typed name', async () => {
  const drifted = await ask(pauseAll(3), { writes: { things: runners(3) } });
  await keepAndPause(drifted, 'drift', ['applied', 'applied', 'drifted']);
  await click(page.getByRole('region', { name: 'Pause 3 runners' }).getByRole('button', { name: 'Show' }));
  await expect.element(button('Send changed rows as planned')).toBeVisible();
  await check('drifted');
  cleanup();

  const calls = [1, 2].map((id) => ({ op: 'webhooks.create' as const, path: { id }, body: { token: 's3cret' } }));
  await ask(
    { calls, title: (rows) => `Edit ${rows} hooks` },
    { writes: { answer: () => ({ state: 'needs-secret', status: null }) } },
  );
  await click(button('Edit 2 hooks'));
  await click(button('Use secret'));
  await expect.element(page.getByText('Enter the secret.')).toBeVisible();
  await check('needs a secret');
  cleanup();

  const writes: Partial<FakeWrites> = {
    undo: () => ({ kind: 'none', why: 'this API creates no users' }),
    confirmation: () => ({ kind: 'name', name: 'yuki' }),
    nameOf: () => ({ label: 'yuki', place: 'corp/platform' }),
  };
  await ask(
    {
      calls: [{ op: 'enterprise-users.remove', path: { id: 'corp', user_id: 4 } }],
      ...{ title: () => 'Delete 1 user', isDestructive: true },
      consequence: 'Issues and notes move to the ghost user.',
    },
    { writes },
  );
  await click(button('Delete 1 user'));
  await expect.element(page.getByText('Type yuki exactly as shown.')).toBeVisible();
  await check('typed name');
});

test('axe finds nothing in an applied plan, its undo, a revealed secret and the question before leaving it', async () => {
  await ask(pauseAll(2, { isShown: true }), {
    writes: {
      things: runners(2),
      undo: () => ({ kind: 'lossy', what: ['maintenance_note'] }),
    },
  });
  await click(button('Pause 2 runners'));
  await expect.element(page.getByText('2 applied')).toBeVisible();
  await check('applied');
  await click(button('Undo all…'));
  await expect.element(page.getByRole('heading', { name: 'Undo 2 changes' })).toBeVisible();
  await check('undo');
  cleanup();

  const { press } = await ask(
    { calls: [{ op: 'group-service-accounts.createToken', path: { id: 1, user_id: 2 } }], isShown: true },
    {
      writes: {
        secrets: { ref1: 'glpat-once' },
        undo: () => ({ kind: 'none', why: 'there is no revoke in this API' }),
        answer: () => ({ status: 201, reveal: { secretRef: 'ref1' } }),
      },
    },
  );
  await click(button('Create 1 access token'));
  await expect.element(button('Show once')).toBeVisible();
  await press('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Leave without the secret?' })).toBeVisible();
  await check('question before leaving');
  await click(button('Stay'));
  await click(button('Show once'));
  await expect.element(page.getByRole('textbox', { name: 'Secret value' })).toBeVisible();
  await check('revealed secret');
});
