import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import KeysPage from '../../../src-renderer/pages/keys/KeysPage.svelte';
import { cell, renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';

const sshKey = { user: null, usage_type: 'auth', created_at: null, type: 'ED25519', bits: 256 };
const known = { id: 7, answer: 'known', kind: 'ssh', title: 'laptop', expires_at: null, last_used_at: null, ...sshKey };
const unknown = { id: -1, answer: 'unknown', kind: null, title: null, sha256: 'abc', comment: 'found in a log' };

async function panelOf(row: object) {
  const answers = { keys: listAnswers<'keys'>(fakeList([row as Record<string, unknown>])) };
  const { table, press } = await renderPage(KeysPage, { answers, path: '/keys' });
  await table();
  await eventually(() => cell(0));
  await press('j{Enter}');
  return page.getByRole('complementary', { name: /^Details of/ });
}

test('the panel of a key without expiry and use says so, like the list', async () => {
  const panel = await panelOf(known);
  await expect.element(panel.getByText('Never', { exact: true }).nth(1)).toBeVisible();
  expect(panel.element().textContent).not.toMatch(/Empty:[^:]*(Expires|Last used)/);
});

test('the panel of an unknown key does not say that the instance left out its fields', async () => {
  const panel = await panelOf(unknown);
  await expect.element(panel.getByText('Available only for keys that were found:').first()).toBeVisible();
  expect(panel.element().textContent).not.toContain('Not returned by this instance');
});
