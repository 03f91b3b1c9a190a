import type { Instance } from '#main/services/instance.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { Clock } from '#main/ports.ts';

/** What a job tells while it runs; the scheduler adds the estimate and passes it on. */
export type JobProgress = Partial<
  Pick<Job, 'rows' | 'estimatedRows' | 'requests' | 'changed' | 'unreadable' | 'goneFound' | 'lanes'>
>;

/** How a run ended, unless it threw. `again`: at once, from the start. */
export type JobOutcome = { kind: 'done' } | { kind: 'again' } | { kind: 'needs-person' };

export interface JobContext {
  instance: Instance;
  clock: Clock;
  report: (progress: JobProgress) => void;
  signal: AbortSignal;
}

/**
 * A kind of job: data and functions. `run` continues where an earlier run of the same job ended; what it throws decides
 * between waiting and failing. `accept`: a person agreed to what needed one. `drop`: forget what was half done.
 */
export interface JobKind {
  name: string;
  run(context: JobContext): Promise<JobOutcome>;
  accept(context: Pick<JobContext, 'instance' | 'clock'>): Promise<void>;
  drop(context: Pick<JobContext, 'instance'>): Promise<void>;
}
