import { expect, test } from 'vitest';
import { days, hours, minutes } from '#shared/time.ts';
import { checkTimes as words } from './check-times.ts';

const evening = new Date(2026, 10, 20, 20, 0).getTime();

test('the next check is now, after some time, or tonight', () => {
  expect(words.next(evening - minutes(1), evening)).toBe('now');
  expect(words.next(evening + minutes(3), evening)).toBe('in 3m');
  expect(words.next(evening + hours(6.5), evening)).toBe('tonight');
  expect(words.next(evening + hours(6.5), evening + hours(6))).toBe('in 30m');
  expect(words.next(evening + hours(15), evening)).toBe('in 15h');
  expect(words.next(evening + days(1) + hours(6.5), evening)).toBe('in 1d');
});
