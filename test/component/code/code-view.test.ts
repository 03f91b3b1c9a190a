import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { BlameLine } from '../../../src-renderer/components/code/blame-line.ts';
import CodeView from '../../../src-renderer/components/code/CodeView.svelte';
import { eventually } from '../eventually.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `const value${at + 1} = ${at};`).join('\n');

async function draw(props: {
  text: string;
  line?: number | null;
  blameOf?: ((line: number) => BlameLine | undefined) | null;
  isNarrow?: boolean;
}) {
  const seen: number[] = [];
  const visible: (readonly [number, number])[] = [];
  const all = {
    ...{ fileName: 'main.ts', label: 'Content of main.ts', line: null, blameOf: null, isNarrow: false, ...props },
    online: (at: number) => void seen.push(at),
    onvisible: (from: number, to: number) => void visible.push([from, to]),
  };
  const { container, rerender } = await render(CodeView, all);
  // In the product, the pane has the height of the window
  const pane = container.querySelector<HTMLElement>('.code');
  if (pane === null) throw new Error('nothing is rendered');
  pane.style.height = '400px';
  const root = await eventually(() => {
    const found = pane.querySelector('.host')?.shadowRoot ?? null;
    if (found === null || found.querySelector('.cm-line') === null) throw new Error('not loaded');
    return found;
  });
  return { root, seen, visible, update: (more: object) => rerender({ ...all, ...more }) };
}

const text = (root: ShadowRoot, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent);

test('of 20,000 lines only the visible ones are drawn, and a line far below is shown', async () => {
  const { root, seen, update } = await draw({ text: lines(20_000) });
  expect(text(root, '.cm-line')[0]).toBe('const value1 = 0;');
  expect(root.querySelectorAll('.cm-line').length).toBeLessThan(200);
  await update({ line: 12_345 });
  await eventually(() => expect(text(root, '.cm-activeLine')).toEqual(['const value12345 = 12344;']));
  expect(seen).toEqual([12_345]);
  expect(root.querySelectorAll('.cm-line').length).toBeLessThan(200);
  // The last line ends the text, with or without a line break after it
  await update({ line: 99_999 });
  await eventually(() => expect(text(root, '.cm-activeLine')).toEqual(['const value20000 = 19999;']));
});

test('code has colors, no inline style sheets, and marks for characters that would hide something', async () => {
  const { root } = await draw({ text: 'const admin = "\u202e\u2066// no\u2069"; // \u200bnote\n' });
  await eventually(() => expect(root.querySelectorAll('.cm-line span[class]').length).toBeGreaterThan(3));
  expect(root.querySelectorAll('style')).toHaveLength(0);
  expect(root.adoptedStyleSheets.length).toBeGreaterThan(0);
  expect(root.querySelectorAll('.cm-specialChar').length).toBe(4);
  expect(text(root, '.cm-lineNumbers .cm-gutterElement').at(-1)).toBe('1');
});

test('the blame of a block stands in its first line, and on a narrow page only its color', async () => {
  const block = (from: number): BlameLine => ({
    ...{
      from,
      commit: `${from}`.repeat(40).slice(0, 40),
      title: 'Fix',
      author: `Author\u202e ${from}`,
      age: '3d ago',
      heat: 3,
    },
  });
  const blocks = [block(1), block(4)];
  const blameOf = (line: number): BlameLine | undefined => (line > 6 ? undefined : blocks[line < 4 ? 0 : 1]);
  const { root, visible, update } = await draw({ text: lines(10), blameOf });
  await eventually(() => expect(text(root, '.cm-blame .who')).toEqual(['Author⟨U+202E⟩ 1', 'Author⟨U+202E⟩ 4']));
  expect(root.querySelectorAll('.cm-blame .heat-3')).toHaveLength(6);
  expect(visible.at(-1)).toEqual([1, 10]);
  await update({ isNarrow: true });
  await eventually(() => expect(root.querySelectorAll('.cm-blame.is-narrow .row')).toHaveLength(6));
  expect(text(root, '.cm-blame .who')).toEqual([]);
  expect(root.querySelector<HTMLElement>('.cm-blame .row')?.title).toContain('3d ago');
  await update({ blameOf: null });
  await eventually(() => expect(root.querySelector('.cm-blame')).toBeNull());
});

test('the text cannot be changed', async () => {
  const { root } = await draw({ text: 'kept' });
  const content = root.querySelector<HTMLElement>('.cm-content');
  expect(content?.getAttribute('aria-readonly')).toBe('true');
  content?.focus();
  await userEvent.keyboard('x{Enter}{Backspace}');
  await eventually(() => expect(text(root, '.cm-line')).toEqual(['kept']));
});
