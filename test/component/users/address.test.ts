import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { rig } from './rig.ts';

test('the address contains the open user, so that a reload shows the panel again', async () => {
  const { table, press } = await rig({ path: '/users/7' });
  await table();
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByText('7', { exact: true })).toBeVisible();
  expect(location.hash).toBe('#/users/7');
  await press('j{Enter}j');
  await expect.poll(() => location.hash).toBe('#/users/2');
  await press('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(location.hash).toBe('#/users');
});

test('the address contains search and filters, so that a reload keeps them', async () => {
  const { table } = await rig();
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('checkbox', { name: /^Blocked/ }));
  await expect.poll(() => location.hash).toContain('view=');
  const view = new URLSearchParams(location.hash.split('?')[1]).get('view') ?? '';
  expect(JSON.parse(view)).toMatchObject({ search: '', filter: { blocked: true } });
});

test('an address with a view and a row shows both, and stays the same', async () => {
  const view = encodeURIComponent(JSON.stringify({ filter: { blocked: true } }));
  const { table } = await rig({ path: `/users/7?view=${view}` });
  await table();
  await expect.element(page.getByRole('complementary').getByText('7', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Remove.*Blocked/ })).toBeVisible();
  expect(location.hash).toMatch(/^#\/users\/7\?view=.*blocked/);
});
