import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../src-renderer/styles/index.css';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import Toasts from '../../../src-renderer/components/messages/Toasts.svelte';
import { mostPastedChars, refuseLongPaste } from '../../../src-renderer/app/frame/long-paste.ts';
import { showMessage } from '../../../src-renderer/components/messages/show-message.ts';

const message = (text: string) => page.getByText(text, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  await render(Toasts);
});
afterEach(() => {
  messages.clear();
  vi.useRealTimers();
});

test('a message disappears by itself; one with an undo or an error stays longer', async () => {
  showMessage({ tone: 'ok', title: 'Copied' });
  showMessage({ tone: 'bad', title: 'Not saved' });
  showMessage({ tone: 'ok', title: 'Paused runner 7', action: { label: 'Undo', run: () => undefined } });
  vi.advanceTimersByTime(6_000);
  await expect.element(message('Copied')).not.toBeInTheDocument();
  vi.advanceTimersByTime(9_000);
  await expect.element(message('Not saved')).not.toBeInTheDocument();
  await expect.element(message('Paused runner 7')).toBeVisible();
  vi.advanceTimersByTime(5_000);
  await expect.element(message('Paused runner 7')).not.toBeInTheDocument();
});

test('no message disappears while the pointer or the keyboard focus is on the messages', async () => {
  showMessage({ title: 'Copied' });
  await userEvent.hover(message('Copied'));
  vi.advanceTimersByTime(60_000);
  await expect.element(message('Copied')).toBeVisible();
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.element(button('Close: Copied')).toHaveFocus();
  await userEvent.unhover(message('Copied'));
  vi.advanceTimersByTime(60_000);
  await expect.element(message('Copied')).toBeVisible();
  button('Close: Copied').element().blur();
  vi.advanceTimersByTime(6_000);
  await expect.element(message('Copied')).not.toBeInTheDocument();
});

test('by keyboard: the focus moves to the newest message and its action, Esc closes one message after the other, and the focus returns', async () => {
  const undo = vi.fn();
  const field = document.createElement('input');
  document.body.append(field);
  showMessage({ title: 'Copied' });
  showMessage({ title: 'Paused runner 7', action: { label: 'Undo', run: undo } });
  field.focus();
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.element(button('Undo')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  await expect.element(button('Close: Copied')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(message('Copied')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(field);
  field.remove();
});

test('a message stays open after its link is used, so that its action can still be used', async () => {
  const [undo, show] = [vi.fn(), vi.fn()];
  const link = { label: 'Show commit', run: show };
  showMessage({ title: 'Commit created on main', action: { label: 'Undo', run: undo }, link });
  await userEvent.click(button('Show commit'));
  expect(show).toHaveBeenCalledOnce();
  await userEvent.click(button('Undo'));
  expect(undo).toHaveBeenCalledOnce();
  await expect.element(message('Commit created on main')).not.toBeInTheDocument();
});

test('when a message with the focus closes by itself, the focus moves to the next message, and finally back to the page', async () => {
  const field = document.createElement('input');
  document.body.prepend(field);
  showMessage({ title: 'Copied' });
  const close = messages.add({ title: 'Paused runner 7', action: { label: 'Undo', run: () => undefined } });
  field.focus();
  await expect.element(button('Undo')).toBeVisible();
  button('Undo').element().focus();
  close();
  await expect.element(button('Close: Copied')).toHaveFocus();
  messages.clear();
  await expect.element(field).toHaveFocus();
  field.remove();
});

test('three messages are shown, the next one waits with its time, and a message with the same id replaces the earlier one', async () => {
  for (const title of ['one', 'two', 'three', 'four']) showMessage({ title, id: title });
  await expect.element(page.getByRole('listitem').nth(2)).toBeVisible();
  await expect.element(message('one')).not.toBeInTheDocument();
  showMessage({ title: 'four again', id: 'four' });
  await expect.element(message('four')).not.toBeInTheDocument();
  await userEvent.click(button('Close: three'));
  await expect.element(message('one')).toBeVisible();
  vi.advanceTimersByTime(5_000);
  await expect.element(message('one')).toBeVisible();
});

test('a paste that is longer than any field allows is refused with a message before the field gets it', async () => {
  const paste = (text: string): boolean => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, cancelable: true });
    refuseLongPaste(event);
    return event.defaultPrevented;
  };
  expect(paste('"'.repeat(mostPastedChars))).toBe(false);
  expect(paste('"'.repeat(mostPastedChars + 1))).toBe(true);
  await expect.element(message('This text is too long.')).toBeVisible();
});
