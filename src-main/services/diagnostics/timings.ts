import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Attempt } from '#main/api/types.ts';

/** Measures the start, the requests by endpoint, and delays of the main thread, until `stop`. Nothing is stored. */
export function timings() {
  const start: Record<string, number> = {};
  const requests = new Map<string, { count: number; failed: number; totalMs: number; longestMs: number }>();
  const resolution = 20;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const inMs = (nanoseconds: number): number => Math.round(nanoseconds / 10_000) / 100;
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
    /** `start`: since the process began. Without any delay, `eventLoopDelayMs` shows the resolution. */
    facts: () => ({
      startMs: { ...start, now: Math.round(performance.now()) },
      eventLoopDelayMs: {
        ...{ resolution, mean: inMs(delay.mean), p99: inMs(delay.percentile(99)), longest: inMs(delay.max) },
      },
      requests: Array.from(requests, ([endpoint, own]) => ({ endpoint, ...own })),
      memoryBytes: { ...process.memoryUsage() },
    }),
    stop: () => void delay.disable(),
  };
}
export type Timings = ReturnType<typeof timings>;
