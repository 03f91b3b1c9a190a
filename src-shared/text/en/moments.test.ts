import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { ago } from './moments.ts';

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
