import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { violations } from '../axe.ts';
import { sampleUsers } from '../samples.ts';
import { button, callsOf, openWindow } from '../shell/window.ts';
import { historyAnswers, path } from './sample.ts';

afterEach(() => history.replaceState(null, '', location.pathname));

const users = sampleUsers(3);
const dialog = () => page.getByRole('dialog', { name: 'Show as of a moment' });
const field = () => dialog().getByRole('textbox', { name: 'Day and time' });
const show = () => dialog().getByRole('button', { name: 'Show' }).click();

test('another moment is chosen by its day and time, with the sync before it', async () => {
  await openWindow({ path: path('/users'), world: { users }, answers: historyAnswers() });
  await button(/Nov 20, 2025/)
    .first()
    .click();
  await expect.element(field()).toHaveValue('2025-11-20 17:00');
  await expect.element(dialog().getByText('Last sync before it: Nov 20, 2025, 16:52')).toBeVisible();
  expect(await violations()).toEqual([]);
  await field().fill('2025-11-18 06:15');
  await show();
  await expect.poll(() => location.search).toMatch('as_of=2025-11-18T06:15Z');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('in the present, keys lead to a moment, not before the history and not in the future', async () => {
  const core = await openWindow({ path: '/users', world: { users }, answers: historyAnswers() });
  await expect.poll(() => callsOf(core, 'users.list').length).toBeGreaterThan(0);
  await userEvent.keyboard('gf');
  await field().fill('2025-10-20 00:30');
  await expect.element(dialog().getByText('Recorded since Oct 20, 2025, 09:12.')).toBeVisible();
  await show();
  await field().fill('2999-01-01 00:00');
  await expect.element(dialog().getByText('This moment is in the future.')).toBeVisible();
  await field().fill('soon');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText('Enter a day and a time such as 2026-11-20 18:00.')).toBeVisible();
  expect(location.search).not.toMatch('as_of');
  await field().fill('2025-10-20 09:12');
  await show();
  await expect.poll(() => location.search).toMatch('as_of=2025-10-20T09:12Z');
  await expect.element(page.getByRole('region', { name: 'Moment in the past' })).toBeVisible();
});
