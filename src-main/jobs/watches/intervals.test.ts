import { expect, test } from 'vitest';
import { minutes } from '#shared/time.ts';
import { intervalOf } from './intervals.ts';
import type { WatchKind } from './watch.ts';

const kind = (over: Partial<WatchKind> = {}): WatchKind => ({
  ...{ name: 'runners', everyMs: minutes(30), requests: 1, places: () => [] },
  check: () => Promise.resolve({ changed: 0 }),
  ...over,
});

test('`saver` checks a third as often as `normal`, and `eager` twice as often', () => {
  const every = (mode: 'saver' | 'normal' | 'eager') => intervalOf(kind(), { mode, intervals: {} });
  expect([every('saver'), every('normal'), every('eager')]).toEqual([minutes(90), minutes(30), minutes(15)]);
});

test('an interval of the settings, and that of a nightly check, hold in each mode', () => {
  expect(intervalOf(kind(), { mode: 'saver', intervals: { runners: minutes(7) } })).toBe(minutes(7));
  expect(intervalOf(kind({ isNightly: true }), { mode: 'eager', intervals: {} })).toBe(minutes(30));
});
