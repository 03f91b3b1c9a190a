import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

const all = Number.POSITIVE_INFINITY;
const textsOf = (text: string) => piecesOf(text, all).map((piece) => piece.text);

test('a short text is one piece, and an empty text has none', () => {
  expect(piecesOf('# Title\n\ntext', all)).toEqual([{ text: '# Title\n\ntext', end: 13 }]);
  expect(piecesOf('', all)).toEqual([]);
});

test('a long text is split at blank lines, and the pieces together are the text', () => {
  const paragraph = `${'word '.repeat(100)}\n\n`;
  const text = paragraph.repeat(40);
  const texts = textsOf(text);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.join('')).toBe(text);
  for (const one of texts) {
    expect(one.length).toBeLessThanOrEqual(1_500);
    expect(one).toMatch(/\n\n$/);
  }
});

test('a text without lines and spaces is split, and no character is halved', () => {
  const text = '😀'.repeat(10_000);
  const texts = textsOf(`x${text}`);
  expect(texts.join('')).toBe(`x${text}`);
  for (const one of texts) expect(one).not.toMatch(/[\ud800-\udbff]$/);
});

test('a code block and a table that are split begin again in the next piece', () => {
  const code = textsOf(`\`\`\`js\n${'let a = 1;\n\n'.repeat(600)}\`\`\`\n\nafter`);
  expect(code.length).toBeGreaterThan(2);
  for (const one of code) expect(one.startsWith('```js\n')).toBe(true);
  expect(code.at(-1)).toMatch(/```\n\nafter$/);

  const table = textsOf(`| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(600)}\nafter`);
  expect(table.length).toBeGreaterThan(1);
  expect(table[1]?.startsWith('| a | b |\n| - | - |\n| 1 | 2 |\n')).toBe(true);
});

test('a list is not split between an item and its indented second paragraph', () => {
  const item = `- ${'word '.repeat(80)}\n\n  ${'more '.repeat(80)}\n\n`;
  for (const one of textsOf(item.repeat(20))) expect(one.startsWith(' ')).toBe(false);
});

test('splitting ends with the piece that reaches the wanted length', () => {
  const pieces = piecesOf('word '.repeat(200_000), 50_000);
  expect(pieces.at(-1)?.end).toBeGreaterThanOrEqual(50_000);
  expect(pieces.at(-1)?.end).toBeLessThan(51_501);
});
