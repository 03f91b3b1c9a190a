import type { Clock } from '#main/ports.ts';
import { seconds } from '#shared/time.ts';

/** Changes that arrive within this time are handled together. */
export const soonMs = 300;
/** The shortest time between two sweeps of a profile. */
const sweepMs = seconds(5);

/**
 * Returns a function to call after each change of a profile. It runs `sweep`, which checks all rows of the profile, 300
 * ms later, and at most once in five seconds.
 */
export function sweeps(clock: Clock, signal: AbortSignal, sweep: (profileId: string) => Promise<unknown>) {
  const waiting = new Set<string>();
  const sweptAt = new Map<string, number>();
  return async (profileId: string): Promise<void> => {
    if (waiting.has(profileId)) return;
    waiting.add(profileId);
    const sinceMs = clock.now() - (sweptAt.get(profileId) ?? Number.NEGATIVE_INFINITY);
    await clock.sleep(sinceMs >= 0 && sinceMs < sweepMs ? sweepMs - sinceMs : soonMs, signal);
    waiting.delete(profileId);
    sweptAt.set(profileId, clock.now());
    await sweep(profileId);
  };
}
