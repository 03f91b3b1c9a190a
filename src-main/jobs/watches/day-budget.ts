import type { WatchMode } from '#shared/contract/watches.ts';
import { days } from '#shared/time.ts';

/** The most requests of watches in 24 hours, and the most on a day on which nothing changes on the platform. */
const mostPerDay = 15_000;
const unchangedPerDay = 4_000;
const modeShares: Readonly<Record<WatchMode, number>> = { off: 1, saver: 1 / 3, normal: 1, eager: 2 };
/** This share of a limit is planned. The rest is for new places, failures, and the time after a sleep. */
const plannedShare = 0.85;
/** The least part of its limit that each share gets. */
const leastPart = 0.4;
const highestMs = days(1_000_000);

/**
 * The part of the budget that a watch belongs to. `instance`: it checks a list of the whole instance. `active`,
 * `unchanged`: whether something changed at its place in the last days.
 */
const shares = ['instance', 'unchanged', 'active'] as const;
export type Share = (typeof shares)[number];

/** What a watch needs: the requests of one check, and its interval as set. It is never lengthened beyond `mostMs`. */
export interface Demand {
  share: Share;
  requests: number;
  everyMs: number;
  mostMs?: number | undefined;
}

/** `levelMs`: see `lengthened`. `perDay`: requests in 24 hours. */
export interface DayPlan {
  levelMs: Record<Share, number>;
  perDay: number;
}

export const perDayOf = (mode: WatchMode): number => mostPerDay * modeShares[mode];

/**
 * The interval in use: an interval below `levelMs` becomes the geometric mean of both. So the shorter ones are lengthened
 * more, and a daily list is not delayed for weeks because other lists are checked every few minutes.
 */
export function lengthened(demand: Pick<Demand, 'everyMs' | 'mostMs'>, levelMs: number): number {
  const { everyMs, mostMs = Number.POSITIVE_INFINITY } = demand;
  return Math.max(everyMs, Math.min(mostMs, Math.sqrt(everyMs * levelMs)));
}

/**
 * Lengthen the intervals of watches so that their requests fit into a day. Places where nothing changed share what the
 * lists of the instance leave of `unchangedPerDay`; active places share the rest of the day.
 * Decision: build/decisions/0043-watches-have-a-budget-for-each-day.md
 */
export function planDay(demands: readonly Demand[], mode: WatchMode, perMinute: number): DayPlan {
  const most = Math.min(perDayOf(mode), perMinute * 60 * 24) * plannedShare;
  const mostUnchanged = Math.min(unchangedPerDay * modeShares[mode] * plannedShare, most);
  const limits = { instance: most / 2, unchanged: mostUnchanged, active: most };
  const levelMs = { instance: 0, unchanged: 0, active: 0 };
  let perDay = 0;
  for (const share of shares) {
    const own = demands.filter((one) => one.share === share);
    levelMs[share] = levelFor(own, Math.max(limits[share] - perDay, limits[share] * leastPart));
    perDay += requestsOf(own, levelMs[share]);
  }
  return { levelMs, perDay };
}

/** Requests in 24 hours. */
export function requestsOf(demands: readonly Demand[], levelMs: number): number {
  return demands.reduce((sum, one) => sum + (one.requests * days(1)) / lengthened(one, levelMs), 0);
}

/** The lowest level at which these watches send at most this many requests a day. */
function levelFor(demands: readonly Demand[], most: number): number {
  if (requestsOf(demands, 0) <= most) return 0;
  let [low, high] = [1, highestMs];
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high);
    if (requestsOf(demands, middle) > most) low = middle;
    else high = middle;
  }
  return high;
}
