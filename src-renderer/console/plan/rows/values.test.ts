import { expect, test } from 'vitest';
import { changeText, shownValue } from './values.ts';

const shown = (value: unknown): string =>
  shownValue({ field: 'paused', before: value, after: null, isSecret: false }, 'before').text;

test('booleans are shown as Yes and No, as in the lists, and the texts Yes and No are quoted', () => {
  const change = { field: 'paused', before: false, after: true, isSecret: false };
  expect(changeText({ method: 'PUT' }, change)).toBe('Paused: No → Yes');
  expect([true, false, 'true', 'false', 'Yes', 'No'].map(shown)).toEqual([
    'Yes',
    'No',
    'true',
    'false',
    '"Yes"',
    '"No"',
  ]);
  expect(shown([true, 'true'])).toBe('Yes, true');
});
