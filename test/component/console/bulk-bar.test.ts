import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { listAnswers } from '../fake-list.ts';
import { fakeRunners } from './fake-runners.ts';
import { renderPage } from './render-page.ts';

const answers = { runners: listAnswers<'runners'>(fakeRunners()) };
const bar = () => page.getByRole('region', { name: 'Selected rows' });

test('the bar of a selection stays on one line in a narrow window', async () => {
  const { table, press } = await renderPage(RunnersPage, { answers, path: '/runners' });
  const grid = await table();
  const main = grid.closest<HTMLElement>('.list-with-panel');
  if (main === null) throw new Error('no console');
  main.style.flex = 'none';
  main.style.width = '800px';
  await press('jx');
  await expect.element(bar().getByText('1 selected')).toBeVisible();
  const middles = (): number[] =>
    [...bar().element().children].map((child) => {
      const { top, bottom } = child.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    });
  await eventually(() => expect(new Set(middles()).size).toBe(1));
  await expect.element(bar().getByRole('button', { name: 'Export…' })).toBeVisible();
});

test('the bar shows how many selected rows are not in the shown list', async () => {
  const { table, press } = await renderPage(RunnersPage, { answers, path: '/runners' });
  await table();
  await press('jxjxjx');
  await expect.element(bar().getByText('3 selected', { exact: true })).toBeVisible();
  await press('/');
  await press('runner-001');
  await expect.element(bar().getByText('3 selected, 2 not shown')).toBeVisible();
  await press('{Escape}');
  await expect.element(bar().getByText('3 selected', { exact: true })).toBeVisible();
});
