import { expect, test } from 'vitest';
import { WatchSettings } from '#shared/contract/watches.ts';
import { minutes } from '#shared/time.ts';
import { intervalOf } from './intervals.ts';
import type { WatchKind } from './watch.ts';

const settings = WatchSettings.parse({});

const kind = (over: Partial<WatchKind> = {}): WatchKind => ({
  ...{ name: 'runners', everyMs: minutes(30), requests: 1, places: () => [] },
  check: () => Promise.resolve({ changed: 0 }),
  ...over,
});

test('`saver` checks a third as often as `normal`, and `eager` twice as often', () => {
  const every = (mode: 'saver' | 'normal' | 'eager') => intervalOf(kind(), { ...settings, mode });
  expect([every('saver'), every('normal'), every('eager')]).toEqual([minutes(90), minutes(30), minutes(15)]);
});

test('the mode changes neither an interval from the settings nor that of a nightly check', () => {
  expect(intervalOf(kind(), { ...settings, mode: 'saver', intervals: { runners: minutes(7) } })).toBe(minutes(7));
  expect(intervalOf(kind({ isNightly: true }), { ...settings, mode: 'eager' })).toBe(minutes(30));
});
