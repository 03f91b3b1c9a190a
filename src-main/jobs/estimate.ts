import type { Clock } from '#main/ports.ts';
import type { Job } from '#shared/contract/job.ts';
import { seconds } from '#shared/time.ts';

/** Minimum duration and rows of a run before the remaining time is estimated. */
const leastMs = seconds(1);
const leastRows = 500;

/**
 * Adds the remaining time to the progress of a job, from the rate of this run: rows synced before a restart don't
 * count. Null if there is no total, or before these minimums.
 */
export function withEstimate(clock: Clock): (job: Job) => Job {
  const startedAt = clock.now();
  let startRows: number | null = null;
  return (job) => {
    startRows ??= job.rows;
    const elapsedMs = clock.now() - startedAt;
    const read = job.rows - startRows;
    if (job.estimatedRows === null || elapsedMs < leastMs || read < leastRows) return { ...job, etaMs: null };
    const left = Math.max(0, job.estimatedRows - job.rows);
    return { ...job, etaMs: Math.round((left / read) * elapsedMs) };
  };
}
