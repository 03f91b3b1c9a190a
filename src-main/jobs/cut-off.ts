import type { Job } from '#shared/contract/job.ts';
import { jobs as words } from '#shared/text/en/jobs.ts';
import type { JobKind } from './job.ts';

const active: readonly Job['state'][] = ['running', 'waiting'];

/**
 * The names of the jobs that quitting Reeve would cut off: those that apply changes, and those that have to start over.
 * Other jobs continue where they were after the next start, unless all data ends with the session. Watches are no jobs.
 */
export function cutOffByQuit(jobs: readonly Job[], kinds: readonly JobKind[], isSessionOnly: boolean): string[] {
  const isCutOff = ({ kind }: Job): boolean =>
    isSessionOnly || kinds.some((one) => one.name === kind && (one.startsOver === true || one.isCutOff === true));
  return jobs
    .filter((job) => active.includes(job.state) && isCutOff(job))
    .map(({ kind, input }) => words.nameOf(kind, input));
}
