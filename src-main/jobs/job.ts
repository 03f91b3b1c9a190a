import type { Instance } from '#main/services/instances/instance.ts';
import type { SyncLimits } from '#main/services/lists/sync-limits.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import type { Clock } from '#main/ports.ts';
import type { Failure } from '#shared/errors.ts';

/** The progress of a running job; the scheduler adds the estimate. */
export type JobProgress = Partial<
  Pick<Job, 'rows' | 'estimatedRows' | 'requests' | 'changed' | 'unreadable' | 'goneFound' | 'lanes'>
>;

/** How a run ended, unless it threw. `again`: at once, from the start. `needs-person`: to confirm deleted rows. `notice`: replaces the usual notice of the kind. */
export type JobOutcome =
  | { kind: 'done' | 'cancelled'; notice?: { title: string; body: string } }
  | { kind: 'again' }
  | { kind: 'needs-person' };

export interface JobContext {
  instance: Instance;
  /** The subject of the job as stored texts, for instance a collection and a scope. */
  input: JobInput;
  /** When a person began it, whatever came in between. */
  startedAt: number;
  /** What it may read and store without asking a person. */
  limits: SyncLimits;
  /** How many rows a person has allowed this job to mark as not returned. */
  agreedGone: number;
  /** Questions about other jobs, which a person answers while this one continues. */
  questions: Questions;
  clock: Clock;
  report: (progress: JobProgress) => void;
  signal: AbortSignal;
}

/** Jobs that ask about rows that were not returned, each of one place that another job synced. */
export interface Questions {
  /** When the waiting question about this place was asked; null if there is none. */
  askedAt(kind: string, input: JobInput): number | null;
  /** Add a waiting job of this kind. It can be confirmed like a job that ran itself. */
  ask(kind: string, input: JobInput, found: Pick<Job, 'rows' | 'goneFound'>): void;
  /** Delete the waiting question about this place, because a new sync of it begins. */
  withdraw(kind: string, input: JobInput): void;
}

/**
 * A kind of job: data and functions. `run` continues where an earlier run of the same job ended; what it throws decides
 * between waiting and failing. `accept`: a person agreed to what needed one; fails with `conflict` if the sync run that asked
 * no longer exists. `drop`: forget what was half done. `failed`: nobody goes on with it
 * unless a person does.
 */
export interface JobKind {
  name: string;
  /** Inputs that are ignored when two jobs are compared: both are about the same list. */
  options?: readonly string[];
  /** The next run reads everything again, also after an interruption or a failure. */
  startsOver?: boolean;
  run(context: JobContext): Promise<JobOutcome>;
  accept(context: Pick<JobContext, 'instance' | 'input' | 'clock'>): Promise<void>;
  drop(context: Pick<JobContext, 'instance' | 'input'>): Promise<void>;
  failed?(context: Pick<JobContext, 'input'> & { failure: Failure }): void;
}
