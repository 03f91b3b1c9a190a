import { createRawSnippet } from 'svelte';
import { expect, test, vi } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../src-renderer/styles/index.css';
import Button from '../../../src-renderer/components/buttons/Button.svelte';
import SharedTooltip from '../../../src-renderer/components/buttons/SharedTooltip.svelte';
import StateScreen from '../../../src-renderer/components/display/StateScreen.svelte';
import Menu from '../../../src-renderer/components/overlays/Menu.svelte';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { click } from '../click.ts';
import ComponentHost from './ComponentHost.svelte';

async function renderComponent(
  show: 'panel' | 'off' | 'loading' | 'empty' | 'error' | 'offline' | 'forbidden',
): Promise<unknown[]> {
  const events: unknown[] = [];
  await render(ComponentHost, { show, onevent: (event: unknown) => void events.push(event) });
  return events;
}

test('a panel is resized by keyboard in steps, and not below its minimum width', async () => {
  const events = await renderComponent('panel');
  const grip = page.getByRole('separator', { name: 'Panel width' });
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(grip).toHaveAttribute('aria-valuenow', '408');
  await userEvent.keyboard('{ArrowRight>10/}');
  await expect.element(grip).toHaveAttribute('aria-valuenow', '300');
  expect(events.at(-1)).toBe(300);
});

test('a disabled button can be focused, shows the reason and does nothing', async () => {
  const events = await renderComponent('off');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Pause' })).toHaveFocus();
  await expect.element(page.getByText('Requires the network.')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Pause' }))
    .toHaveAccessibleDescription('Requires the network.');
  await userEvent.keyboard('{Enter}');
  expect(events).toEqual([]);
});

test('a button keeps the focus when it becomes disabled, and then shows why', async () => {
  const children = createRawSnippet(() => ({ render: () => '<span>Sync</span>' }));
  await render(SharedTooltip);
  const { rerender } = await render(Button, { children, disabledReason: null });
  await userEvent.keyboard('{Tab}');
  const button = page.getByRole('button', { name: 'Sync' });
  await expect.element(button).toHaveFocus();
  await rerender({ disabledReason: 'A sync is running.' });
  await expect.element(button).toHaveFocus();
  await userEvent.hover(button);
  await expect.element(page.getByText('A sync is running.')).toBeVisible();
});

test('a button is busy, and ignores clicks, until the action that it started has ended', async () => {
  const children = createRawSnippet(() => ({ render: () => '<span>Sync</span>' }));
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = 0;
  const onclick = (): Promise<void> => {
    started += 1;
    return promise;
  };
  await render(Button, { children, onclick });
  const button = page.getByRole('button', { name: 'Sync' });
  await click(button);
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  (button.element() as HTMLElement).click();
  expect(started).toBe(1);
  resolve();
  await expect.element(button).not.toHaveAttribute('aria-busy');
});

test('loading shows placeholders and is announced to screen readers', async () => {
  await renderComponent('loading');
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('an empty screen shows what to do', async () => {
  const events = await renderComponent('empty');
  await click(page.getByRole('button', { name: 'Add one' }));
  expect(events).toEqual(['add']);
});

test('a long name without spaces is cut and wrapped, so that the title and the button of an empty screen stay inside', async () => {
  const title = `No commits of ${'x'.repeat(600)} synced yet.`;
  const action = { label: `Sync commits of ${'x'.repeat(600)}`, run: () => undefined, disabledReason: null };
  await render(StateScreen, { kind: 'empty', title, action });
  const button = page.getByRole('button', { name: /^Sync commits of x+… \(616 characters\)$/ });
  for (const shown of [button, page.getByText(/^No commits of/)]) {
    const { left, right } = shown.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right - left).toBeLessThanOrEqual(560);
    expect(right).toBeLessThanOrEqual(innerWidth);
  }
  expect(button.element().scrollWidth).toBeLessThanOrEqual(button.element().clientWidth);
});

test('an error screen shows what failed on which instance, and can retry', async () => {
  const events = await renderComponent('error');
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/couldn’t read the response of the instance \(git\.corp\.example\)\./);
  await click(page.getByRole('button', { name: 'Retry' }));
  expect(events).toEqual(['retry']);
});

test('an offline screen shows since when the instance is unreachable', async () => {
  await renderComponent('offline');
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent(/didn’t respond in time.*Offline, last reached just now\./);
});

test('a forbidden screen shows the required role and the message of the instance', async () => {
  await renderComponent('forbidden');
  const screen = page.getByRole('status');
  await expect.element(screen).toMatchTextContent(/Requires Owner\./);
  await expect.element(screen).toMatchTextContent(/HTTP 403 · 403 Forbidden/);
});

test('a menu whose code can’t be loaded shows a message, and is loaded again at the next press', async () => {
  const load = vi.fn(() => Promise.reject(new Failure('bug', 'Failed to fetch dynamically imported module')));
  const trigger = createRawSnippet((props: () => Record<string, unknown>) => ({
    render: () => '<button type="button">Columns</button>',
    setup: (element) => element.addEventListener('pointerdown', props()['onpointerdown'] as EventListener),
  }));
  await render(Menu, { content: { load, props: {} }, trigger });
  for (const calls of [1, 2]) {
    await userEvent.click(page.getByRole('button', { name: 'Columns' }));
    await expect.poll(() => messages.shown.length).toBe(1);
    expect(load).toHaveBeenCalledTimes(calls);
    messages.clear();
  }
});
