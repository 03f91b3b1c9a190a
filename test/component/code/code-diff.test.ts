import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import CodeDiff from '../../../src-renderer/components/code/CodeDiff.svelte';
import CodeEditor from '../../../src-renderer/components/code/CodeEditor.svelte';
import { lineCounts } from '../../../src-renderer/components/code/code-diff.ts';
import { eventually } from '../eventually.ts';

async function rootIn(container: HTMLElement, selector: string): Promise<ShadowRoot> {
  const pane = container.querySelector<HTMLElement>('.code');
  if (pane === null) throw new Error('nothing is rendered');
  // In the product, the form sets the height
  pane.style.height = '400px';
  return eventually(() => {
    const found = pane.querySelector('.host')?.shadowRoot ?? null;
    if (found === null || found.querySelector(selector) === null) throw new Error('not loaded');
    return found;
  });
}

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

test('a difference shows removed and added lines, and hides what is equal', async () => {
  const before = numbered(100);
  const after = before.replace('line 50\n', 'line fifty\nanother line\n');
  const { container } = await render(CodeDiff, { before, after, fileName: 'a.txt', label: 'Changes to a.txt' });
  const root = await rootIn(container, '.cm-deletedChunk');
  expect(root.querySelector('.cm-deletedChunk')?.textContent).toContain('line 50');
  expect([...root.querySelectorAll('.cm-changedLine')].map((one) => one.textContent)).toEqual([
    'line fifty',
    'another line',
  ]);
  expect([...root.querySelectorAll('.cm-collapsedLines')].map((one) => one.textContent)).toEqual([
    '46 unchanged lines',
    '47 unchanged lines',
  ]);
  expect(root.querySelectorAll('style')).toHaveLength(0);
});

test('both texts can be shown side by side', async () => {
  const props = { before: 'a\nb', after: 'a\nc', fileName: 'a.txt', label: 'Changes to a.txt', isSplit: true };
  const { container, rerender } = await render(CodeDiff, props);
  const root = await rootIn(container, '.cm-mergeView .cm-merge-b .cm-line');
  expect(root.querySelectorAll('.cm-mergeView')).toHaveLength(1);
  expect(root.querySelectorAll('.cm-editor')).toHaveLength(2);
  await rerender({ ...props, isSplit: false });
  await eventually(() => expect(root.querySelectorAll('.cm-editor')).toHaveLength(1));
  expect(root.querySelectorAll('.cm-mergeView')).toHaveLength(0);
});

test('adding a last line without a line end removes no line', async () => {
  const props = { before: 'a\n', after: 'a\nb', fileName: 'a.txt', label: 'Changes to a.txt' };
  const { container, rerender } = await render(CodeDiff, props);
  const root = await rootIn(container, '.cm-changedLine');
  const removed = (): Element[] => [...root.querySelectorAll('.cm-deletedLine, .cm-merge-a .cm-changedLine')];
  expect(removed()).toEqual([]);
  await rerender({ ...props, isSplit: true });
  await eventually(() => expect(root.querySelectorAll('.cm-merge-b .cm-changedLine')).toHaveLength(1));
  expect(removed()).toEqual([]);
  await rerender({ ...props, before: '', after: 'new' });
  await eventually(() => expect(root.querySelector('.cm-changedLine')?.textContent).toBe('new'));
  expect(removed()).toEqual([]);
});

test('a difference in only the last line end is shown', async () => {
  const props = { before: 'a\n', after: 'a', fileName: 'a.txt', label: 'Changes to a.txt' };
  const { container } = await render(CodeDiff, props);
  const root = await rootIn(container, '.cm-deletedChunk');
  expect(root.querySelectorAll('.cm-deletedLine')).toHaveLength(1);
});

test('an editor reports the text, keeps its line ends, and lets Tab leave it', async () => {
  const texts: string[] = [];
  const { container } = await render(CodeEditor, {
    ...{ text: 'one\r\ntwo\r\n', fileName: 'a.txt', label: 'Content of a.txt' },
    onchange: (text: string) => void texts.push(text),
  });
  const root = await rootIn(container, '.cm-content');
  root.querySelector<HTMLElement>('.cm-content')?.focus();
  await userEvent.keyboard('zero{Enter}');
  await eventually(() => expect(texts.at(-1)).toBe('zero\r\none\r\ntwo\r\n'));
  await userEvent.keyboard('{Tab}');
  expect(root.activeElement).toBeNull();
  await userEvent.keyboard('x');
  expect(texts.at(-1)).toBe('zero\r\none\r\ntwo\r\n');
});

test('added and removed lines are counted', () => {
  expect(lineCounts('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual({ added: 2, removed: 1 });
  expect(lineCounts('', 'a\nb\n')).toEqual({ added: 2, removed: 0 });
  expect(lineCounts('a\nb\n', '')).toEqual({ added: 0, removed: 2 });
  expect(lineCounts('a\n', 'a\nb')).toEqual({ added: 1, removed: 0 });
  expect(lineCounts('a\nb\n', 'a\nc')).toEqual({ added: 1, removed: 1 });
  expect(lineCounts('a\n', 'a')).toEqual({ added: 1, removed: 1 });
  expect(lineCounts('same\r\n', 'same\n')).toEqual({ added: 0, removed: 0 });
});
