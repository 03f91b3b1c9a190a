import { randomUUID } from 'node:crypto';
import type { Job, JobInput } from '#shared/contract/job.ts';
import { isRefusedHere, type Failure } from '#shared/errors.ts';
import type { JobKind } from './job.ts';

/** The stored jobs, which survive a restart. */
export interface SavedJobs {
  markInterrupted(): Job[];
  list(): Job[];
  upsert(job: Job): void;
  remove(id: string): void;
  removeOf(profileId: string): void;
}

export function withoutOptions(input: JobInput, { options = [] }: Partial<JobKind> = {}): JobInput {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !options.includes(name)));
}

/** Whether the job waits for a person's permission to continue. Starting the same job again gives the permission. */
export const needsLeave = ({ state, asks = 'not-returned' }: Job): boolean =>
  state === 'needs-person' && asks !== 'not-returned';

/** Whether the job continues without a person when it is not running. */
export const isUnfinished = ({ state }: Job): boolean => state === 'interrupted' || state === 'queued';

/** Whether the job asks a person to mark rows as not returned. */
export const isAboutRows = (job: Job): boolean => job.state === 'needs-person' && !needsLeave(job);

/**
 * The permission that a person gives by starting a job that asks: it may read twice the rows that it has read, or its
 * crashes are counted from zero.
 */
export function leaveGiven(job: Job): Pick<Job, 'asks' | 'agreedRows' | 'crashes'> {
  const { asks, rows, agreedRows, crashes } = job;
  if (asks === 'endless')
    return { asks: undefined, agreedRows: Math.max(agreedRows ?? 0, 2 * rows), crashes: undefined };
  return { asks: undefined, agreedRows, crashes: needsLeave(job) ? undefined : crashes };
}

/** A list that a page showed and that the platform refuses is no problem: the page says why. */
export const dismissedBy = ({ input }: Job, failure: Failure | null): Pick<Job, 'isDismissed'> =>
  input['opened'] !== undefined && failure !== null && isRefusedHere(failure) ? { isDismissed: true } : {};

export function fresh(kind: string, profileId: string, input: JobInput, now: number): Job {
  return {
    id: randomUUID(),
    kind,
    profileId,
    input,
    state: 'running',
    startedAt: now,
    finishedAt: null,
    rows: 0,
    estimatedRows: null,
    etaMs: null,
    requests: 0,
    changed: 0,
    unreadable: 0,
    notReturnedFound: 0,
    resumeAt: null,
    lanes: [],
    failure: null,
  };
}
