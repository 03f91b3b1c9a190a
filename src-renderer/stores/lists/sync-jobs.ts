import type { Scope } from '#shared/contract/scope.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Session } from '../../link/session.svelte.ts';

const unfinished: readonly Job['state'][] = ['queued', 'running', 'waiting', 'interrupted', 'needs-person'];

/** `list`: all pages of a list. `details`: its cached rows one by one, for lists that don't contain all fields. */
export type SyncKind = 'list' | 'details';
const jobKinds: Record<SyncKind, string> = { list: 'lists.crawl', details: 'lists.details' };
const everywhere = 'lists.everywhere';
/** Users have their own job kind. There is one list of them, the one of the instance. */
const usersSync = 'users.crawl';

/**
 * The newest sync job of a list in one scope, running or ended. Scope null: the job that syncs all known scopes.
 * Shape: `jobs` is sorted newest first.
 */
export function lastSyncJob(
  jobs: readonly Job[] | null,
  profileId: string | null,
  { collection, scope }: { collection: string; scope: Scope | null },
  kind: SyncKind = 'list',
): Job | undefined {
  if (collection === 'users') return jobs?.find((job) => job.kind === usersSync && job.profileId === profileId);
  if (scope === null && kind === 'details') return undefined;
  const name = scope === null ? everywhere : jobKinds[kind];
  return jobs?.find(
    (job) =>
      job.kind === name &&
      job.profileId === profileId &&
      job.input['collection'] === collection &&
      (job.input['scope'] ?? '') === (scope ?? ''),
  );
}

/** Whether a job has not ended. It may wait for a decision. */
export function isUnfinished(job: Job | undefined): job is Job {
  return job !== undefined && unfinished.includes(job.state);
}

/** Whether a sync is running, or continues automatically. */
export function isSyncing(job: Job | undefined): boolean {
  return isUnfinished(job) && job.state !== 'needs-person';
}

/** Start the sync of a list, or continue it. `full`: of all rows, where otherwise only changed rows are synced. */
export function syncList({ client }: Session, collection: string, scope: Scope, full = false): Promise<Job> {
  return client.jobs.sync({ collection, scope, ...(full && { full }) } as Parameters<typeof client.jobs.sync>[0]);
}

/** Start the sync of a list in every group or project of the catalogue that can have it. */
export function syncEverywhere({ client }: Session, collection: string): Promise<Job> {
  return client.jobs.everywhere({ collection } as Parameters<typeof client.jobs.everywhere>[0]);
}

/** Start the sync of a collection's lists below a project, such as the notes of its issues. Fails: as `jobs.below`. */
export function syncBelow({ client }: Session, collection: string, scope: Scope): Promise<Job> {
  return client.jobs.below({ collection, scope } as Parameters<typeof client.jobs.below>[0]);
}

/** Start the sync of the details of all cached rows that are stale, or older than `maxAgeMs`; or continue it. */
export function syncDetails({ client }: Session, collection: string, scope: Scope, maxAgeMs?: number): Promise<Job> {
  return client.jobs.details({ collection, scope, maxAgeMs } as Parameters<typeof client.jobs.details>[0]);
}
