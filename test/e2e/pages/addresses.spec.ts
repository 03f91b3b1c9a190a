import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { collectTroubles } from '../fixtures.ts';

const grid = (window: Page) => window.getByRole('grid');
const panel = (window: Page) => window.getByRole('complementary');
const filter = (window: Page) => window.getByRole('toolbar').getByRole('textbox');
const copied = (window: Page) => window.evaluate(() => navigator.clipboard.readText());

/** The list of runners, synced, with a search and an open row. */
async function atRunner(window: Page, words: string): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Runners');
  await window.keyboard.press('r');
  await expect(window.getByText(/^Synced/).first()).toBeVisible();
  await filter(window).fill(words);
  await grid(window).getByRole('row').nth(1).getByText(words).dblclick();
  // Until its details are read, the heading is the number of the runner
  await expect(nameIn(window)).toContainText(words);
}
const wordsOf = ({ world }: Platform): string => world.runners.all()[0]?.description ?? '';
const nameIn = (window: Page) => panel(window).getByRole('heading', { level: 2 });

test('reload, Back, Forward, a bookmark and a copied link return to the same list, search and row, and an address of a removed instance says so', async ({
  window,
  context,
  simulator,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(window.url()).origin });
  const words = wordsOf(simulator);
  await atRunner(window, words);
  const name = (await nameIn(window).textContent()) ?? '';

  await test.step('reload, Back, Forward and a bookmark', async () => {
    const isThere = async (shown: Page): Promise<void> => {
      await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Runners');
      await expect(filter(shown)).toHaveValue(words);
      await expect(nameIn(shown)).toHaveText(name);
    };
    await window.reload();
    await isThere(window);
    await goTo(window, 'Keys');
    await window.goBack();
    await isThere(window);
    await window.goForward();
    await expect(window.getByRole('heading', { level: 1 })).toHaveText('Keys');
    await window.goBack();
    await isThere(window);
    const second = await context.newPage();
    const troubles = await collectTroubles(second);
    await second.goto(window.url());
    await isThere(second);
    expect(troubles).toEqual([]);
  });

  await test.step('a copied link opens its row from the command palette; an address of a removed instance says so', async () => {
    await panel(window).getByRole('button', { name: 'Actions' }).click();
    await window.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
    await expect.poll(() => copied(window)).toMatch(/^reeve:\/\/i\/127\.0\.0\.1%3A\d+\/runners\/\d+$/);
    const link = await copied(window);
    await goTo(window, 'Users');
    await window.keyboard.press('ControlOrMeta+k');
    await window.keyboard.insertText(link);
    await expect(window.getByRole('option', { name: 'Open link' })).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Enter');
    await expect(nameIn(window)).toHaveText(name);
    await window.goBack();
    await expect(window.getByRole('heading', { level: 1 })).toHaveText('Users');

    const other = await context.newPage();
    await other.goto(`${new URL('/', window.url()).href}?i=removed&s=project:7#/runners/7`);
    await expect(other.getByRole('heading', { name: /its instance isn’t set up in Reeve/ })).toBeVisible();
  });
});
