import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { consoles } from './console.ts';
import { ago, dayOf, fullMoment, shortDay } from './moments.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test('ages of a year or more include months', () => {
  const agoDays = (n: number): string => ago(now - days(n), now);
  expect(agoDays(364)).toBe('12mo ago');
  expect(agoDays(365)).toBe('1y ago');
  expect(agoDays(400)).toBe('1y 1mo ago');
  expect(agoDays(485)).toBe('1y 4mo ago');
  expect(agoDays(729)).toBe('1y 11mo ago');
  expect(agoDays(3_900)).toBe('10y ago');
  expect(agoDays(730)).toBe('2y ago');
  expect(ago(now + days(500), now)).toBe('in 1y 4mo');
});

test('a day in the past has an age in days, and one in the future the time until it begins', () => {
  const shown = (day: string): string => consoles.day(Date.parse(day), now);
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-25'].map(shown)).toEqual([
    ...['2d ago', 'yesterday', 'today', 'in 12h', 'in 2d'],
  ]);
});

test.each([
  ['0001-01-01T00:00:00Z', '0001-01-01'],
  ['0001-01-01T23:59:59-08:00', '0001-01-02'],
  ['1969-12-31T23:59:59Z', '1969-12-31'],
  ['9999-12-31T23:59:59Z', '9999-12-31'],
])('%s, which means “none” or “never”, is shown as a date without an age or a countdown', (text, date) => {
  const at = Date.parse(text);
  for (const shown of [ago(at, now), fullMoment(at), dayOf(at), shortDay(at, now)]) expect(shown).toBe(date);
});
