import type { Attempt } from '#main/api/types.ts';

/** Measures the start and the requests by endpoint. Nothing is stored. */
export function timings() {
  const start: Record<string, number> = {};
  const requests = new Map<string, { count: number; failed: number; totalMs: number; longestMs: number }>();
  return {
    /** A phase of the start has ended. Only the first time counts. */
    reached: (phase: 'core' | 'vault' | 'databases' | 'window'): void => {
      start[phase] ??= Math.round(performance.now());
    },
    onAttempt: ({ endpoint, ms, failure }: Attempt): void => {
      const own = requests.get(endpoint) ?? { count: 0, failed: 0, totalMs: 0, longestMs: 0 };
      own.count += 1;
      own.failed += failure === null ? 0 : 1;
      own.totalMs += Math.round(ms);
      own.longestMs = Math.max(own.longestMs, Math.round(ms));
      requests.set(endpoint, own);
    },
    /** `startMs`: since the process began. */
    facts: () => ({
      startMs: { ...start, now: Math.round(performance.now()) },
      requests: Array.from(requests, ([endpoint, own]) => ({ endpoint, ...own })),
      memoryBytes: { ...process.memoryUsage() },
    }),
  };
}
export type Timings = ReturnType<typeof timings>;
