import type { PlanRow } from '#shared/contract/changes.ts';
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

test('the message of a write says what its undo does not restore, and what it may not restore', async () => {
  const undo = () => ({ kind: 'lossy' as const, what: ['id'], possible: ['run_untagged', 'locked'] });
  await ask(pauseAll(1), { writes: { things: runners(1), undo } });
  const text = /^Undo doesn’t restore ID, and may not restore runs untagged jobs and locked/;
  await expect.element(page.getByText(text)).toBeVisible();
});

/** Pauses a runner, then undoes it. `restored`: how the runner differs from its state before. */
async function undone(restored: PlanRow['restored']): Promise<void> {
  const leaves = 'both changes stay in the history';
  const { writes } = await ask(pauseAll(1), {
    writes: { things: runners(1), undo: () => ({ kind: 'exact', leaves }) },
  });
  await expect.element(button('Undo')).toBeVisible();
  writes.answer = () => ({ restored });
  await click(button('Undo'));
  await expect.poll(() => writes.things['runners/1']).toMatchObject({ paused: false });
}
const afterwards = 'both changes stay in the history · On git.corp.example';

test('after an undo that restored everything, the message says so, and what stays', async () => {
  await undone({ differs: [], unchecked: [] });
  await expect.element(page.getByText('Restored', { exact: true })).toBeVisible();
  await expect.element(page.getByText(`runner 1 · ${afterwards}`)).toBeVisible();
});

test('after an undo the message has each difference with both values, and what can’t be checked', async () => {
  const author = { field: 'author', before: 'Mei Weber', after: 'Paul\u202e Adams', isSecret: false };
  await undone({ differs: [author], unchecked: ['locked'] });
  await expect.element(page.getByText('Restored with differences')).toBeVisible();
  const text = page.getByText(
    /^runner 1 · Author: Mei Weber → Paul.* Adams · Reeve can’t check: locked · both changes/,
  );
  await expect.element(text).toBeVisible();
  expect(text.element().textContent).not.toContain('\u202e');
});

test('an undo about which nothing can be checked is not called restored', async () => {
  await undone({ differs: [], unchecked: ['locked'] });
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect.element(page.getByText(`runner 1 · Reeve can’t check: locked · ${afterwards}`)).toBeVisible();
});

test('the rows of an undo of several writes show what was restored', async () => {
  const { writes } = await ask(pauseAll(2), { writes: { things: runners(2) } });
  await click(page.getByRole('button', { name: 'Pause 2 runners' }));
  await expect.element(button('Undo all…')).toBeVisible();
  const locked = { field: 'locked', before: false, after: true, isSecret: false };
  writes.answer = ({ path }) => ({ restored: { differs: path?.['id'] === 1 ? [] : [locked], unchecked: [] } });
  await click(button('Undo all…'));
  await click(page.getByRole('button', { name: 'Undo 2 changes' }));
  const grid = page.getByRole('grid', { name: 'Rows of this plan' });
  await expect.element(grid.getByText('Restored', { exact: true })).toBeVisible();
  await expect.element(grid.getByText('Restored with differences')).toHaveAttribute('title', 'Locked: No → Yes');
});
