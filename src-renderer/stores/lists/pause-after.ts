import { seconds } from '#shared/time.ts';

/** A rest takes this many times as long as the work before it, so that the core stays free for the page during a sync. */
const pauseFactor = 4;
const longestPauseMs = seconds(5);

/** How long to wait before work that took this long is repeated, in ms. */
export const pauseAfterMs = (workedMs: number): number => Math.min(longestPauseMs, workedMs * pauseFactor);

export const pauseAfter = (workedMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, pauseAfterMs(workedMs)));
