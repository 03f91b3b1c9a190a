import { expect, test } from 'vitest';
import { hoursIn, readSettings, refusedHours } from './settings.ts';

test('the address has precedence over the saved settings, and invalid values are ignored', () => {
  const saved = { layout: 'list', days: 30, hours: 24 };
  expect(readSettings(saved)).toEqual(saved);
  expect(readSettings(saved, { days: '7', hours: '3' })).toEqual({ layout: 'list', days: 7, hours: 3 });
  expect(readSettings(saved, { days: '8', hours: '-3' })).toEqual(saved);
  expect(readSettings({ days: 'x' }, { hours: '1.5' })).toEqual({ layout: 'grid', days: null, hours: 6 });
});

test.each([
  ['1', 1],
  [' 30 ', 30],
  ['10000', 10_000],
  ['10001', null],
  ['0', null],
  ['-3', null],
  ['1.5', null],
  ['1e3', null],
  ['six', null],
  ['', null],
])('the text “%s” is read as %s hours', (text, hours) => {
  expect(hoursIn(text)).toBe(hours);
});

test('a number of hours in the address that is not valid is reported', () => {
  expect(refusedHours({ hours: '-3' })).toBe('-3');
  expect(refusedHours({ hours: '' })).toBe('');
  expect(refusedHours({ hours: '12' })).toBeNull();
  expect(refusedHours({})).toBeNull();
});
