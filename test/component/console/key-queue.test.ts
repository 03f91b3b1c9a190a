import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import { Failure } from '#shared/errors.ts';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { listAnswers } from '../fake-list.ts';
import { fakeRunners } from './fake-runners.ts';
import { cell, renderPage, type RenderedPage } from './render-page.ts';

const runnerNames = ['runner-001', 'runner-037', 'runner-039'] as const;
const selected = (count: number) => page.getByText(`${count} selected`);
const names = (): string[] =>
  [...document.querySelectorAll('[role="row"][aria-selected="true"] .choose')].map((choose) =>
    (choose.getAttribute('aria-label') ?? '').slice(0, 'runner-000'.length),
  );

/** A list whose searches are answered when the test says so. An empty search is answered at once. */
async function held(): Promise<
  RenderedPage & { asked: string[]; answer: (search: string, isAnswered?: boolean) => Promise<void> }
> {
  const answers = listAnswers<'runners'>(fakeRunners());
  const waiting: ((isAnswered: boolean) => void)[] = [];
  const asked: string[] = [];
  const stage = await renderPage(RunnersPage, {
    answers: {
      runners: {
        ...answers,
        list: async (input, signal) => {
          const { search } = input.query;
          asked.push(search);
          const isAnswered = search === '' || (await new Promise<boolean>((resolve) => waiting.push(resolve)));
          if (!isAnswered) throw new Failure('remote', 'broken');
          return answers.list?.(input, signal) as never;
        },
      },
    },
    path: '/runners',
  });
  await stage.table();
  const answer = async (search: string, isAnswered = true): Promise<void> => {
    await eventually(() => expect(asked.at(-1)).toBe(search));
    waiting.splice(0).forEach((resolve) => resolve(isAnswered));
  };
  return { ...stage, asked, answer };
}

test('keys pressed during a search wait for its result and apply to it', async () => {
  const { press, answer } = await held();
  await press('/037{Enter}jx');
  const grid = page.getByRole('grid');
  await expect.element(grid).toHaveFocus();
  await expect.element(grid).toHaveAttribute('aria-busy', 'true');
  expect(names()).toEqual([]);
  await answer('037');
  await expect.element(selected(1)).toBeVisible();
  await expect.element(grid).toHaveAttribute('aria-busy', 'false');
  expect(names()).toEqual([runnerNames[1]]);
});

test('leaving the field searches for the typed text at once', async () => {
  const { press, asked } = await held();
  await press('/037');
  await press('{ArrowDown}');
  expect(asked.at(-1)).toBe('037');
});

test('an action does not apply to the active row while other rows are being loaded', async () => {
  const { press, stores, answer } = await held();
  await press('j');
  const reason = (): string | null | undefined =>
    stores.commands.list.find(({ id }) => id === 'runners.pause')?.disabledReason;
  expect(reason()).toBeNull();
  await press('/039');
  expect(reason()).toBe('No runner selected');
  await answer('039');
  await press('{Enter}j');
  await eventually(() => expect(reason()).toBeNull());
});

test('keys that wait for a failed query are dropped', async () => {
  const { press, answer } = await held();
  await press('/037{Enter}jx');
  await answer('037', false);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  expect(names()).toEqual([]);
  await press('jx');
  expect(names()).toEqual([runnerNames[0]]);
});

test('waiting keys are dropped when the person goes back to the filter', async () => {
  const { press, answer } = await held();
  await press('/037{Enter}jx/');
  await press('039');
  await answer('039');
  await expect.element(page.getByText('1 runner', { exact: true })).toBeVisible();
  expect(names()).toEqual([]);
  await press('{Enter}jx');
  await expect.element(selected(1)).toBeVisible();
  expect(names()).toEqual([runnerNames[2]]);
});

test('the table gets the focus when a result shows it again', async () => {
  const { press, answer } = await held();
  await press('/nobody');
  await answer('nobody');
  await expect.element(page.getByText('No runners match', { exact: false })).toBeVisible();
  await press('{Control>}a{/Control}037{Enter}');
  await answer('037');
  await eventually(() => cell(0));
  await expect.element(page.getByRole('grid')).toHaveFocus();
});
