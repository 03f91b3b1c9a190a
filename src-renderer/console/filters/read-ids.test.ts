import { expect, test } from 'vitest';
import { idsText, readIds } from './filters.ts';

const one = { kind: 'ids', isList: false, words: ['None', 'Any'] } as const;
const several = { kind: 'ids', isList: true, words: ['None'] } as const;

test('numbers and words of a filter are read from a text, and other texts set nothing', () => {
  expect(readIds(' 12 ', one)).toBe(12);
  expect(readIds('none', one)).toBe('None');
  expect(readIds('4, 5,4', several)).toEqual([4, 5]);
  for (const text of ['', 'ada', '-1', '1.5', 'javascript:1']) expect(readIds(text, one)).toBeUndefined();
  expect(readIds('x, 7', several)).toEqual([7]);
});

test('numbers and words are shown as a text', () => {
  expect([idsText([4, 5]), idsText(12), idsText('None'), idsText(undefined)]).toEqual(['4, 5', '12', 'None', '']);
});
