import type { QueueLine } from '#shared/contract/imports.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, openWindow } from '../shell/window.ts';

const bad = (line: number): QueueLine => ({
  line,
  label: `#${line}`,
  target: `no where!/#${line}`,
  body: {},
  problems: [{ field: 'target_namespace', kind: 'invalid', detail: 'path' }],
});

test('if all lines of a CSV have problems, sending scrolls to these lines and focuses them', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => bad(at + 2));
  await openWindow({
    path: '/imports',
    answers: {
      imports: {
        history: () => ({ entries: [], older: 0, isStatusOffered: null }),
        read: ({ text }) => ({ lines: text === '' ? [] : lines, problems: [] }),
      },
    },
  });
  await userEvent.click(button('New import').first());
  await userEvent.click(page.getByRole('menuitem', { name: 'From a CSV…' }));
  await userEvent.fill(page.getByLabelText('CSV', { exact: true }), 'repo_id,target_namespace\n1,no where!');
  await userEvent.fill(page.getByLabelText('Personal access token of the other service', { exact: true }), 'secret');
  const preview = page.getByRole('region', { name: 'Lines of the CSV' });
  await expect.element(preview).toBeInTheDocument();
  page.getByLabelText('CSV', { exact: true }).element().scrollIntoView();
  await userEvent.click(button('Look at the plan'));
  await expect.element(page.getByRole('alert').filter({ hasText: 'All lines have problems.' })).toBeInTheDocument();
  await expect.element(preview).toHaveFocus();
  const body = document.querySelector('.dialog-body')?.getBoundingClientRect();
  const { top, bottom } = page.getByRole('row', { name: /^2 #2/ }).element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(body?.top ?? Infinity);
  expect(bottom).toBeLessThanOrEqual(body?.bottom ?? 0);
});
