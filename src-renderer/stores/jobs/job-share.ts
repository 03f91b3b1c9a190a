import type { Job } from '#shared/contract/job.ts';

/** The completed share of a job, from 0 to 1; null if unknown. */
export function shareOf({ lanes, rows, estimatedRows }: Pick<Job, 'lanes' | 'rows' | 'estimatedRows'>): number | null {
  const whole = lanes.find(({ label }) => label === '');
  if (whole !== undefined) return Math.min(1, whole.share);
  return estimatedRows === null || estimatedRows === 0 ? null : Math.min(1, rows / estimatedRows);
}
