import { pinLimits } from '#shared/contract/pins.ts';
import { megabytes } from '#shared/time.ts';
import { expect, test } from 'vitest';
import { readMegabytes } from './read-megabytes.ts';

test.each([
  '',
  ' ',
  '0',
  '-1',
  '-20',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  'ten',
  '20 MB',
  '10241',
  '9'.repeat(400),
])('the text “%s” is no limit for a file', (text) => expect(readMegabytes(text, pinLimits.file)).toBeNull());

test('a whole number of megabytes between the limits is read as bytes', () => {
  expect(readMegabytes(' 200 ', pinLimits.file)).toBe(megabytes(200));
  expect(readMegabytes('10240', pinLimits.file)).toBe(megabytes(10_240));
  expect(readMegabytes('9', pinLimits.quota)).toBeNull();
  expect(readMegabytes('10', pinLimits.quota)).toBe(megabytes(10));
});
