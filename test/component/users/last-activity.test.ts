import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import { cell, rig } from './rig.ts';

test('there is a view of users who were inactive for a year, and a user who was never active is shown as such', async () => {
  const { table, calls } = await rig({ people: { over: new Map([[1, { last_activity_on: null }]]) } });
  await table();
  await eventually(() => expect(cell(0, 'last_activity_on').textContent).toContain('Never'));
  await click(page.getByRole('button', { name: 'Inactive for a year' }));
  await eventually(() =>
    expect(calls('users.list').at(-1)).toMatchObject({
      query: {
        filter: { active: true, inactive_days: 365 },
        sort: { by: 'last_activity_on', direction: 'asc' },
      },
    }),
  );
  await expect.element(page.getByText('No activity for: 365 days')).toBeVisible();
});

test('the panel begins with state, two-factor and last activity, shows them once, and warns of an administrator without two-factor', async () => {
  await rig({ path: '/users/33' });
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByText('Administrator without two-factor authentication')).toBeVisible();
  await expect.element(panel.getByText('Username', { exact: true })).toBeVisible();
  const labels = [...panel.element().querySelectorAll('dt')].map(({ textContent }) => textContent);
  expect(labels.slice(0, 3)).toEqual(['State', 'Two-factor', 'Last activity']);
  expect(labels.filter((label) => labels.slice(0, 3).includes(label))).toHaveLength(3);
});
