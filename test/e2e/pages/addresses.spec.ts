import type { Page } from '@playwright/test';
import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { collectTroubles } from '../fixtures.ts';

const grid = (window: Page) => window.getByRole('grid');
const panel = (window: Page) => window.getByRole('complementary');
const filter = (window: Page) => window.getByRole('toolbar').getByRole('textbox');
const copied = (window: Page) => window.evaluate(() => navigator.clipboard.readText());
const heading = (window: Page) => window.getByRole('heading', { level: 1 });
// Until the details of the runner are loaded, the heading is its number
const nameIn = (window: Page) => panel(window).getByRole('heading', { level: 2 });

test('a list, its search and its open row have an address, a link and a second window, and a reload asks before input is lost', async ({
  window,
  context,
  simulator: { world },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(window.url()).origin });
  const words = world.runners.all()[0]?.description ?? '';
  await expect(heading(window)).toBeVisible();
  await goTo(window, 'Runners');
  await window.keyboard.press('r');
  await expect(window.getByText(/^Synced/).first()).toBeVisible();
  await filter(window).fill(words);
  await grid(window).getByRole('row').nth(1).getByText(words).dblclick();
  await expect(nameIn(window)).toContainText(words);
  const name = (await nameIn(window).textContent()) ?? '';

  await test.step('reload, Back, Forward and a bookmark', async () => {
    const isThere = async (shown: Page): Promise<void> => {
      await expect(heading(shown)).toHaveText('Runners');
      await expect(filter(shown)).toHaveValue(words);
      await expect(nameIn(shown)).toHaveText(name);
    };
    await window.reload();
    await isThere(window);
    await goTo(window, 'Keys');
    await window.goBack();
    await isThere(window);
    await window.goForward();
    await expect(heading(window)).toHaveText('Keys');
    await window.goBack();
    await isThere(window);
    const second = await context.newPage();
    const troubles = await collectTroubles(second);
    await second.goto(window.url());
    await isThere(second);
    expect(troubles).toEqual([]);
  });

  await test.step('a copied link opens its row from the palette, which opens a hit in a second window with Ctrl or Cmd', async () => {
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
    await expect(heading(window)).toHaveText('Users');

    await window.keyboard.press('ControlOrMeta+k');
    await window.keyboard.insertText(words);
    const hit = window.getByRole('option', { name: words }).first();
    const opened = context.waitForEvent('page');
    await hit.click({ modifiers: ['ControlOrMeta'] });
    await expect(nameIn(await opened)).toHaveText(name);
    await expect(heading(window)).toHaveText('Users');
    await expect(panel(window)).toBeHidden();
  });

  await test.step('a reload that would lose input asks first, and keeps it', async () => {
    await goTo(window, 'Runners');
    const asked: string[] = [];
    window.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await window.getByRole('button', { name: 'Register runner' }).first().click();
    const description = window.getByRole('dialog').getByRole('textbox', { name: 'Description' });
    await description.fill('Half a na');
    await window.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(description).toHaveValue('Half a na');
    // The draft of a closed dialog is unsaved input too
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
    await window.evaluate(() => location.reload());
    await expect.poll(() => asked.length).toBe(2);
  });
});
