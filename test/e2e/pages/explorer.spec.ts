import type { Page } from '@playwright/test';
import { expectClean } from '../by-keyboard.ts';
import { expect, test } from '../fixtures.ts';
import { picture } from '../pictures.ts';

async function openExplorer(window: Page): Promise<void> {
  await window.getByRole('link', { name: 'API explorer' }).click();
  await expect(window.getByRole('status').filter({ hasText: '152 endpoints' })).toBeVisible();
}

test('every endpoint is listed, found and tried, and a write is sent from a plan, without an axe finding', async ({
  window,
}) => {
  await openExplorer(window);

  await test.step('an endpoint is found and tried', async () => {
    await window.keyboard.press('/');
    await expect(window.getByRole('textbox', { name: 'Filter endpoints' })).toBeFocused();
    await window.keyboard.type('runners/all');
    await expect(window.getByRole('status').filter({ hasText: /^\s*1 endpoint\s*$/ })).toBeVisible();
    await window.getByRole('button', { name: '/runners/all' }).click();
    const panel = window.getByRole('complementary', { name: 'Endpoint GET /runners/all' });
    await panel.getByLabel('type', { exact: true }).click();
    await window.getByRole('option', { name: 'instance_type' }).click();
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(panel.getByText(/^200 in/)).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Body' })).toContainText('"runner_type": "instance_type"');
    await expectClean(window, 'explorer');
    await picture(window, 'explorer-dark');
  });

  await test.step('a missing value is an error below its field, and a refusal is shown as received', async () => {
    await window.getByRole('textbox', { name: 'Filter endpoints' }).fill('get users');
    await window.getByRole('button', { name: '/users/:id' }).click();
    const panel = window.getByRole('complementary', { name: 'Endpoint GET /users/:id' });
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(panel.getByText('This field is required.')).toBeVisible();
    await panel.getByLabel('id', { exact: true }).fill('999999');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(panel.getByText(/^404 in/)).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Body' })).toContainText('404 User Not Found');
  });

  await test.step('a write shows its form and its changes, and is sent from a plan', async () => {
    await window.getByRole('textbox', { name: 'Filter endpoints' }).fill('put runners');
    await window.getByRole('button', { name: '/runners/:id' }).click();
    const panel = window.getByRole('complementary', { name: 'Endpoint PUT /runners/:id' });
    await expect(panel.getByText(/restores all but/)).toBeVisible();
    await panel.getByLabel('id', { exact: true }).fill('1');
    await panel.getByLabel('maintenance_note', { exact: true }).fill('planned from the explorer');
    await panel.getByRole('button', { name: 'Show plan' }).click();
    const dialog = window.getByRole('dialog', { name: 'Edit 1 runner' });
    await expect(dialog.getByRole('row', { name: /Maintenance note/ })).toContainText('planned from the explorer');
    await dialog.getByRole('button', { name: 'Edit 1 runner' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.getByRole('region', { name: 'Result' })).toContainText('Applied');
    await expectClean(window, 'explorer-result');
  });
});
