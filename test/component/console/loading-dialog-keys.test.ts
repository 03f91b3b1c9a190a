import { tick } from 'svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { palette } from '#shared/text/en/palette.ts';
import { eventually } from '../eventually.ts';
import { listAnswers } from '../fake-list.ts';
import { heading, openWindow } from '../shell/window.ts';
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

test('once the palette is loaded, text typed right after its shortcut goes into it', async () => {
  const press = (): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  const field = page.getByPlaceholder(palette.placeholder);
  await openWindow({ path: '/settings' });
  await expect.element(heading('Settings')).toBeVisible();
  press();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  press();
  await tick();
  expect(document.activeElement).toBe(field.element());
});
