import type { Scope } from '#shared/contract/scope.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Session } from '../../link/session.svelte.ts';

const unfinished: readonly Job['state'][] = ['running', 'waiting', 'interrupted', 'needs-person'];

/** `whole`: all pages of a list. `details`: its cached rows one by one, where the list does not tell everything. */
export type ReadingKind = 'whole' | 'details';
const kinds: Record<ReadingKind, string> = { whole: 'lists.crawl', details: 'lists.details' };
const everywhere = 'lists.everywhere';
/** The users are read in a way of their own, and there is one list of them. */
const usersCrawl = 'users.crawl';

/** The last reading of a list in one scope (null: in every known one), ended or not. `jobs`: newest first. */
export function lastReading(
  jobs: readonly Job[] | null,
  profileId: string | null,
  { stem, scope }: { stem: string; scope: Scope | null },
  kind: ReadingKind = 'whole',
): Job | undefined {
  if (stem === 'users') return jobs?.find((job) => job.kind === usersCrawl && job.profileId === profileId);
  if (scope === null && kind === 'details') return undefined;
  const name = scope === null ? everywhere : kinds[kind];
  return jobs?.find(
    (job) =>
      job.kind === name &&
      job.profileId === profileId &&
      job.input['stem'] === stem &&
      (job.input['scope'] ?? '') === (scope ?? ''),
  );
}

/** Whether a reading has not ended; it may wait for a person. */
export function isUnfinished(job: Job | undefined): job is Job {
  return job !== undefined && unfinished.includes(job.state);
}

/** Whether rows come in, or will as soon as that is possible. */
export function isReading(job: Job | undefined): boolean {
  return isUnfinished(job) && job.state !== 'needs-person';
}

/** Begin the reading of a whole list, or go on with it. */
export function readAll({ client }: Session, stem: string, scope: Scope): Promise<Job> {
  return client.jobs.crawl({ collection: stem, scope } as Parameters<typeof client.jobs.crawl>[0]);
}

/** Begin the reading of a list in every group or project of the catalogue that can have it. */
export function readEverywhere({ client }: Session, stem: string): Promise<Job> {
  return client.jobs.everywhere({ collection: stem } as Parameters<typeof client.jobs.everywhere>[0]);
}

/** Read the details of all cached rows of a list that are old, or older than `maxAgeMs`; or go on with it. */
export function readDetails({ client }: Session, stem: string, scope: Scope, maxAgeMs?: number): Promise<Job> {
  const age = maxAgeMs === undefined ? {} : { maxAgeMs };
  return client.jobs.details({ collection: stem, scope, ...age } as Parameters<typeof client.jobs.details>[0]);
}
