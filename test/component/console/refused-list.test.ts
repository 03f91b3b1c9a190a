import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeList, listAnswers } from '../fake-list.ts';
import { loadPage, renderPage } from './render-page.ts';

test('an empty list that an earlier sync found refused says so, instead of never synced', async () => {
  const refusal = { at: Date.now(), status: 403, reason: 'role', message: '403 Forbidden' };
  const summary = { live: 0, notReturned: 0, completedAt: null, unreadable: 0, counts: {}, refusal, refusedPlaces: 1 };
  const { default: Issues } = await loadPage('issues');
  const { calls } = await renderPage(Issues, {
    path: '/issues',
    answers: { issues: { ...listAnswers<'issues'>(fakeList([])), summary: () => summary } },
  });
  await expect.element(page.getByText(/^This token’s user lacks the required role on /)).toBeVisible();
  await expect.element(page.getByText(/HTTP 403/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(page.getByText(/synced yet/).elements()).toHaveLength(0);
  expect(calls('jobs.sync')).toEqual([]);
});
