import type { Clock } from '#main/ports.ts';
import { days, hours, minutes, seconds } from '#shared/time.ts';
import type { Budget, Send } from '../../types.ts';

/** The share of a reported limit that watches use: a steady part, and a reserve for several requests at once. */
const steadyShare = 0.26;
const burstShare = 0.03;
/** While less than this share of a reported limit remains, watches wait, so that a person and syncs are not held back. */
const leastRemaining = 0.44;
/** Without a reported limit: the number of requests that may be sent at once. */
const burst = 5;
/** The share of the requests of a day that can be sent without a pause. The others are spread over the day. */
const burstOfDay = 1 / 8;
const longestWaitMs = seconds(10);
/** The longest time that one reported limit holds requests back. If the clock is set back, its reset time is too late. */
const longestHoldMs = minutes(10);

export interface WatchRates {
  /** The rate without a reported limit, in requests per second. */
  perSecond: () => number;
  /** The most requests in any 24 hours. */
  perDay: () => number;
}
interface Needs extends WatchRates {
  clock: Clock;
  /** The limit that the platform reported last; null: none. */
  reported: () => Budget | null;
}

/**
 * Two token buckets for the requests of watches. One fills at 0.29 of the limit that the platform reports, or at a fixed
 * rate if it reports none; the other at the rate of a day.
 */
export function watchBudget({ clock, reported, perSecond, perDay }: Needs) {
  let tokens = burst;
  let ofDay = Number.POSITIVE_INFINITY;
  let filledAt = clock.monotonic();
  let windowMs = minutes(1);
  let waiting = Promise.resolve();
  /** The last reported limit, and when it was first seen. */
  let last: { budget: Budget | null; seenAt: number } = { budget: null, seenAt: 0 };
  /** When requests were sent, in the last minute. */
  let sent: number[] = [];

  /** The reported limit, for a minute; null: none was reported. */
  function limitPerMinute(): number | null {
    const budget = reported();
    if (budget === null) return null;
    const leftMs = (budget.resetAt ?? 0) - clock.now();
    // The length of a window is not reported, so it is at least the longest time that was left of one
    if (leftMs > windowMs && leftMs < hours(2)) windowMs = leftMs;
    return (budget.limit * minutes(1)) / windowMs;
  }

  function perMinute(): number {
    const limit = limitPerMinute();
    return limit === null ? perSecond() * 60 : limit * steadyShare;
  }

  /** The most requests that may be sent at once, after a pause. */
  function mostAtOnce(): number {
    const limit = limitPerMinute();
    return limit === null ? burst : Math.max(1, limit * burstShare);
  }

  const perMinuteOfDay = (): number => (perDay() * (1 - burstOfDay) * minutes(1)) / days(1);

  function refill(): void {
    const now = clock.monotonic();
    tokens = Math.min(mostAtOnce(), tokens + ((now - filledAt) * perMinute()) / minutes(1));
    ofDay = Math.min(perDay() * burstOfDay, ofDay + ((now - filledAt) * perMinuteOfDay()) / minutes(1));
    filledAt = now;
  }

  /** How long a request has to wait now, in milliseconds; 0: it can be sent. */
  function waitMs(): number {
    const budget = reported();
    if (budget !== last.budget) last = { budget, seenAt: clock.monotonic() };
    const isCurrent = clock.monotonic() - last.seenAt < longestHoldMs;
    const isScarce = isCurrent && budget !== null && budget.resetAt !== null && budget.resetAt > clock.now();
    if (isScarce && budget.remaining < budget.limit * leastRemaining) {
      return Math.min(longestWaitMs, (budget.resetAt ?? 0) - clock.now());
    }
    refill();
    return Math.min(longestWaitMs, Math.max(untilOne(tokens, perMinute()), untilOne(ofDay, perMinuteOfDay())));
  }

  async function next(signal: AbortSignal | undefined): Promise<void> {
    for (let ms = waitMs(); ms > 0; ms = waitMs()) await clock.sleep(ms, signal);
    signal?.throwIfAborted();
    tokens -= 1;
    ofDay -= 1;
    const now = clock.monotonic();
    sent = [...sent.filter((at) => now - at < minutes(1)), now];
  }

  return {
    /** Wait until a request may be sent, in the order of the calls. Fails: `aborted`. */
    take(signal?: AbortSignal): Promise<void> {
      const turn = waiting.then(() => next(signal));
      waiting = turn.catch(() => undefined);
      return turn;
    },
    perMinute,
    /** The most requests that watches may send in any minute. */
    mostPerMinute: (): number => perMinute() + mostAtOnce(),
    limitPerMinute,
    usedPerMinute: (): number => sent.filter((at) => clock.monotonic() - at < minutes(1)).length,
  };
}
export type WatchBudget = ReturnType<typeof watchBudget>;

/** Milliseconds until a bucket has one token. */
const untilOne = (tokens: number, perMinute: number): number =>
  tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * minutes(1)) / Math.max(perMinute, 1e-3));

/** The same sender; each request first waits for `take`. */
export function withBudget(send: Send, take: WatchBudget['take']): Send {
  type Verb = (...given: never[]) => Promise<unknown>;
  // The signal is the last argument of every verb
  const paced =
    <V extends Verb>(verb: V, signalAt: number) =>
    async (...given: Parameters<V>): Promise<Awaited<ReturnType<V>>> => {
      await take((given as unknown[])[signalAt] as AbortSignal | undefined);
      return (await verb(...given)) as Awaited<ReturnType<V>>;
    };
  const one = paced(send as Verb, 2);
  const verbs = {
    answer: paced(send.answer.bind(send) as Verb, 2),
    page: paced(send.page.bind(send) as Verb, 2),
    rows: paced(send.rows.bind(send) as Verb, 2),
    bytes: paced(send.bytes.bind(send) as Verb, 3),
    raw: paced(send.raw.bind(send) as Verb, 2),
    close: () => send.close(),
  };
  return Object.assign(one, verbs) as unknown as Send;
}
