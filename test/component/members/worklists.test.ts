import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import AccessPage from '../../../src-renderer/pages/access/AccessPage.svelte';
import { click } from '../click.ts';
import { cell, renderPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';

const member = (id: number, two_factor: string) => ({
  ...{ id, username: `user${id}`, name: `User ${id}`, state: 'active', access_level: 40, is_direct: true },
  ...{ two_factor, access_level_min: 40 },
});

/** No place of any list is missing, except for these. */
const coverage = (missing: Readonly<Record<string, number>> = {}): NonNullable<FakeAnswers['coverage']> => ({
  list: ({ query: { collection } }) => ({
    ...{ total: 0, isCapped: false, from: 0, revision: 1, queryMs: 1, places: 9, rows: [] },
    counts: { complete: 4, ...(missing[collection ?? ''] !== undefined && { never: missing[collection ?? ''] }) },
  }),
});

const path = `/access?view=${encodeURIComponent(
  JSON.stringify({ filter: { two_factor: 'disabled', access_level_min: 40 } }),
)}`;

test('a worklist says what its rows are, of how many it is not known, and which places are missing', async () => {
  const rows = [member(1, 'disabled'), member(2, 'unknown'), member(3, 'unknown'), member(4, 'on')];
  const { table, calls } = await renderPage(AccessPage, {
    path,
    answers: {
      members: listAnswers<'members'>(fakeList(rows, { scope: 'project:7' })),
      users: {
        summary: () => ({ live: 4, notReturned: 0, completedAt: 1, unreadable: 0, counts: {}, view: 'public' }),
      },
      coverage: coverage({ members: 2, enterpriseUsers: 1 }),
    },
  });
  await table();
  const strip = page.getByRole('region', { name: 'About these rows' });
  await expect.element(strip.getByText(/who can sign in without two-factor/)).toBeVisible();
  await expect.element(strip.getByText(/Two-factor unknown: 2 memberships/)).toBeVisible();
  await expect.element(strip.getByText(/2 projects were never synced/)).toBeVisible();
  await expect.element(strip.getByText(/In the list of users, this token can’t see two-factor/)).toBeVisible();
  await expect.element(strip.getByText(/1 group was never synced/)).toBeVisible();
  await click(strip.getByRole('link', { name: /Two-factor unknown/ }));
  await expect.poll(() => cell(0).textContent).toContain('User 2');
  expect(calls('members.list').at(-1)).toMatchObject({
    query: { scope: null, filter: { two_factor: 'unknown', access_level_min: 40 } },
  });
});

test('a built-in view is copied under its name', async () => {
  const { table, core } = await renderPage(AccessPage, {
    path,
    answers: {
      members: listAnswers<'members'>(fakeList([member(1, 'disabled')], { scope: 'project:7' })),
      coverage: coverage(),
    },
  });
  await table();
  await click(page.getByRole('button', { name: 'View: Without two-factor' }));
  await click(page.getByRole('menuitem', { name: 'Copy view…' }));
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Without two-factor');
  await click(dialog.getByRole('button', { name: 'Save view' }));
  await expect
    .poll(() => core.world.views)
    .toMatchObject([
      { table: 'access', name: 'Without two-factor', version: 2, query: { filter: { two_factor: 'disabled' } } },
    ]);
});
