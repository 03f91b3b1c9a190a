import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CoverageRefusal } from '#shared/contract/coverage.ts';
import HistorySetting from '../../../src-renderer/pages/settings/HistorySetting.svelte';
import { click } from '../click.ts';
import { renderPage } from '../console/render-page.ts';

const since = new Date(new Date().getFullYear(), 0, 2, 9, 12).getTime();
const collections = [
  { collection: 'users', fields: ['name', 'is_admin'], entries: 4_120, bytes: 460_000, months: 12 },
  { collection: 'members', fields: ['access_level', 'created_by.id'], entries: 0, bytes: 0, months: null },
];
function show(over: { since?: number | null; failure?: CoverageRefusal } = {}) {
  const settings = () => ({ since, bytes: 12_400_000, collections, failure: null, ...over });
  return renderPage(HistorySetting, { answers: { history: { settings, setRetention: () => ({}) } } });
}
const cellsOf = (name: string) => page.getByRole('row').filter({ hasText: name });

test('each recorded list shows its fields, changes, size and time, and the sum names the beginning', async () => {
  await show();
  await expect.element(page.getByText('Recorded since Jan 2, 09:12. 11.8 MB on disk.')).toBeVisible();
  await expect.element(cellsOf('Users')).toMatchTextContent(/Users24,120449\.2 KB12 months/);
  await expect.element(cellsOf('Members')).toMatchTextContent(/Members200 BForever/);
  await expect.element(page.getByTitle(/Access level, Created by/)).toBeVisible();
});

const choose = async (list: string, choice: string) => {
  await click(page.getByRole('combobox', { name: `Keep all changes of ${list}` }));
  await click(page.getByRole('option', { name: choice }));
};

test('a longer time is saved at once, a shorter one after a confirmation', async () => {
  const { calls } = await show();
  await choose('Users', 'Forever');
  await expect.poll(() => calls('history.setRetention')).toEqual([{ collection: 'users', months: null }]);
  await choose('Members', '3 months');
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog)
    .toMatchTextContent(/older than 3 months are removed. For that time, only one state a month remains/);
  expect(calls('history.setRetention')).toHaveLength(1);
  await click(dialog.getByRole('button', { name: 'Remove older changes' }));
  await expect.poll(() => calls('history.setRetention').at(-1)).toEqual({ collection: 'members', months: 3 });
  await expect.poll(() => calls('history.settings')).toHaveLength(3);
});

test('the choice stays as it was if the dialog is canceled', async () => {
  const { calls } = await show();
  await choose('Users', '3 months');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
  await expect
    .element(page.getByRole('combobox', { name: 'Keep all changes of Users' }))
    .toHaveTextContent('12 months');
  expect(calls('history.setRetention')).toEqual([]);
});

test('before the first sync, nothing is recorded', async () => {
  await show({ since: null });
  await expect.element(page.getByText('Nothing is recorded yet. Recording begins with the next sync.')).toBeVisible();
});

test('the section says why changes can’t be stored', async () => {
  await show({ failure: { at: since, status: null, reason: 'disk-full', message: null } });
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^Since Jan 2.*changes can’t be stored.*disk.*Syncs continue\.$/);
});
