import { expect, test } from 'vitest';
import { days, hours, minutes } from '#shared/time.ts';
import { lengthened, planDay, type Demand, type Share } from './day-budget.ts';

const many = (n: number, share: Share, everyMs: number, requests = 1): Demand[] =>
  Array.from({ length: n }, () => ({ share, everyMs, requests }));
const perMinute = 60;

test('what fits into a day is not lengthened', () => {
  const demands = [
    ...many(1, 'instance', minutes(5), 3),
    ...many(40, 'unchanged', hours(6)),
    ...many(40, 'active', days(1)),
  ];
  const plan = planDay(demands, 'normal', perMinute);
  expect(plan.perDay).toBe(864 + 160 + 40);
  expect(plan.levelMs).toEqual({ instance: 0, active: 0, unchanged: 0 });
});

test('intervals become the geometric mean with the level, so that short ones are lengthened most', () => {
  const level = days(4);
  expect(lengthened({ everyMs: days(1) }, level)).toBe(days(2));
  expect(lengthened({ everyMs: minutes(15) }, level)).toBeCloseTo(minutes(15) * Math.sqrt(4 * 96));
  expect(lengthened({ everyMs: days(7) }, level)).toBe(days(7));
  expect(lengthened({ everyMs: days(1), mostMs: hours(30) }, level)).toBe(hours(30));
});

test('places without changes share what the lists of the instance leave of 4,000 requests, and active places the rest of the day', () => {
  const users = many(1, 'instance', days(1), 1_000);
  const unchanged = planDay([...users, ...many(30_000, 'unchanged', days(1))], 'normal', perMinute);
  expect(unchanged.perDay).toBeLessThanOrEqual(4_000);
  expect(unchanged.perDay).toBeGreaterThan(3_000);
  const busy = planDay(
    [...users, ...many(30_000, 'unchanged', days(1)), ...many(2_000, 'active', minutes(15))],
    'normal',
    perMinute,
  );
  expect(busy.levelMs.unchanged).toBe(unchanged.levelMs.unchanged);
  expect(busy.perDay).toBeGreaterThan(12_000);
  expect(busy.perDay).toBeLessThanOrEqual(15_000);
});

test('a low rate limit lengthens intervals, too, and the mode changes the number of requests', () => {
  const demands = many(30_000, 'active', days(1));
  const perDay = (mode: 'saver' | 'normal' | 'eager', rate: number) => planDay(demands, mode, rate).perDay;
  expect(perDay('normal', 2)).toBeLessThanOrEqual(2 * 60 * 24);
  expect(perDay('saver', perMinute)).toBeLessThanOrEqual(5_000);
  expect(perDay('eager', perMinute)).toBeGreaterThan(20_000);
});
