import { seconds } from '#shared/time.ts';

/** A pause is this many times as long as the work before it, so that the core has time for the page during a sync. */
const pauseFactor = 4;
const longestPauseMs = seconds(5);

/** How long to wait before work that took `workedMs` is repeated. */
export const pauseAfterMs = (workedMs: number): number => Math.min(longestPauseMs, workedMs * pauseFactor);

export const pauseAfter = (workedMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, pauseAfterMs(workedMs)));
