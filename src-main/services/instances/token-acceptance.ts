import type { TokenAcceptance } from '#main/api/client/exchange/exchange.ts';
import type { Clock } from '#main/ports.ts';
import { minutes } from '#shared/time.ts';
import { singleFlight } from './single-flight.ts';

/** How long a success of the token and the result of the confirming request are used. */
const validMs = minutes(5);

/**
 * Whether a 401 means that the token is rejected, or only that a role is missing for the requested place (a path): some
 * installations answer 401 instead of 403 then. A 401 soon after a success means a missing role. Otherwise, and after
 * the 401 of a second place, one request without side effects checks the token, at most once in 5 minutes for all callers.
 * `confirm` returns the status of its reply: any but 401 shows that the token is accepted.
 */
export function tokenAcceptance(clock: Clock, confirm: (signal: AbortSignal) => Promise<number>): TokenAcceptance {
  const once = singleFlight();
  /** The last success; null: none since the start, or since a confirming request was answered with 401. */
  let succeededAt: number | null = null;
  /** Whether it ever succeeded in this run. */
  let hasSucceeded = false;
  let confirmedAt: number | null = null;
  /** The first place that answered 401 since the last success. */
  let refusedPlace: string | null = null;
  // A time in the future does not count: the clock was set back
  const isRecent = (at: number | null): boolean => at !== null && at <= clock.now() && clock.now() - at < validMs;

  function succeeded(): void {
    succeededAt = clock.now();
    hasSucceeded = true;
    refusedPlace = null;
  }

  async function confirmNow(signal: AbortSignal): Promise<void> {
    // A request without a reply counts too, so that it is not sent again after each failure
    const status = await confirm(signal).finally(() => {
      if (!signal.aborted) confirmedAt = clock.now();
    });
    if (status === 401) succeededAt = null;
    else succeeded();
  }

  return {
    succeeded,
    async reasonOf(place, signal) {
      refusedPlace ??= place;
      if (refusedPlace === place && isRecent(succeededAt)) return 'role';
      // Without a reply, the last success decides
      if (!isRecent(confirmedAt)) await once('confirm', confirmNow, signal).catch(() => undefined);
      if (succeededAt !== null) return 'role';
      return hasSucceeded ? 'token-ended' : 'token-rejected';
    },
  };
}
