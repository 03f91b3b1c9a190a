import { seconds } from '#shared/time.ts';

/** A rest takes this many times as long as the work before it, so that the core stays free for the page during a sync. */
const restFactor = 4;
const longestRestMs = seconds(5);

/** How long to wait before work that took this long is repeated, in ms. */
export const restMs = (workedMs: number): number => Math.min(longestRestMs, workedMs * restFactor);

export const rest = (workedMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, restMs(workedMs)));
