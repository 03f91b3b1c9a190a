import { expect, test } from 'vitest';
import { noDay, readDay } from './day-text.ts';

test('a day is accepted only if it exists and has year, month and day', () => {
  expect(['2026-11-28', ' 2028-02-29 ', ''].map((text) => readDay(text))).toEqual(['2026-11-28', '2028-02-29', '']);
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '202-11-28', '11/28/2026', '2026-11-28 10:00', 'x'])
    expect([text, readDay(text)]).toEqual([text, noDay]);
});

test('a field with a time accepts only a day with a time', () => {
  expect(readDay('2026-11-28 14:30', true)).toBe('2026-11-28T14:30');
  expect(readDay('2026-11-28T14:30', true)).toBe('2026-11-28T14:30');
  expect(['2026-11-28', '2026-11-28 24:10', '2026-11-28 1:00'].map((text) => readDay(text, true))).toEqual([
    ...[noDay, noDay, noDay],
  ]);
});
