import type { Instance } from '#main/services/instances/instance.ts';
import type { SyncLimits } from '#main/services/lists/sync-limits.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import type { Clock } from '#main/ports.ts';
import type { Failure } from '#shared/errors.ts';

/** The progress of a running job; the scheduler adds the estimate. */
export type JobProgress = Partial<
  Pick<
    Job,
    'rows' | 'estimatedRows' | 'requests' | 'changed' | 'unreadable' | 'notReturnedFound' | 'lanes' | 'refusedPlaces'
  >
>;

/**
 * How a run ended, unless it threw. `again`: the job runs again at once, from the start. `needs-person`: a person must
 * confirm that rows were not returned. `notice`: replaces the usual notification.
 */
export type JobOutcome =
  | { kind: 'done' | 'cancelled'; notice?: { title: string; body: string } }
  | { kind: 'again' }
  | { kind: 'needs-person' };

export interface JobContext {
  instance: Instance;
  /** The subject of the job as stored texts, for instance a collection and a scope. */
  input: JobInput;
  /** When the job was first started. Interruptions do not change it. */
  startedAt: number;
  /** How much it may read and store without asking a person. */
  limits: SyncLimits;
  /** How many rows a person has allowed this job to mark as not returned. */
  agreedNotReturned: number;
  /** Questions about single places, which a person answers while this job continues. */
  questions: Questions;
  clock: Clock;
  report: (progress: JobProgress) => void;
  /** For requests that are not sent by `instance`: a rate limit holds one back; null: no longer. */
  onHeld: (held: Failure | null) => void;
  signal: AbortSignal;
}

/**
 * Adds and removes jobs that ask about rows that were not returned. Each is about one place that another job synced.
 */
export interface Questions {
  /** When the waiting question about this place was asked; null if there is none. */
  askedAt(kind: string, input: JobInput): number | null;
  /** Add a waiting job of this kind. It can be confirmed like a job that ran itself. */
  ask(kind: string, input: JobInput, found: Pick<Job, 'rows' | 'notReturnedFound'>): void;
  /** Delete the waiting question about this place, because a new sync of it begins. */
  withdraw(kind: string, input: JobInput): void;
}

/**
 * A kind of job: data and functions. `run` continues where an earlier run of the same job ended; its failure decides
 * whether the job waits or fails. `accept`: a person confirmed the question of the job; fails with `conflict` if its
 * sync run no longer exists. `drop`: discard what is unfinished. `failed`: the job failed, and does not continue
 * without a person.
 */
export interface JobKind {
  name: string;
  /** Inputs that are ignored when two jobs are compared: both are about the same list. */
  options?: readonly string[];
  /** Each run begins with the first row again, so its progress is lost if Reeve quits. */
  startsOver?: boolean;
  /** A person is asked before Reeve quits while it runs, although it continues after the next start. */
  isCutOff?: boolean;
  /** Syncs a whole instance: only few of them run at once. */
  isHeavy?: boolean;
  /** A person waits for it, so it goes before all other queued jobs. */
  isUrgent?: boolean;
  run(context: JobContext): Promise<JobOutcome>;
  accept?(context: Pick<JobContext, 'instance' | 'input' | 'clock'>): Promise<void>;
  drop?(context: Pick<JobContext, 'instance' | 'input'>): Promise<void>;
  failed?(context: Pick<JobContext, 'input'> & { failure: Failure }): void;
}
