import type { Job } from '#shared/contract/jobs.ts';

/** How much of a job is done, from 0 to 1, the same wherever it is shown; null when nobody knows. */
export function shareOf({ lanes, rows, estimatedRows }: Pick<Job, 'lanes' | 'rows' | 'estimatedRows'>): number | null {
  const whole = lanes.find(({ label }) => label === '');
  if (whole !== undefined) return Math.min(1, whole.share);
  return estimatedRows === null || estimatedRows === 0 ? null : Math.min(1, rows / estimatedRows);
}
