import type { Job, JobInput } from '#shared/contract/job.ts';
import type { Questions } from './job.ts';
import { fresh, isAboutRows } from './job-state.ts';

interface Needs {
  /** All jobs of the same kind, profile and input, the newest first. */
  sameJobs: (kind: string, input: JobInput) => Job[];
  isRunning: (job: Job) => boolean;
  keep: (job: Job) => void;
  remove: (job: Job) => void;
  now: () => number;
}

/** The questions of the jobs of one profile about single places. */
export function placeQuestions(profileId: string, { sameJobs, isRunning, keep, remove, now }: Needs): Questions {
  const waiting = (kind: string, input: JobInput): Job | undefined => sameJobs(kind, input).find(isAboutRows);
  return {
    askedAt: (kind, input) => waiting(kind, input)?.startedAt ?? null,
    ask(kind, input, found) {
      // If a job of this place runs at the same time, that job asks
      if (sameJobs(kind, input).some(isRunning)) return;
      const job = waiting(kind, input) ?? fresh(kind, profileId, input, now());
      keep({ ...job, ...found, state: 'needs-person', asks: 'not-returned' });
    },
    withdraw(kind, input) {
      for (const job of sameJobs(kind, input)) if (isAboutRows(job)) remove(job);
    },
  };
}
