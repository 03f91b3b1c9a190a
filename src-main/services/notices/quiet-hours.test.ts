import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const local = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const night = { from: '22:00', to: '07:30' };
const noon = { from: '12:00', to: '13:00' };

test.each([
  ['in the evening', night, local(20, 23), local(21, 7, 30)],
  ['in the morning', night, local(21, 7, 29), local(21, 7, 30)],
  ['at their first minute', night, local(20, 22), local(21, 7, 30)],
  ['at their end', night, local(21, 7, 30), null],
  ['during the day', night, local(20, 12), null],
  ['at noon', noon, local(20, 12, 59), local(20, 13)],
  ['after noon', noon, local(20, 13), null],
  ['with equal times', { from: '09:00', to: '09:00' }, local(20, 9), null],
  ['without quiet hours', null, local(20, 3), null],
])('quiet hours %s', (_, quiet, now, until) => {
  expect(quietUntil(quiet, now)).toBe(until);
});
