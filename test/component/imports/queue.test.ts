import type { QueueLine } from '#shared/contract/imports.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import type { FakeCore } from '../fake-core.ts';
import { button, callsOf, openWindow } from '../shell/window.ts';

const bad = (line: number): QueueLine => ({
  line,
  label: `#${line}`,
  target: `no where!/#${line}`,
  body: {},
  problems: [{ field: 'target_namespace', kind: 'invalid', detail: 'path' }],
});

const good = (line: number): QueueLine => ({
  ...{ line, label: `#${line}`, target: `acme/p${line}`, problems: [] },
  body: { repo_id: line, target_namespace: 'acme' },
});

/** Open the form, and fill in a token and a CSV. The fake core answers each `imports.read` with `lines`, after `wait`. */
async function openQueue(lines: readonly QueueLine[], wait = async (): Promise<void> => undefined): Promise<FakeCore> {
  const core = await openWindow({
    path: '/imports',
    answers: {
      imports: {
        history: () => ({ entries: [], found: [], older: 0, isStatusOffered: null }),
        read: async ({ text }) => {
          await wait();
          return { lines: text === '' ? [] : [...lines], problems: [] };
        },
      },
    },
  });
  await click(button('Import repositories').first());
  await click(page.getByRole('menuitem', { name: 'From a CSV…' }));
  await fill(csv(), 'repo_id,target_namespace\n1,acme\n2,no where!\n3,acme');
  await fill(page.getByLabelText('Personal access token of the other service', { exact: true }), 'secret');
  await expect.element(preview()).toBeInTheDocument();
  return core;
}
const send = () => page.getByRole('dialog').getByRole('button', { name: 'Import repositories…' });
const submit = (): void => (csv().element() as HTMLTextAreaElement).form?.requestSubmit();
const csv = () => page.getByLabelText('CSV', { exact: true });
const preview = () => page.getByRole('region', { name: 'Lines of the CSV' });

test('if some lines have problems, the form shows them before the plan, and sends the others only on request', async () => {
  const core = await openQueue([good(2), bad(3), good(4)]);
  csv().element().scrollIntoView();
  await userEvent.click(send());
  const notice = page.getByRole('alert').filter({ hasText: '1 of 3 lines can’t be used.' });
  await expect.element(notice).toBeVisible();
  await expect.element(preview()).toHaveFocus();
  await expect.element(page.getByRole('row', { name: /^3 #3/ })).toBeInViewport();
  await expect.element(page.getByRole('row', { name: /^2 #2/ })).not.toBeInTheDocument();
  expect(callsOf(core, 'changes.plan')).toEqual([]);

  await userEvent.click(notice.getByRole('button', { name: 'Correct CSV' }));
  await expect.element(csv()).toHaveFocus();
  const { value, selectionStart, selectionEnd } = csv().element() as HTMLTextAreaElement;
  expect(value.slice(selectionStart, selectionEnd)).toBe('2,no where!');

  await userEvent.click(notice.getByRole('button', { name: 'Continue with the other 2 lines' }));
  const plan = page.getByRole('dialog', { name: 'Import 2 repositories' });
  await expect.element(plan).toBeVisible();
  expect(callsOf(core, 'changes.plan')).toHaveLength(1);

  await userEvent.keyboard('{Escape}');
  await expect.element(plan).not.toBeInTheDocument();
  await expect.element(notice).toBeInViewport();
  await expect.element(page.getByRole('row', { name: /^3 #3/ })).toBeInViewport();
  await userEvent.click(send());
  await expect.element(preview()).toHaveFocus();
  expect(callsOf(core, 'changes.plan')).toHaveLength(1);
  await userEvent.click(notice.getByRole('button', { name: 'Continue with the other 2 lines' }));
  await expect.element(plan).toBeVisible();
});

test('continuing without a token asks for the token, and the next attempt asks about the lines again', async () => {
  const core = await openQueue([good(2), bad(3)]);
  await userEvent.click(send());
  const token = page.getByLabelText('Personal access token of the other service', { exact: true });
  await userEvent.fill(token, '');
  const others = button('Continue with the other line');
  await userEvent.click(others);
  await expect.element(token).toHaveFocus();
  await userEvent.fill(token, 'secret');
  await userEvent.click(send());
  await expect.element(preview()).toHaveFocus();
  expect(callsOf(core, 'changes.plan')).toEqual([]);
  await userEvent.click(others);
  await expect.element(page.getByRole('dialog', { name: 'Import 1 repository' })).toBeVisible();
});

test('a change of the CSV removes the notice about its lines', async () => {
  await openQueue([good(2), bad(3)]);
  await click(send());
  const notice = page.getByRole('alert').filter({ hasText: '1 of 2 lines can’t be used.' });
  await expect.element(notice.getByRole('button', { name: 'Continue with the other line' })).toBeVisible();
  await fill(csv(), 'repo_id,target_namespace\n1,acme');
  await expect.element(notice).not.toBeInTheDocument();
});

test('if all lines of a CSV have problems, sending scrolls to these lines and focuses them', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => bad(at + 2));
  await openQueue(lines);
  csv().element().scrollIntoView();
  await userEvent.click(send());
  await expect.element(page.getByRole('alert').filter({ hasText: 'All lines have problems.' })).toBeInTheDocument();
  await expect.element(preview()).toHaveFocus();
  const body = document.querySelector('.dialog-body')?.getBoundingClientRect();
  const { top, bottom } = page.getByRole('row', { name: /^2 #2/ }).element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(body?.top ?? Infinity);
  expect(bottom).toBeLessThanOrEqual(body?.bottom ?? 0);
});

test('a CSV that is submitted while it is being read is read once, and the plan contains its lines', async () => {
  const held: (() => void)[] = [];
  let isHeld = false;
  const lines = [good(2)];
  const core = await openQueue(lines, async () => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
  });
  isHeld = true;
  lines.push(good(3));
  await fill(csv(), 'repo_id,target_namespace\n1,acme\n2,acme');
  await vi.waitFor(() => expect(held).toHaveLength(1));
  submit();
  expect(callsOf(core, 'changes.plan')).toEqual([]);
  held[0]?.();
  await expect.element(page.getByRole('dialog', { name: 'Import 2 repositories' })).toBeVisible();
  expect(held).toHaveLength(1);
});

test('the notice about lines with problems stays if the form is submitted right after the CSV was changed', async () => {
  await openQueue([good(2), bad(3)]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await userEvent.fill(csv(), 'repo_id,target_namespace\n1,acme\n2,no where either!');
  submit();
  const notice = page.getByRole('alert').filter({ hasText: '1 of 2 lines can’t be used.' });
  await expect.element(notice).toBeVisible();
  // The delay after typing ends
  vi.advanceTimersByTime(1_000);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expect.element(notice).toBeVisible();
});
