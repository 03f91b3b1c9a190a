import process from 'node:process';
import type { Locator, Page } from '@playwright/test';
import { find } from '../by-keyboard.ts';
import { expect, setReadOnly, test } from '../consoles.ts';

test.use({ contextOptions: { forcedColors: 'active' } });

interface Drawn {
  outline: string;
  underline: string;
  border: string;
  color: string;
}

/** The style properties that distinguish states when every background is the same. */
function drawn(locator: Locator): Promise<Drawn> {
  return locator.evaluate((element) => {
    const style = getComputedStyle(element);
    return {
      outline: `${style.outlineStyle} ${style.outlineColor}`,
      underline: style.textDecorationLine,
      border: `${style.borderTopStyle} ${style.borderTopColor} ${style.borderBottomColor}`,
      color: style.color,
    };
  });
}
const link = (window: Page, name: RegExp): Locator =>
  window.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name });

test('in forced colors, chosen, selected and disabled elements and states are shown by lines, shapes and colors of the system', async ({
  window,
}) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate(() => (location.hash = '#/runners'));
  await expect(link(window, /^Runners/)).toHaveAttribute('aria-current', 'page');
  // The keyboard shortcuts of the page work once this is shown.
  await expect(window.getByRole('grid', { name: /^Runners/ })).toBeVisible();
  await window.keyboard.press('r');
  const rows = window.locator('[role="row"][data-index]');
  await expect(rows.nth(3)).toBeAttached();
  await find(window, 'shared 1');
  await window.keyboard.press('x');
  await window.keyboard.press('/');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Escape');
  await expect(rows.nth(3)).toBeAttached();

  const look = process.env['REEVE_LOOK'];
  if (look !== undefined) await window.screenshot({ path: `${look}/forced-runners.png` });

  expect((await drawn(link(window, /^Runners/))).outline).toMatch(/^solid/);
  expect((await drawn(link(window, /^Runners/))).underline).toBe('underline');
  expect((await drawn(link(window, /^Users/))).outline).toMatch(/^none/);

  const selected = window.locator('[role="row"][aria-selected="true"]');
  expect((await drawn(selected)).outline).toMatch(/^solid/);
  expect((await drawn(window.locator('[role="row"][aria-selected="false"]').last())).outline).toMatch(/^none/);

  const tabs = window.getByRole('navigation', { name: 'Runner views' }).getByRole('link');
  expect(await drawn(tabs.first())).not.toEqual(await drawn(tabs.last()));

  const shapeOf = (status: string): Promise<string> =>
    rows
      .filter({ has: window.getByText(status, { exact: true }) })
      .first()
      .locator('i')
      .first()
      .evaluate((dot) => {
        const { borderRadius, backgroundColor, transform, width } = getComputedStyle(dot);
        return [borderRadius, backgroundColor, transform, width].join(' ');
      });
  const shapes = await Promise.all(['Online', 'Offline', 'Stale'].map(shapeOf));
  expect(new Set(shapes).size).toBe(shapes.length);

  await setReadOnly(window);
  await window.evaluate(() => (location.hash = '#/catalogue'));
  const on = await drawn(window.locator('main').getByRole('button', { name: 'Add groups and projects…' }).first());
  await window.evaluate(() => (location.hash = '#/service-accounts'));
  await expect(window.getByRole('heading', { name: 'Service accounts', level: 1 })).toBeVisible();
  const off = await drawn(window.locator('main [aria-disabled="true"]').first());
  expect(off.border).not.toBe(on.border);
  expect(off.color).not.toBe(on.color);
  if (look !== undefined) await window.screenshot({ path: `${look}/forced-off.png` });
});
