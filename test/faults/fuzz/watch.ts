import { readFileSync } from 'node:fs';
import { kilobytes } from '#shared/time.ts';

/** Measurements of the process while it was watched. */
export interface Watched {
  /** The longest time in which the main thread did not return to its event loop. */
  longestBlockMs: number;
  /** Highest resident memory of the process, its threads included. */
  peakBytes: number;
}

const everyMs = 10;

/**
 * Watch the main thread and the memory of this process until `end` is called. Time for which another process had the
 * processor does not count as blocked.
 */
export function watch(onBlock: (ms: number) => void): { end: () => Watched } {
  let longestBlockMs = 0;
  let lastAt = performance.now();
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const gapMs = performance.now() - lastAt - everyMs;
    const { user, system } = process.threadCpuUsage(last);
    const blockMs = Math.min(gapMs, (user + system) / 1_000);
    lastAt = performance.now();
    last = process.threadCpuUsage();
    if (blockMs > longestBlockMs) longestBlockMs = blockMs;
    onBlock(blockMs);
  }, everyMs);
  return {
    end: () => {
      clearInterval(timer);
      return { longestBlockMs, peakBytes: peakBytes() };
    },
  };
}

/**
 * Highest resident memory of this process. On Linux, `maxRSS` also includes the memory of the parent process
 * at the time of the start, so `/proc` is read instead.
 */
export function peakBytes(): number {
  if (process.platform !== 'linux') return kilobytes(process.resourceUsage().maxRSS);
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return kilobytes(Number(peak));
}
