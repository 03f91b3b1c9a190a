import { expect, test } from 'vitest';
import { minutes, seconds } from '#shared/time.ts';
import { watchHistory } from './history.ts';

const check = (at: number, over: object = {}) => ({
  ...{ kind: 'runners', isFast: false, outcome: 'ok' as const, startedAt: at - 100, endedAt: at },
  ...over,
});

test('checks of one kind and outcome within 15 seconds are one entry', () => {
  const history = watchHistory();
  for (const at of [1_000, 2_000, 3_000]) history.add(check(at));
  history.add(check(4_000, { outcome: 'failed' }));
  history.add(check(5_000, { isFast: true }));
  history.add(check(seconds(20)));
  expect(history.all(seconds(20)).map(({ outcome, isFast, checks }) => [outcome, isFast, checks])).toEqual([
    ['ok', false, 3],
    ['failed', false, 1],
    ['ok', true, 1],
    ['ok', false, 1],
  ]);
});

test('checks that ended more than 60 minutes ago are forgotten', () => {
  const history = watchHistory();
  for (let minute = 0; minute < 200; minute += 1) history.add(check(minutes(minute)));
  expect(history.all(minutes(199))).toHaveLength(61);
  expect(history.all(minutes(300))).toEqual([]);
});

test('entries in the future are forgotten after the clock was set back', () => {
  const history = watchHistory();
  history.add(check(minutes(500)));
  history.add(check(minutes(10)));
  expect(history.all(minutes(10))).toHaveLength(1);
});
