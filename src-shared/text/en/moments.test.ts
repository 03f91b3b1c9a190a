import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { consoles } from './console.ts';
import { ago, agoWithDate, dayOf, deadline, fullMoment, shortDay } from './moments.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test('a moment that is more than 30 days away is shown as a date', () => {
  const agoDays = (n: number): string => ago(now - days(n), now);
  expect(agoDays(30)).toBe('30d ago');
  expect(agoDays(31)).toBe('Oct 22');
  expect(agoDays(400)).toBe('Oct 18, 2025');
  expect(ago(now + days(500), now)).toBe('Apr 5, 2028');
});

test('an age with its time names the day once', () => {
  const agoDays = (n: number): string => agoWithDate(now - days(n), now);
  expect(agoDays(2)).toMatch(/^2d ago, Nov 20, \d\d:\d\d$/);
  expect(agoDays(400)).toMatch(/^Oct 18, 2025, \d\d:\d\d$/);
  expect(agoWithDate(Date.UTC(9_999, 11, 31), now)).toBe('9999-12-31');
});

test('a deadline is shown as a date with the remaining days', () => {
  const inDays = (n: number): string => deadline(now + days(n), now);
  expect(inDays(36)).toBe('Dec 28, 36 d');
  expect(inDays(0)).toBe('Nov 22, today');
  expect(inDays(-8)).toBe('Nov 14, 8 d ago');
  expect(inDays(-40)).toBe('Oct 13');
  expect(inDays(400)).toBe('Dec 27, 2027, 400 d');
  expect(deadline(Date.UTC(9_999, 11, 31), now)).toBe('9999-12-31');
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
