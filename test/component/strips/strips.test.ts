import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import { sampleWrites } from '../fake-writes.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';
import { fakeUsers, fakeUsersAnswers } from '../users/fake-users.ts';
import { button, openWindow } from '../shell/window.ts';

const users = () => ({ users: fakeUsersAnswers(fakeUsers({})) });

test('at most two messages are shown above a list, failures first, and a button shows the others', async () => {
  await openWindow({
    path: '/users',
    answers: users(),
    world: {
      profiles: [sampleProfile({ proposedDialect: 'gitlab' })],
      connection: sampleConnection({ state: 'offline', refusal: { reason: 'token-ended', since: Date.now() } }),
    },
  });
  await expect.element(page.getByRole('region', { name: 'Access to the instance' })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('main .strip')).toHaveLength(2);
  const last = () => [...document.querySelectorAll('main .strip')].at(-1)?.textContent;
  expect(last()).toContain('1 more message');
  await click(button('1 more message'));
  await expect.poll(() => document.querySelectorAll('main .strip')).toHaveLength(3);
  expect(last()).toContain('Fewer messages');
  await click(button('Fewer messages'));
  await expect.poll(() => document.querySelectorAll('main .strip')).toHaveLength(2);
});

test('outside of a text, Ctrl+A selects the rows of the page; in a field, it selects the text of the field', async () => {
  await openWindow({ path: '/users', answers: users() });
  await eventually(() => expect(document.querySelector('[data-index]')).not.toBeNull());
  document.querySelector<HTMLElement>('#main')?.focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByRole('region', { name: 'Selected rows' })).toBeVisible();
  expect(String(getSelection())).toBe('');
  const search = page.getByPlaceholder('Name, username, email, or note');
  await userEvent.fill(search, 'abc');
  await userEvent.keyboard('{Control>}a{/Control}');
  const { selectionStart, selectionEnd } = search.element() as HTMLInputElement;
  expect([selectionStart, selectionEnd]).toEqual([0, 3]);
});

test('on a page without a table, Ctrl+A selects nothing', async () => {
  await openWindow({ path: '/settings' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  document.querySelector<HTMLElement>('#main')?.focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(String(getSelection())).toBe('');
});

test('a plan of another instance is in the status bar, not above the page', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  const core = await openWindow({ path: '/settings', world: { profiles, writes: sampleWrites() } });
  const plan = await core.session.client.changes.plan({ calls: [{ op: 'runners.edit', path: { id: 1 } }] });
  core.emit('changes', 'changed', { plans: [{ ...plan, profileId: 'p2', state: 'paused' }] });
  const link = page.getByRole('contentinfo').getByRole('link', { name: '1 plan under way on Staging' });
  await expect.element(link).toHaveAttribute('href', '#/activity/plans');
  expect(document.querySelectorAll('main .strip')).toHaveLength(0);
});
