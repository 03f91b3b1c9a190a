import type { WatchMode, WatchSettings } from '#shared/contract/watches.ts';
import { days, hours, minutes } from '#shared/time.ts';
import type { WatchKind } from './watch.ts';

const factors: Readonly<Record<WatchMode, number>> = { off: 1, saver: 3, normal: 1, eager: 0.5 };
/** Requests per second if the instance reports no limit. */
export const ratesPerSecond: Readonly<Record<WatchMode, number>> = { off: 1, saver: 0.2, normal: 1, eager: 3 };
/** The share of the budget that slow watches may fill at most, and the share that they have in any case. */
const mostSlow = 0.9;
const leastSlow = 1 / 3;
const nightHour = 2;
const jitterShare = 0.15;

/** The interval of a kind with these settings, before it is stretched to the budget. */
export function intervalOf(kind: WatchKind, { mode, intervals }: WatchSettings): number {
  return intervals[kind.name] ?? (kind.isNightly === true ? kind.everyMs : kind.everyMs * factors[mode]);
}

/** A watch, as it counts for the budget. */
interface Demand {
  requests: number;
  everyMs: number;
}
const perMinuteOf = (demands: readonly Demand[]): number =>
  demands.reduce((sum, { requests, everyMs }) => sum + (requests * minutes(1)) / everyMs, 0);

/**
 * The factor by which the intervals of slow watches are multiplied, so that their requests fit into the part of the
 * budget that fast ones do not use.
 */
export function stretchOf(slow: readonly Demand[], fast: readonly Demand[], perMinute: number): number {
  const least = perMinute * leastSlow;
  const left = Math.min(perMinute * mostSlow, Math.max(least, perMinute - perMinuteOf(fast)));
  return Math.max(1, perMinuteOf(slow) / Math.max(left, 1e-9));
}

/** The time of the next check: after the interval, 15 % earlier or later, or in the coming night. */
export function nextTime(now: number, everyMs: number, { isNightly = false, isFast = false } = {}): number {
  if (isNightly && !isFast) return Math.round(nextNight(now) + Math.random() * hours(1));
  return Math.round(now + everyMs * (1 + (Math.random() * 2 - 1) * jitterShare));
}

/** The latest time that `nextTime` can return for this interval. */
export function latestNext(now: number, everyMs: number, isNightly = false): number {
  return Math.ceil(now + (isNightly ? days(1) + hours(2) : everyMs * (1 + jitterShare)));
}

function nextNight(now: number): number {
  const night = new Date(now);
  night.setHours(nightHour, 0, 0, 0);
  if (night.getTime() <= now) night.setDate(night.getDate() + 1);
  return night.getTime();
}
