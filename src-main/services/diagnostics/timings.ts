import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Attempt } from '#main/api/types.ts';

interface Requests {
  count: number;
  failed: number;
  totalMs: number;
  longestMs: number;
}

/** Measures how long the start, the requests and the turns of the main thread take, until `stop`. Nothing is stored. */
export function timings() {
  const phases: { phase: string; ms: number }[] = [];
  const requests = new Map<string, Requests>();
  const resolutionMs = 20;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const inMs = (nanoseconds: number): number => Math.round(nanoseconds / 10_000) / 100;
  return {
    /** A phase of the start has ended. Only the first time counts. */
    reached: (phase: 'core' | 'vault' | 'databases' | 'window'): void => {
      if (phases.some((one) => one.phase === phase)) return;
      phases.push({ phase, ms: Math.round(performance.now()) });
    },
    onAttempt: ({ endpoint, ms, failure }: Attempt): void => {
      const own = requests.get(endpoint) ?? { count: 0, failed: 0, totalMs: 0, longestMs: 0 };
      requests.set(endpoint, {
        count: own.count + 1,
        failed: own.failed + (failure === null ? 0 : 1),
        totalMs: own.totalMs + Math.round(ms),
        longestMs: Math.max(own.longestMs, Math.round(ms)),
      });
    },
    /**
     * `start`: milliseconds since the process began. `eventLoopDelayMs`: of the main thread only, and without any delay equal
     * to the resolution.
     */
    facts: () => ({
      start: phases,
      upMs: Math.round(performance.now()),
      eventLoopDelayMs: {
        resolution: resolutionMs,
        ...{ mean: inMs(delay.mean), median: inMs(delay.percentile(50)) },
        ...{ p99: inMs(delay.percentile(99)), longest: inMs(delay.max) },
      },
      requests: [...requests].map(([endpoint, own]) => ({ endpoint, ...own })),
      memoryBytes: { ...process.memoryUsage() },
    }),
    stop: () => void delay.disable(),
  };
}
export type Timings = ReturnType<typeof timings>;
