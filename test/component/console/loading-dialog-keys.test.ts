import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import { listAnswers } from '../fake-list.ts';
import { openWindow } from '../shell/window.ts';
import { fakeRunners } from './fake-runners.ts';
import { cell } from './render-page.ts';

// In a separate file: a dialog loads only when it is opened for the first time.
test('keys pressed while a dialog loads do not reach the list behind it', async () => {
  await openWindow({ path: '/runners', answers: { runners: listAnswers<'runners'>(fakeRunners()) } });
  await eventually(() => cell(0));
  (page.getByRole('grid').element() as HTMLElement).focus();
  await userEvent.keyboard('jx');
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await userEvent.keyboard('njxjx');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.element(page.getByText('1 selected')).toBeVisible();
});
