import { expect, test } from 'vitest';
import { formatMoment, readMoment } from './window-address.ts';

test('a moment in an address is read back, with seconds only if it has some', () => {
  for (const text of ['2026-01-20T17:00Z', '2025-11-20T17:00:09Z', '1999-12-31T23:59Z'])
    expect(formatMoment(readMoment(text) ?? 0)).toBe(text);
  expect(formatMoment(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02T03:04:05Z');
});

test.each([
  [null],
  [''],
  ['yesterday'],
  ['2026-01-20'],
  ['2026-01-20T17:00'],
  ['2026-01-20T17:00+01:00'],
  ['2026-13-40T17:00Z'],
  ['9999-01-01T00:00Z'],
])('a text that is no moment of the past is ignored: %s', (text) => {
  expect(readMoment(text)).toBeNull();
});
