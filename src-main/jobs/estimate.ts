import type { Clock } from '#main/ports.ts';
import type { Job } from '#shared/contract/job.ts';
import { seconds } from '#shared/time.ts';

/** Before that much is known an estimate would be a guess. */
const leastMs = seconds(1);
const leastRows = 500;

/**
 * Adds the remaining time to the progress of a job, from the rate of this run: rows synced before a restart don't count.
 * Null while there is no total or too little to go by.
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
