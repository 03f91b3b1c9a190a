import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cell, rig } from './rig.ts';

test('HTML in a name is shown as text, and characters that reverse the direction are shown as marks', async () => {
  const hostile = '<img src=x onerror="document.title=1"> \u202Etxt.exe ' + 'very long '.repeat(20);
  const drawn = hostile.replace('\u202E', '⟨U+202E⟩');
  const { table, press } = await rig({ people: { names: new Map([[1, hostile]]) } });
  const grid = await table();
  const name = cell(0, 'user').querySelector('bdi');
  expect(name?.textContent).toBe(drawn);
  expect(cell(0, 'user').querySelector('[title]')?.getAttribute('title')).toContain(drawn);
  expect(cell(0, 'user').scrollWidth).toBe(cell(0, 'user').clientWidth);
  await press('j{Enter}');
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
  expect(document.querySelectorAll('main img')).toHaveLength(0);
  expect(grid.getBoundingClientRect().width).toBeGreaterThan(500);
});
