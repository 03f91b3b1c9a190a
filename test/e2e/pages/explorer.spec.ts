import { expectClean } from '../by-keyboard.ts';
import { endpoints } from '../../platform/endpoints.ts';
import { expect, test } from '../fixtures.ts';

test('every endpoint is listed, found and tried, and a write is sent from a plan', async ({ window }) => {
  const filter = window.getByRole('textbox', { name: 'Filter endpoints' });
  const status = (text: string | RegExp) => window.getByRole('status').filter({ hasText: text });
  await window.getByRole('link', { name: 'API explorer' }).press('Enter');
  await expect(status(`${endpoints.length} endpoints`)).toBeVisible();
  await window.keyboard.press('/');
  await expect(filter).toBeFocused();
  await window.keyboard.insertText('runners/all');
  await expect(status(/^\s*1 endpoint\s*$/)).toBeVisible();
  await window.getByRole('button', { name: '/runners/all' }).press('Enter');
  const list = window.getByRole('complementary', { name: 'Endpoint GET /runners/all' });
  await list.getByLabel('type', { exact: true }).click();
  await window.getByRole('option', { name: 'instance_type' }).click();
  await list.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await expect(list.getByText(/^200 in/)).toBeVisible();
  await expect(list.getByRole('region', { name: 'Body' })).toContainText('"runner_type": "instance_type"');

  await filter.fill('put runners');
  await window.getByRole('button', { name: '/runners/:id' }).press('Enter');
  const edit = window.getByRole('complementary', { name: 'Endpoint PUT /runners/:id' });
  await edit.getByLabel('id', { exact: true }).fill('1');
  await edit.getByLabel('maintenance_note', { exact: true }).fill('planned from the explorer');
  await edit.getByRole('button', { name: 'Send request…' }).press('Enter');
  const dialog = window.getByRole('dialog', { name: 'Edit 1 runner' });
  await expect(dialog.getByRole('row', { name: /Maintenance note/ })).toContainText('planned from the explorer');
  await dialog.getByRole('button', { name: 'Edit 1 runner' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(edit.getByRole('region', { name: 'Result' })).toContainText('Applied');
  await expectClean(window, 'explorer-result');
});
