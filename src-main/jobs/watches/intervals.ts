import type { WatchMode, WatchSettings } from '#shared/contract/watches.ts';
import { days, hours } from '#shared/time.ts';
import type { WatchKind } from './watch.ts';

const factors: Readonly<Record<WatchMode, number>> = { off: 1, saver: 3, normal: 1, eager: 0.5 };
/** Requests per second if the instance reports no limit. */
export const ratesPerSecond: Readonly<Record<WatchMode, number>> = { off: 1, saver: 0.2, normal: 1, eager: 3 };
const nightHour = 2;
const jitterShare = 0.15;

/** The interval of a kind with these settings, before it is lengthened to fit the budget. */
export function intervalOf(kind: WatchKind, { mode, intervals }: WatchSettings): number {
  return intervals[kind.name] ?? (kind.isNightly === true ? kind.everyMs : kind.everyMs * factors[mode]);
}

/**
 * The time of the next check: after the interval, 15 % earlier or later. Nightly: in the first night after the interval
 * less one day.
 */
export function nextTime(now: number, everyMs: number, { isNightly = false, isFast = false } = {}): number {
  const jitter = 1 + (Math.random() * 2 - 1) * jitterShare;
  if (!isNightly || isFast) return Math.round(now + everyMs * jitter);
  return Math.round(nextNight(now + Math.max(0, everyMs - days(1)) * jitter) + Math.random() * hours(1));
}

/** The latest time that `nextTime` can return for this interval. */
export function latestNext(now: number, everyMs: number, isNightly = false): number {
  return Math.ceil(
    now + (isNightly ? Math.max(days(1), everyMs * (1 + jitterShare)) + hours(2) : everyMs * (1 + jitterShare)),
  );
}

function nextNight(now: number): number {
  const night = new Date(now);
  night.setHours(nightHour, 0, 0, 0);
  if (night.getTime() <= now) night.setDate(night.getDate() + 1);
  return night.getTime();
}
