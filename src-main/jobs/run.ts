import type { Job } from '#shared/contract/job.ts';
import type { JobKind } from './job.ts';
import type { JobSlot } from './job-slots.ts';

/** A job that runs or waits for a slot. */
export interface Run {
  job: Job;
  kind: JobKind;
  slot: JobSlot;
  cancel: AbortController;
  /** Aborted to end a wait early, when the network is back. */
  wake: AbortController;
  /** Number of its requests that a rate limit holds back. */
  held: number;
  /** The state in which the job was last stored. */
  stored: Job['state'];
  /** Set while the run is being stopped from outside. `interrupt`: it can be resumed later. */
  ending: 'cancel' | 'interrupt' | null;
  ended: Promise<void>;
}

export function newRun(job: Job, kind: JobKind, slot: JobSlot, stored: Job['state']): Run {
  return {
    ...{ job, kind, slot, stored },
    cancel: new AbortController(),
    wake: new AbortController(),
    held: 0,
    ending: null,
    ended: Promise.resolve(),
  };
}
