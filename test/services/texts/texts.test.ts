import { expect, test } from 'vitest';
import { texts } from '#main/services/texts.ts';
import { madeTexts } from '../../helpers/made-texts.ts';

/** With quadratic work, a text of this size takes minutes. */
const chars = 1_000_000;
const hostile = madeTexts.filter(({ isUsual }) => isUsual !== true);

test.each(hostile)('$parser: a text of 1 MB is parsed to its end: $about', ({ parser, of }) => {
  expect(texts[parser](of(chars) as never).rows).toBeInstanceOf(Array);
});

test('the benchmark measures a usual text of each parser', () => {
  const usual = madeTexts.filter(({ isUsual }) => isUsual === true);
  expect(new Set(usual.map(({ parser }) => parser))).toEqual(new Set(Object.keys(texts)));
});
