import type { WatchMode } from '#shared/contract/watches.ts';
import { days } from '#shared/time.ts';

/** The most requests of watches in 24 hours, and the most on a day on which nothing changes on the platform. */
const mostPerDay = 15_000;
const unchangedPerDay = 4_000;
const modeShares: Readonly<Record<WatchMode, number>> = { off: 1, saver: 1 / 3, normal: 1, eager: 2 };
/** The rest of a day is for what is not planned: new places, failures, the time after a sleep. */
const plannedShare = 0.85;
/** Lists of the whole instance get at most this share. Active and unchanged places get at least the other one. */
const mostForInstance = 0.5;
const leastForPlaces = 0.25;
const highestMs = days(1_000_000);

/**
 * How a watch takes part in the budget. `underWay`: its interval is never lengthened. `instance`: it checks a list of the
 * whole instance. `active`, `unchanged`: whether something changed at its place in the last days.
 */
export type Share = 'underWay' | 'instance' | 'active' | 'unchanged';

/** What a watch needs: the requests of one check, and its interval as set. It is never lengthened beyond `mostMs`. */
export interface Demand {
  share: Share;
  requests: number;
  everyMs: number;
  mostMs?: number | undefined;
}

/** `levelMs`: see `lengthened`. `perDay`, `wantedPerDay`: requests in 24 hours, as planned and with the intervals as set. */
export interface DayPlan {
  levelMs: Readonly<Record<Share, number>>;
  perDay: number;
  wantedPerDay: number;
}

export const perDayOf = (mode: WatchMode): number => mostPerDay * modeShares[mode];

/**
 * The interval in use: an interval below `levelMs` becomes the geometric mean of both. So the shorter ones are lengthened
 * more, and a daily list is not delayed for weeks because other lists are checked every few minutes.
 */
export function lengthened(
  { everyMs, mostMs = Number.POSITIVE_INFINITY }: Pick<Demand, 'everyMs' | 'mostMs'>,
  levelMs: number,
): number {
  return Math.max(everyMs, Math.min(mostMs, Math.sqrt(everyMs * levelMs)));
}

/**
 * Lengthen the intervals of watches so that their requests fit into a day. Places where nothing changed share what the
 * lists of the instance leave of `unchangedPerDay`; active places share the rest of the day.
 * Decision: build/decisions/0043-watches-have-a-budget-for-each-day.md
 */
export function planDay(demands: readonly Demand[], mode: WatchMode, perMinute: number): DayPlan {
  const most = Math.min(perDayOf(mode) * plannedShare, perMinute * 60 * 24 * plannedShare);
  const mostUnchanged = Math.min(unchangedPerDay * modeShares[mode] * plannedShare, most);
  const ofShare = (share: Share): Demand[] => demands.filter((one) => one.share === share);

  const underWay = requestsOf(ofShare('underWay'), 0);
  const instance = fit(ofShare('instance'), most * mostForInstance);
  const unchanged = fit(
    ofShare('unchanged'),
    Math.max(mostUnchanged - underWay - instance.perDay, mostUnchanged * leastForPlaces),
  );
  const active = fit(
    ofShare('active'),
    Math.max(most - underWay - instance.perDay - unchanged.perDay, most * leastForPlaces),
  );
  return {
    levelMs: { underWay: 0, instance: instance.levelMs, active: active.levelMs, unchanged: unchanged.levelMs },
    perDay: underWay + instance.perDay + unchanged.perDay + active.perDay,
    wantedPerDay: requestsOf(demands, 0),
  };
}

function requestsOf(demands: readonly Demand[], levelMs: number): number {
  return demands.reduce((sum, one) => sum + (one.requests * days(1)) / lengthened(one, levelMs), 0);
}

/** The lowest level at which these watches send at most this many requests a day. */
function fit(demands: readonly Demand[], most: number): { levelMs: number; perDay: number } {
  const wanted = requestsOf(demands, 0);
  if (wanted <= most) return { levelMs: 0, perDay: wanted };
  let [low, high] = [1, highestMs];
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high);
    if (requestsOf(demands, middle) > most) low = middle;
    else high = middle;
  }
  return { levelMs: high, perDay: requestsOf(demands, high) };
}
