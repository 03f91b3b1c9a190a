import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { listAnswers } from '../fake-list.ts';
import { fakeRunners } from './fake-runners.ts';
import { renderPage } from './render-page.ts';

/** Runners of which the first one has unexpected values. `unknown`: of each reply. */
function answers(unknown: number) {
  const list = fakeRunners(3);
  const [first] = list.rows;
  if (first === undefined) throw new Error('no row');
  const { status: _, ...row } = first.row;
  const values = { status: 5, maximum_timeout: '9007199254740993', 'projects.0.name': { a: null } };
  first.row = { ...row, unexpected_values: values };
  const verbs = listAnswers<'runners'>(list);
  type List = NonNullable<(typeof verbs)['list']>;
  const listed: List = async (...input) =>
    ({ ...(await verbs.list?.(...input)), unknown }) as Awaited<ReturnType<List>>;
  return { runners: { ...verbs, list: listed } };
}

test('the panel and the table show values of an unexpected type as they were sent', async () => {
  const { table, press } = await renderPage(RunnersPage, { answers: answers(0), path: '/runners' });
  await table();
  await expect.element(page.getByRole('grid').getByText('Unexpected').first()).toBeVisible();
  await press('j{Enter}');
  const panel = page.getByRole('complementary', { name: /Details of runner-001/ });
  await expect
    .element(panel)
    .toMatchTextContent(
      /Unexpected values\s*status\s*5.*maximum_timeout\s*"9007199254740993".*projects\.0\.name\s*\{"a":null\}/,
    );
  await expect.element(panel).not.toMatchTextContent(/unexpected_values/);
});

test('a selection of all matching rows says how many rows are not included', async () => {
  const { table, press } = await renderPage(RunnersPage, { answers: answers(3), path: '/runners' });
  await table();
  await press('jx');
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect.element(bar.getByText('3 rows are not included because their value is unexpected')).toBeVisible();
});
