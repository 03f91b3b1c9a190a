import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { chooseScope, find } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { axeFindings } from '../fixtures.ts';
import { faultsOfLayout } from '../layout.ts';

/** A screen of 1440×900 at 200 % zoom. */
const viewport = { width: 720, height: 450 };
test.use({ viewport });

/** Addresses of lists of a group that the simulator fills, with their minimum number of rows. */
const lists = {
  '/users': 3,
  '/runners': 3,
  '/enterprise-users': 3,
  '/service-accounts': 3,
  '/access-tokens': 3,
  '/ssh-certificates': 2,
} as const;
const otherPages = [
  ...['/overview', '/access', '/runners/coverage', '/runners/versions', '/runners/stale', '/keys', '/imports'],
  ...[
    '/push-rules',
    '/job-tokens',
    '/activity',
    '/activity/plans',
    '/activity/journal',
    '/activity/requests',
    '/catalogue',
  ],
  ...['/explorer', '/settings', '/about', '/diagnostics', '/profiles', '/connect'],
];
/** The rules of axe about a page as a whole. */
const pageRules = ['page-has-heading-one', 'heading-order', 'landmark-one-main', 'landmark-unique', 'region', 'bypass'];
const dialog = (window: Page): Locator => window.getByRole('dialog');
const rows = (window: Page): Locator => window.getByRole('grid').locator('[role="row"][data-index]');

async function goTo(window: Page, path: string): Promise<void> {
  // Before the frame is shown, changes of the address have no effect.
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => {
    // Each page has its own heading.
    const isAnother = location.hash.split('/')[1] !== to.split('/')[1];
    document.querySelector('h1')?.toggleAttribute('data-before', isAnother);
    location.hash = `#${to}`;
  }, path);
  await expect(window.locator('h1:not([data-before])')).toBeVisible();
  await expect(window.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Fill every list of the chosen group as a user does: sync each one. */
async function fill(window: Page): Promise<void> {
  for (const [path, least] of Object.entries(lists)) {
    await goTo(window, path);
    await window.keyboard.press('r');
    await expect(rows(window).nth(least - 1)).toBeAttached();
  }
}

/** Rows that are fully visible after the table was scrolled to. */
async function rowsInSight(window: Page): Promise<number> {
  await window.getByRole('grid').evaluate((grid) => grid.scrollIntoView({ block: 'end' }));
  return window.getByRole('grid').evaluate((grid) => {
    const within = grid.getBoundingClientRect();
    const main = document.querySelector('#main')?.getBoundingClientRect() ?? within;
    const [top, bottom] = [Math.max(within.top, main.top), Math.min(within.bottom, main.bottom)];
    return [...grid.querySelectorAll('[role="row"][data-index]')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= top - 1 && box.bottom <= bottom + 1;
    }).length;
  });
}

/** Checks the layout of a page, its headings and its landmarks. */
async function expectWellBuilt(window: Page, path: string): Promise<void> {
  expect(await faultsOfLayout(window), path).toEqual([]);
  expect(await axeFindings(window, { rules: pageRules }), path).toEqual([]);
}

/** Checks that every button that closes a dialog is visible without scrolling. */
async function expectButtonsInReach(window: Page): Promise<void> {
  const buttons = dialog(window).locator('.actions').getByRole('button');
  await expect(buttons.first()).toBeVisible();
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
}

/** Opens every dialog of some pages, and checks its buttons. */
async function expectDialogsInReach(window: Page): Promise<void> {
  let opened = 0;
  for (const path of [
    '/runners',
    '/service-accounts',
    '/keys',
    '/ssh-certificates',
    '/imports',
    '/catalogue',
    '/settings',
  ]) {
    await goTo(window, path);
    const openers = window.locator('main').getByRole('button', { name: /…$/ });
    for (let at = 0; at < (await openers.count()); at += 1) {
      if ((await openers.nth(at).getAttribute('aria-disabled')) === 'true') continue;
      await openers.nth(at).click();
      await expectButtonsInReach(window);
      opened += 1;
      await window.keyboard.press('Escape');
      await expect(dialog(window)).toBeHidden();
    }
  }
  expect(opened).toBeGreaterThanOrEqual(7);
}

test('every page shows its rows and its buttons, side by side or one below the other, also with a side panel or a dialog', async ({
  window,
}) => {
  await chooseScope(window, 'group', 'acme');
  await expectDialogsInReach(window);
  await fill(window);
  for (const [path, least] of Object.entries(lists)) {
    await goTo(window, path);
    await expectWellBuilt(window, path);
    expect(await rowsInSight(window), `rows of ${path}`).toBeGreaterThanOrEqual(least);

    await rows(window).first().locator('[data-column]').first().click();
    const panel = window.getByRole('complementary');
    await expect(panel).toBeInViewport({ ratio: 0.99 });
    await expect(panel.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    expect((await panel.boundingBox())?.height, `panel of ${path}`).toBeGreaterThan(300);
    await window.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }
  for (const path of otherPages) {
    await goTo(window, path);
    await expectWellBuilt(window, path);
  }
});

test('the buttons of a plan are visible in the window, and its rows can be scrolled to', async ({
  window,
  simulator,
  network,
  folder,
}) => {
  const chosen = [...simulator.world.runners.all()].slice(0, 12);
  const calls = chosen.map(({ id }) => ({
    op: 'runners.edit',
    path: { id },
    body: { paused: true },
    label: `runner ${id}`,
  }));
  const file = join(folder, 'plan.json');
  const instance = { name: 'Demo', url: network.url };
  writeFileSync(file, JSON.stringify({ format: 'reeve-plan', version: 1, instance, rows: calls }));
  await goTo(window, '/activity/plans');
  await window.locator('input[type="file"]').setInputFiles(file);
  await expectButtonsInReach(window);
  const last = dialog(window).locator(`[role="row"][aria-rowindex="${chosen.length}"]`);
  // The rows of a plan are added while they are prepared
  await expect(async () => {
    await dialog(window).getByRole('grid').press('End');
    await expect(last).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 });
  }).toPass();
  await expect(last).toBeInViewport();
  await expectButtonsInReach(window);
});

test('a message covers nothing, in a small window and in a large one', async ({ window }) => {
  await goTo(window, '/runners');
  await window.keyboard.press('r');
  await expect(rows(window).nth(2)).toBeAttached();
  for (const [runner, size] of [
    ['shared 9', viewport],
    ['shared 4', { width: 1440, height: 900 }],
  ] as const) {
    await window.setViewportSize(size);
    await find(window, runner);
    await window.keyboard.press('p');
    const message = window.getByRole('region', { name: /^Messages/ }).getByRole('listitem');
    await expect(message).toContainText('Undo');
    await rows(window).first().locator('.choose').click();
    await expect(window.getByRole('region', { name: 'Selected rows' })).toBeInViewport({ ratio: 1 });
    const frame = await window.locator('.shell').boundingBox();
    const over = await message.boundingBox();
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
    await message.getByRole('button', { name: /^Close/ }).click();
    await expect(message).toBeHidden();
    expect((await window.locator('.shell').boundingBox())?.height).toBe(size.height);
    await rows(window).first().locator('.choose').click();
  }
});
