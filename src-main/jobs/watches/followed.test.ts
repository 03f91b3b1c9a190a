import { expect, test } from 'vitest';
import type { Clock } from '#main/ports.ts';
import type { StoredWatch, WatchTable } from '#main/state/watches.ts';
import { WatchSettings } from '#shared/contract/watches.ts';
import { minutes, seconds } from '#shared/time.ts';
import { effectiveMs, loadFollowed, plan, toStored } from './followed.ts';
import type { WatchKind } from './watch.ts';

const kindOf = (name: string, everyMs: number): WatchKind => ({
  ...{ name, everyMs, requests: 1, isAlways: true, places: () => [] },
  check: () => Promise.resolve({ changed: 0 }),
});

const stored = (kind: string, place: string, everyMs: number): StoredWatch => ({
  ...{ profileId: 'p1', kind, place, everyMs, lastAt: 0, nextAt: 0 },
  ...{ outcome: 'ok', failure: null, streak: 0, watermark: null, pausedUntil: null },
  ...{ requests: null, changedAt: null },
});

test('an interval with a fraction of a millisecond is rounded before it is stored, as the database requires', () => {
  const watch = { ...stored('imports', 'project:7', 6_000.5), kindOf: kindOf('imports', 1), isRunning: false };
  expect(toStored(watch)).toEqual(stored('imports', 'project:7', 6_001));
});

test('exports that are checked every 2 s do not lengthen the intervals of imports, which are under way too', () => {
  const clock: Clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };
  const exports = Array.from({ length: 10 }, (_, at) => stored('dependency-exports', String(at), seconds(2)));
  const all = [...exports, stored('imports', 'project:7', minutes(5))];
  const table = { settings: () => WatchSettings.parse({}), of: () => all } as unknown as WatchTable;
  const kinds = [kindOf('dependency-exports', seconds(2)), kindOf('imports', minutes(5))];
  const one = loadFollowed('p1', { table, kinds, clock });
  plan(one, clock.now());
  for (const watch of one.all.values()) expect(effectiveMs(one, watch, clock.now())).toBe(watch.everyMs);
});
