import type { Scope } from '#shared/contract/scope.ts';
import type { Job } from '#shared/contract/job.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { isUnfinished, syncList } from './sync-jobs.ts';

/**
 * Sync a list, and wait until it is synced. A sync that was already running may have read its pages earlier, so another
 * one follows it. `mayDelete`: many rows may be missing now, which otherwise needs a confirmation.
 * Fails: as `jobs.sync`; with the failure of the job; `aborted` when the signal is aborted.
 */
export async function syncToEnd(
  session: Session,
  collection: string,
  scope: Scope,
  { signal, mayDelete = false }: { signal: AbortSignal; mayDelete?: boolean },
): Promise<void> {
  const askedAt = Date.now();
  const first = await ended(session, () => syncList(session, collection, scope), signal);
  // Starting a job that asks a person would give the permission that it asks for
  const isFollowed = first.startedAt < askedAt && first.state !== 'needs-person';
  const last = isFollowed ? await ended(session, () => session.client.jobs.again({ id: first.id }), signal) : first;
  const isQuestion = last.state === 'needs-person' && (last.asks ?? 'not-returned') === 'not-returned';
  const { jobs } = session.client;
  const job =
    isQuestion && mayDelete ? await ended(session, () => jobs.confirmNotReturned({ id: last.id }), signal) : last;
  if (job.state === 'done') return;
  throw failureOf(job);
}

/**
 * Sync a list after a change, because the reply doesn't show how the list has changed. If this sync fails, the next one
 * shows it. Never rejects.
 */
export function syncAfterChange(session: Session, collection: string, scope: Scope): Promise<void> {
  return syncToEnd(session, collection, scope, { signal: new AbortController().signal }).catch(() => undefined);
}

/** The job after it ended, or when it waits for a person. */
async function ended(session: Session, start: () => Promise<Job>, signal: AbortSignal): Promise<Job> {
  const { promise, resolve, reject } = Promise.withResolvers<Job>();
  const seen = new Map<string, Job>();
  let id: string | null = null;
  const take = (job: Job): void => {
    seen.set(job.id, job);
    if (job.id === id && hasEnded(job)) resolve(job);
  };
  // It may be rejected before it is awaited
  promise.catch(() => undefined);
  const stop = (): void => reject(new Failure('aborted', 'the wait was canceled'));
  const ends = [
    session.client.jobs.changed(({ jobs }) => jobs.forEach(take)),
    // Events may be lost with the connection
    session.onConnected(() => {
      if (id !== null) void session.client.jobs.list().then(({ jobs }) => jobs.forEach(take), stop);
    }),
  ];
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const job = await start();
    ({ id } = job);
    take(seen.get(id) ?? job);
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    ends.forEach((end) => end());
  }
}

const hasEnded = (job: Job): boolean => !isUnfinished(job) || job.state === 'needs-person';

function failureOf({ failure, state }: Job): Failure {
  if (failure !== null) return Failure.fromData(failure as FailureData);
  if (state === 'cancelled') return new Failure('aborted', 'the sync was canceled');
  return new Failure('conflict', 'the sync waits for a confirmation', { reason: 'too-many-gone' });
}
