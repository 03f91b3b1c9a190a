import { expect, test } from 'vitest';
import { lineEndsOf } from './line-ends.ts';

test('unusual line endings of a text are detected', () => {
  expect(lineEndsOf('')).toEqual([]);
  expect(lineEndsOf('a\nb\n')).toEqual([]);
  expect(lineEndsOf('a\r\nb\r\n')).toEqual(['crlf']);
  expect(lineEndsOf('a\r\nb\n')).toEqual(['mixed']);
  expect(lineEndsOf('a\rb')).toEqual(['mixed', 'noFinal']);
  expect(lineEndsOf('\ufeffa')).toEqual(['noFinal', 'bom']);
});
