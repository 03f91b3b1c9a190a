import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, press, pressTogether, tabTo, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const hooks = (window: Page) => window.getByRole('listbox', { name: 'Webhooks' });
const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');
const results = (window: Page) => window.getByRole('group', { name: 'Results to show' });
const hookOf = ({ world }: Platform, name: string) => [...world.webhooks.all()].find((hook) => hook.name === name);

/** A receiver that replies with 202. Returns its address. */
async function receiver(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(202).end('{"taken":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/hook`, close: () => void server.close() };
}

/** Choose a webhook with the keys of the list, and sync its deliveries. */
async function chooseHook(window: Page, name: string): Promise<void> {
  await tabTo(window, hooks(window));
  const option = hooks(window).getByRole('option', { name });
  await expect(async () => {
    if ((await option.getAttribute('aria-selected')) !== 'true') await window.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 200 });
  }).toPass();
  await expect(window.getByRole('heading', { name, level: 2 })).toBeVisible();
  await press(window, /^Sync deliveries of/);
  await expect(grid(window).getByText('Push', { exact: true }).first()).toBeVisible();
}

test('webhooks and their deliveries are listed, a webhook is created, and failed deliveries are resent', async ({
  window,
  simulator,
}) => {
  await chooseScope(window, 'project', 'acme/core');
  await pressTogether(window, 'g', 'l');
  await expect(window.getByText('No webhooks synced yet.')).toBeVisible();
  await press(window, /^Sync webhooks of/);
  await expect(hooks(window).getByRole('option', { name: 'Release board' })).toBeVisible();

  await test.step('a webhook is created with secrets, and listed at once', async () => {
    await window.keyboard.press('n');
    await write(window, 'Address', 'https://example.com/{place}');
    await write(window, 'Name', 'Board');
    await write(window, 'Secret token', 'hook-token-secret');
    for (const [add, what, name, value] of [
      ['Add header', 'Custom headers', 'X-Key', 'header-secret'],
      ['Add variable', 'Address variables', 'place', 'variable-secret'],
    ] as const) {
      await press(window, add);
      await write(window, `${what}: name 1`, name);
      await write(window, `${what}: value 1`, value);
    }
    await press(window, 'Create webhook…');
    await expect(dialog(window)).toContainText('Reeve can’t edit or delete webhooks.');
    await expect(dialog(window)).not.toContainText('variable-secret');
    await press(window, 'Create webhook');
    await expect(hooks(window).getByRole('option', { name: 'Sends events Board acme/core' })).toBeVisible();
    expect(hookOf(simulator, 'Board')).toMatchObject({
      url: 'https://example.com/{place}',
      token: 'hook-token-secret',
      url_variables: [{ key: 'place', value: 'variable-secret' }],
      custom_headers: [{ key: 'X-Key', value: 'header-secret' }],
      enable_ssl_verification: true,
    });
  });

  await test.step('failed deliveries are found, read and resent, and on a narrow page shown one by one', async () => {
    const target = await receiver();
    const hook = hookOf(simulator, 'Release board');
    if (hook === undefined) throw new Error('no webhook');
    hook.url = target.url;
    await chooseHook(window, 'Release board');
    const request = window.getByRole('region', { name: 'Request', exact: true });
    await expect(request).toContainText('X-Service-Token');
    await expect(request).toContainText('[REDACTED]');
    await expectClean(window, 'webhooks-deliveries');

    await tabTo(window, results(window).getByRole('button', { name: /^Failed/ }));
    await window.keyboard.press('Enter');
    await expect(grid(window).getByText('200', { exact: true })).toHaveCount(0);
    const failed = await grid(window).getAttribute('aria-rowcount');
    expect(Number(failed)).toBeGreaterThan(1);
    await tabTo(window, grid(window));
    await pressTogether(window, 'Home', 's');
    await expect(dialog(window)).toContainText('At most 5 per minute are sent to each webhook.');
    await press(window, 'Resend 1 delivery');
    await expect(grid(window).getByText('202', { exact: true })).toBeVisible();
    target.close();

    await window.setViewportSize({ width: 720, height: 450 });
    await hooks(window).getByRole('option', { name: 'Release board' }).click();
    await expect(hooks(window)).toBeHidden();
    // The delivery that was shown beside the list
    await press(window, 'Back to deliveries');
    await grid(window).getByText('Push', { exact: true }).first().dblclick();
    await expect(grid(window)).toBeHidden();
    await press(window, 'Back to deliveries');
    await expect(grid(window)).toBeVisible();
    await press(window, 'Back to webhooks');
    await expect(hooks(window)).toBeVisible();
  });
});
