import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { shortDay } from '#shared/text/en/moments.ts';
import { days, hours } from '#shared/time.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { loadPage, renderPage } from './render-page.ts';

const issue = (id: number, title: string) => ({ id, iid: id, project_id: 7, title, state: 'opened' });

/** Issues of the instance: one is returned, one is not returned anymore, one was deleted. */
async function issues(over: object = {}) {
  const list = fakeList([issue(1, 'Broken link'), issue(2, 'Slow page'), issue(3, 'Wrong color')]);
  const at = Date.now() - days(3);
  list.rows = list.rows.map((row, index) => {
    const since = index === 0 ? null : at;
    return { ...row, notReturnedSince: since, ...(index === 2 && { deletedAt: at }) };
  });
  const answers = listAnswers<'issues'>(list);
  const summary = { live: 1, notReturned: 2, completedAt: Date.now() - hours(3), unreadable: 0, counts: {}, ...over };
  const { default: Issues } = await loadPage('issues');
  const rendered = await renderPage(Issues, {
    path: '/issues',
    answers: { issues: { ...answers, summary: () => summary } },
  });
  await rendered.table();
  return { ...rendered, at };
}

test('a deleted row says so, and a row that is not returned says since when', async () => {
  const { at } = await issues();
  await userEvent.click(page.getByRole('button', { name: 'Filter', exact: true }));
  await userEvent.click(page.getByRole('radio', { name: 'Include issues not returned or deleted' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Including issues not returned or deleted')).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect.element(row('Slow page').getByText(`Not returned since ${shortDay(at, Date.now())}`)).toBeVisible();
  await expect.element(row('Wrong color').getByText('Deleted', { exact: true })).toBeVisible();
  await expect.element(row('Broken link').getByText(/Deleted|Not returned/)).not.toBeInTheDocument();
});

test('a list that the token can no longer see says so, and keeps its rows', async () => {
  await issues({ hiddenSince: Date.now() - days(2) });
  const text = page.getByText('No longer visible to this token');
  await expect.element(text).toBeVisible();
  await expect
    .element(text)
    .toHaveAttribute(
      'title',
      expect.stringContaining('refused to list the issues of git.corp.example, for the first time 2d ago'),
    );
  await expect.element(page.getByRole('row').filter({ hasText: 'Broken link' })).toBeVisible();
});
