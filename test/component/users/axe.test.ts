import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import { violations } from '../axe.ts';
import { box, cell, rig } from './rig.ts';

test('table, panel, selection and menus have no axe violation', async () => {
  await rig({ people: { notReturned: new Set([4]) } });
  await eventually(() => cell(0, 'user'));
  await userEvent.click(box(1));
  await userEvent.click(cell(3, 'user'));
  await expect.element(page.getByRole('complementary')).toBeVisible();
  expect(await violations()).toEqual([]);

  await userEvent.click(cell(5, 'state'), { button: 'right' });
  await expect.element(page.getByRole('menu')).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.keyboard('{Escape}');

  await userEvent.click(page.getByRole('button', { name: 'Filter', exact: true }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Active', exact: true }));
  expect(await violations()).toEqual([]);
  await userEvent.keyboard('{Escape}');

  await userEvent.click(page.getByRole('button', { name: 'Columns' }));
  await expect.element(page.getByRole('menu')).toBeVisible();
  expect(await violations()).toEqual([]);
});
