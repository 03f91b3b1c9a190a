import type { Job } from '#shared/contract/job.ts';
import { jobs as jobWords } from '#shared/text/en/jobs.ts';
import type { Happening, Observation } from '../notice.ts';

/** The text that the scheduler gives the end of a job, or its question. */
interface Text {
  title: string;
  body: string;
}

/**
 * The states of a job that ended or asks: failed and waiting for a person are alarms until the same job succeeds.
 * Jobs are the same if they have the same kind and input. `finished`: it succeeded; null: no notice.
 */
export function jobStates(
  job: Job,
  text: Text | null,
  at: number,
): { states: Observation[]; finished: Happening | null } {
  const subject = jobWords.nameOf(job.kind, job.input);
  const about = {
    profileId: job.profileId,
    key: `${job.kind} ${JSON.stringify(Object.entries(job.input).sort())}`,
    at,
    subject,
    title: text?.title ?? subject,
    body: text?.body ?? '',
    link: { page: 'activity/jobs', query: { job: job.id } },
  };
  const state = (kind: 'job-failed' | 'job-waits', isAlarm: boolean): Observation => ({ ...about, kind, isAlarm });
  const isNews = text !== null;
  return {
    states: [
      ...(isNews || job.state !== 'failed' ? [state('job-failed', job.state === 'failed')] : []),
      ...(isNews || job.state !== 'needs-person' ? [state('job-waits', job.state === 'needs-person')] : []),
    ],
    finished: isNews && job.state === 'done' ? { ...about, kind: 'job-finished' } : null,
  };
}
