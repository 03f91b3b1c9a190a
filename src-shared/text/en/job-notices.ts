import type { Job } from '#shared/contract/job.ts';
import { jobs } from './jobs.ts';

/** The desktop notification for a job that ended or needs a decision; null if there is none. */
export function notices(
  job: Pick<Job, 'kind' | 'input' | 'rows' | 'state' | 'asks'>,
): { title: string; body: string } | null {
  const name = jobs.nameOf(job.kind, job.input);
  switch (job.state) {
    case 'done':
      return { title: `${name} finished`, body: `${jobs.progress(job.rows, null, job.kind)}.` };
    case 'failed':
      return { title: `${name} failed`, body: 'To see why and to retry, open Activity.' };
    case 'needs-person':
      return { title: `${name} needs a decision`, body: questionOf(job.asks) };
    default:
      return null;
  }
}

/** The notification for a sync after which several lists need a decision. */
export const rowsLost = (lists: number): { title: string; body: string } => ({
  title: jobs.rowsLost(lists),
  body: 'Nothing was marked yet. To decide, open Activity.',
});

function questionOf(asks: Job['asks'] = 'not-returned'): string {
  if (asks !== 'not-returned') return jobs.mayContinue[asks].why;
  return 'More than 20% of the cached rows are missing from the last sync. Nothing was marked yet.';
}
