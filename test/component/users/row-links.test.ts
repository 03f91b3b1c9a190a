import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clicksLeftToBrowser } from '../browser-clicks.ts';
import { cell, chosenIndices, rig } from './rig.ts';

test('the name of a row is a link: a click opens the panel, Ctrl+click is left to the browser', async () => {
  const { table, stores } = await rig();
  await table();
  await expect.poll(() => stores.profiles.openId).toBe('p1');
  const link = cell(2, 'user').querySelector('a');
  expect(link?.getAttribute('href')).toBe('#/users/3');
  const isLeft = clicksLeftToBrowser();
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(isLeft).toEqual([true]);
  expect(chosenIndices()).toEqual([]);
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
  await userEvent.click(cell(2, 'user'));
  await expect.poll(() => location.hash).toBe('#/users/3');
  await expect.element(page.getByRole('complementary')).toBeVisible();
  expect(isLeft).toEqual([true, false]);
  // Next to the name, Ctrl+click still selects rows
  cell(4, 'state').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  await expect.poll(chosenIndices).toEqual([4]);
});
