import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, press, pressTogether, tabTo, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const hooks = (window: Page) => window.getByRole('listbox', { name: 'Webhooks' });
const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');
const results = (window: Page) => window.getByRole('group', { name: 'Results to show' });

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

const hookOf = ({ world }: Platform, name: string) => [...world.webhooks.all()].find((hook) => hook.name === name);

/** Open the page in the project acme/core, and sync its webhooks. */
async function openWebhooks(window: Page): Promise<void> {
  await chooseScope(window, 'project', 'acme/core');
  await pressTogether(window, 'g', 'l');
  await expect(window.getByRole('heading', { name: 'Webhooks', exact: true, level: 1 })).toBeVisible();
  await expect(window.getByText('No webhooks synced yet.')).toBeVisible();
  await press(window, /^Sync webhooks of/);
  await expect(hooks(window).getByRole('option', { name: 'Release board' })).toBeVisible();
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
  await openWebhooks(window);

  await test.step('on a narrow page, webhooks, deliveries and one delivery are three steps with a way back', async () => {
    await window.setViewportSize({ width: 720, height: 450 });
    await hooks(window).getByRole('option', { name: 'Release board' }).click();
    await expect(hooks(window)).toBeHidden();
    await press(window, /^Sync deliveries of/);
    await grid(window).getByText('Push', { exact: true }).first().dblclick();
    await expect(grid(window)).toBeHidden();
    await press(window, 'Back to deliveries');
    await expect(grid(window)).toBeVisible();
    await press(window, 'Back to webhooks');
    await expect(hooks(window)).toBeVisible();
    await window.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a webhook is created with secrets, and listed at once', async () => {
    await window.keyboard.press('n');
    await write(window, 'Address', 'example.com');
    await write(window, 'Name', 'Board');
    await write(window, 'Custom template', '{"ref": }');
    await press(window, 'Create webhook');
    await expect(dialog(window).getByText('Enter an address that starts with http:// or https://.')).toBeVisible();
    await expect(dialog(window).getByText('The template must be valid JSON.')).toBeVisible();
    await expectClean(window, 'webhooks-form');
    await write(window, 'Address', 'https://example.com/{place}');
    await write(window, 'Custom template', '{"ref": "{{ref}}", "count": {{total_commits_count}}}');
    await write(window, 'Secret token', 'hook-token-secret');
    await press(window, 'Add header');
    await write(window, 'Custom headers: value 1', 'header-secret');
    await press(window, 'Create webhook');
    await expect(dialog(window).getByText('Enter a name for each header.')).toBeVisible();
    await write(window, 'Custom headers: name 1', 'X-Key');
    await expect(dialog(window).getByText('Enter a name for each header.')).toBeHidden();
    await write(window, 'Branch pattern', 'release/*');
    await press(window, 'Create webhook');
    await expect(dialog(window).getByText(/^Choose a wildcard pattern/)).toBeVisible();
    await dialog(window).getByText('Wildcard pattern', { exact: true }).click();
    await expect(dialog(window).getByText(/^Choose a wildcard pattern/)).toBeHidden();
    await press(window, 'Add variable');
    await write(window, 'Address variables: name 1', 'place');
    await write(window, 'Address variables: value 1', 'variable-secret');
    await press(window, 'Create webhook');
    await expect(dialog(window)).toContainText('This API can’t edit or delete webhooks.');
    await expect(dialog(window)).not.toContainText('variable-secret');
    await press(window, 'Create the webhook');
    await expect(hooks(window).getByRole('option', { name: 'Sends events Board acme/core' })).toBeVisible();
    expect(hookOf(simulator, 'Board')).toMatchObject({
      url: 'https://example.com/{place}',
      token: 'hook-token-secret',
      url_variables: [{ key: 'place', value: 'variable-secret' }],
      custom_headers: [{ key: 'X-Key', value: 'header-secret' }],
      branch_filter_strategy: 'wildcard',
      push_events_branch_filter: 'release/*',
      custom_webhook_template: '{"ref": "{{ref}}", "count": {{total_commits_count}}}',
      enable_ssl_verification: true,
    });
  });

  await test.step('the page of a project shows the deliveries of its webhooks only', async () => {
    await chooseHook(window, 'Release board');
    await tabTo(window, hooks(window));
    await window.keyboard.press('Home');
    await expect(window.getByRole('heading', { name: 'Deliveries of all webhooks of this project' })).toBeVisible();
    await expect(grid(window).getByText('Push', { exact: true }).first()).toBeVisible();
    const all = results(window).getByRole('button', { name: /^All \d+$/ });
    await expect(all).not.toHaveText('All 0');

    // In a list, letters are not shortcuts
    await tabTo(window, all);
    await chooseScope(window, 'project', 'acme/website');
    await pressTogether(window, 'g', 'l');
    await expect(window.getByText('No deliveries synced yet')).toBeVisible();
    await expect(all).toHaveText('All 0');
    await expect(grid(window).getByText('Push', { exact: true })).toHaveCount(0);
  });

  await test.step('failed deliveries are found, read and resent', async () => {
    const target = await receiver();
    const hook = hookOf(simulator, 'Release board');
    if (hook === undefined) throw new Error('no webhook');
    hook.url = target.url;
    await chooseScope(window, 'project', 'acme/core');
    await pressTogether(window, 'g', 'l');
    await chooseHook(window, 'Release board');
    const request = window.getByRole('region', { name: 'Request', exact: true });
    await expect(request).toContainText('X-Service-Token');
    await expect(request).toContainText('[REDACTED]');
    await expectClean(window, 'webhooks-deliveries');

    await tabTo(window, results(window).getByRole('button', { name: /^Failed/ }));
    await window.keyboard.press('Enter');
    await expect(grid(window).getByText('200', { exact: true })).toHaveCount(0);
    const failed = await grid(window).getAttribute('aria-rowcount');
    await tabTo(window, grid(window));
    await window.keyboard.press('Home');
    await window.keyboard.press('s');
    await expect(dialog(window)).toContainText('At most 5 per minute are sent to each webhook.');
    await press(window, 'Resend 1 delivery');
    await expect(grid(window).getByText('202', { exact: true })).toBeVisible();
    expect(Number(failed)).toBeGreaterThan(1);

    await window.getByRole('button', { name: /^Filter/ }).click();
    // Deliveries expire, so the menu has no choice for rows that are no longer returned
    await expect(dialog(window).getByRole('radio')).toHaveCount(0);
    await dialog(window).getByLabel('Status code').fill('404');
    await window.keyboard.press('Enter');
    await window.keyboard.press('Escape');
    await expect(grid(window).getByText('500', { exact: true })).toHaveCount(0);
    await expect(grid(window).getByText('404', { exact: true }).first()).toBeVisible();
    target.close();
  });
});
