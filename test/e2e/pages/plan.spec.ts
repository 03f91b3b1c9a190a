import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../consoles.ts';

const go = (window: Page, path: string): Promise<unknown> => window.evaluate((to) => (location.hash = `#${to}`), path);
const dialog = (window: Page) => window.getByRole('dialog');
const grid = (window: Page, name: string) => window.getByRole('grid', { name });
const button = (window: Page, name: string) => window.getByRole('button', { name, exact: true });

/** Wait for the frame, which then reacts to the address. */
async function opened(window: Page): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Load a plan from a file that was saved before. */
async function load(window: Page, folder: string, url: string, rows: object[]): Promise<void> {
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify({ format: 'reeve-plan', version: 1, instance: { name: 'Demo', url }, rows }));
  await opened(window);
  await go(window, '/activity/plans');
  await window.locator('input[type="file"]').setInputFiles(file);
}

/** Press Tab until the button of the dialog has the focus. */
async function tabTo(window: Page, name: string): Promise<void> {
  const wanted = dialog(window).getByRole('button', { name, exact: true });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await window.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test('a plan is reviewed, applied, continued and undone by keyboard alone and has a journal, and a new token is revealed once', async ({
  window,
  simulator,
  network,
  folder,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);

  await test.step('many writes: review, remove rows, canary, continue, undo; the journal records each of them', async () => {
    const { runners } = simulator.world;
    const chosen = [...runners.all()].filter(({ paused }) => !paused).slice(0, 6);
    const paused = (): boolean[] => chosen.map(({ id }) => runners.get(id)?.paused === true);
    await load(
      window,
      folder,
      network.url,
      chosen.map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { paused: true }, label: `runner ${id}` })),
    );
    await expect(dialog(window)).toBeVisible();
    await expect(window.getByRole('heading', { name: 'Edit 6 runners' })).toBeVisible();
    await expect(grid(window, 'Rows of this plan')).toBeFocused();
    await expect(grid(window, 'Rows of this plan')).toHaveAttribute('aria-rowcount', '6');

    await window.keyboard.press('End');
    await window.keyboard.press('x');
    await expect(window.getByRole('heading', { name: 'Edit 5 runners' })).toBeVisible();
    await window.keyboard.press('Home');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('region', { name: `Details of ${chosen[0]?.description}` })).toBeVisible();
    await window.keyboard.press('Tab');
    await window.keyboard.press('Space');
    await window.keyboard.press('Tab');
    await window.keyboard.press('Control+a');
    await window.keyboard.type('2');
    expect(paused()).toEqual([false, false, false, false, false, false]);
    await tabTo(window, 'Edit 5 runners');
    await window.keyboard.press('Enter');
    await expect(dialog(window).getByText(/First rows applied/)).toBeVisible();
    expect(paused()).toEqual([true, true, false, false, false, false]);

    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    const strip = window.getByRole('region', { name: 'Edit 5 runners' });
    await expect(strip).toContainText('3 rows left: shared 3, shared 4, shared 6');
    await strip.getByRole('button', { name: 'Show' }).focus();
    await window.keyboard.press('Enter');
    await tabTo(window, 'Continue');
    await window.keyboard.press('Enter');
    await expect(dialog(window).getByText('5 applied', { exact: true })).toBeVisible();
    expect(paused()).toEqual([true, true, true, true, true, false]);

    await tabTo(window, 'Undo all…');
    await window.keyboard.press('Enter');
    await tabTo(window, 'Undo: Edit 5 runners');
    await window.keyboard.press('Enter');
    await expect(dialog(window).getByText('5 applied', { exact: true })).toBeVisible();
    expect(paused()).toEqual([false, false, false, false, false, false]);
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();

    await go(window, '/activity/journal');
    await expect(grid(window, 'Journal, newest first')).toHaveAttribute('aria-rowcount', '11');
    await window.keyboard.press('/');
    await window.keyboard.insertText(`runner ${chosen[0]?.id}`);
    await window.keyboard.press('Enter');
    await expect(grid(window, 'Journal, newest first')).toBeFocused();
    await window.keyboard.press('j');
    await window.keyboard.press('Enter');
    const panel = window.getByRole('complementary', { name: /Journal entry of/ });
    await expect(panel).toContainText('Edit runner');
    await expect(panel.getByRole('table', { name: 'Changes' })).toContainText('Paused');
    // Ctrl or Cmd opens this link in a second window
    const link = grid(window, 'Journal, newest first').locator('[role="row"].active [data-row-link]');
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toMatch(/#\/activity\/journal\/\d+$/);
    await window.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await go(window, href.split('#')[1] ?? '');
    await expect(panel).toContainText('Edit runner');
  });

  await test.step('a new token is revealed once, on request, and no dialog asks for it again', async () => {
    const { world } = simulator;
    const account = [...world.users.ordered('id')].find(({ provisioned_by_group_id, type }) => {
      return type === 'service_account' && provisioned_by_group_id !== null;
    });
    const before = new Set([...world.tokens.all()].map(({ id }) => id));
    await go(window, '/explorer/group-service-accounts.createToken');
    const panel = window.getByRole('complementary', {
      name: 'Endpoint POST /groups/:id/service_accounts/:user_id/personal_access_tokens',
    });
    await panel.getByLabel('id', { exact: true }).fill(String(account?.provisioned_by_group_id));
    await panel.getByLabel('user_id', { exact: true }).fill(String(account?.id));
    await panel.getByLabel('name', { exact: true }).fill('deploy');
    await panel.getByLabel('scopes', { exact: true }).fill('read_api');
    await panel.getByRole('button', { name: 'Send request…' }).click();
    await expect(dialog(window)).toContainText('Can’t be undone');
    await button(window, 'Create 1 access token').click();
    const secret = dialog(window).getByRole('group', { name: /New secret of/ });
    await expect(secret).toBeVisible();
    const made = [...world.tokens.all()].find(({ id }) => !before.has(id));
    expect(made).toBeDefined();
    expect(await window.content()).not.toContain(made?.value);

    await window.keyboard.press('Escape');
    await expect(window.getByRole('heading', { name: 'Leave without the secret?' })).toBeVisible();
    await button(window, 'Stay').click();
    await secret.getByRole('button', { name: 'Show once' }).click();
    await expect(secret.getByRole('textbox', { name: 'Secret value' })).toHaveValue(made?.value ?? '');
    await secret.getByRole('button', { name: 'Copy' }).click();
    await expect(secret).toContainText('Reeve clears the clipboard');
    expect(await window.evaluate(() => navigator.clipboard.readText())).toBe(made?.value);
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await go(window, '/activity/plans');
    await expect(window.getByRole('list', { name: 'Plans, newest first' })).toBeVisible();
    await expect(window.getByText('Secret values not shown yet')).toBeHidden();
  });
});
