import type { Clock } from './clock.ts';
import { tooMany } from './gitlab/limits.ts';
import type { Settings } from './settings.ts';

export interface Budget {
  limit: number;
  remaining: number;
  resetAtMs: number;
}

export interface Limits {
  /** Counts a use. The window begins with the first use; more than `max` uses in it are refused with 429. */
  take(key: string, max: number, windowMs: number): Budget;
}

export function createLimits(clock: Clock, settings: Settings): Limits {
  const windows = new Map<string, { used: number; resetAtMs: number }>();
  return {
    take(key, max, windowMs) {
      const now = clock.now();
      let window = windows.get(key);
      if (window === undefined || now >= window.resetAtMs) {
        if (windows.size > 10_000) windows.clear();
        window = { used: 0, resetAtMs: now + windowMs };
        windows.set(key, window);
      }
      const { resetAtMs } = window;
      if (!settings.limits) return { limit: max, remaining: max, resetAtMs };
      if (window.used >= max) {
        const waitS = Math.max(1, Math.ceil((resetAtMs - now) / 1000));
        throw tooMany(settings, key, budgetHeaders({ limit: max, remaining: 0, resetAtMs }), waitS);
      }
      window.used += 1;
      return { limit: max, remaining: max - window.used, resetAtMs };
    },
  };
}

/** `RateLimit-*` headers; the reset is in seconds since 1970. */
export const budgetHeaders = ({ limit, remaining, resetAtMs }: Budget): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(Math.ceil(resetAtMs / 1000)),
});
