import { z } from 'zod';
import { epochMs } from './kit.ts';

/**
 * One part of a job: a window of creation time, or one place of several, and how much of it is done (0 to 1). An empty
 * label: all of them together. `refusal`: the reason why this part was left out.
 */
export const JobPart = z.object({
  label: z.string(),
  share: z.number(),
  rows: z.number(),
  isDone: z.boolean(),
  refusal: z.string().optional(),
});

/** The input of a job, for example the list and scope to sync. */
export const JobInput = z.record(z.string(), z.string());
export type JobInput = z.infer<typeof JobInput>;

/**
 * The question of a `needs-person` job. `not-returned`: whether to mark the many rows that the platform no longer returns;
 * answered by `confirmNotReturned`. All others: whether to continue; answered by `again`. `restored`: the state file was
 * restored from a backup. `crashed`: Reeve ended unexpectedly each time the job ran. `endless`: the list has far more
 * rows than expected. `disk-low`: the disk is almost full.
 */
export const jobQuestions = ['not-returned', 'restored', 'crashed', 'endless', 'disk-low'] as const;

/**
 * Finite background work, such as a sync. `queued`: it starts when other jobs of the profile end. `waiting`: until
 * `resumeAt`, or for the network. `interrupted`: Reeve ended while it ran; it continues by itself. `needs-person`: see
 * `asks`.
 */
export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  profileId: z.string(),
  input: JobInput.default({}),
  state: z.enum(['queued', 'running', 'waiting', 'interrupted', 'done', 'failed', 'cancelled', 'needs-person']),
  /** Only in `needs-person` jobs; missing in jobs of earlier releases, where it is always `not-returned`. */
  asks: z.enum(jobQuestions).optional(),
  /** The number of rows that a person allowed it to sync, regardless of the expected number. */
  agreedRows: z.number().optional(),
  /** The number of rows that a person allowed it to mark as not returned. */
  agreedNotReturned: z.number().optional(),
  /** How many starts of Reeve in a row found this job still marked as running, because Reeve had ended unexpectedly. */
  crashes: z.number().optional(),
  startedAt: epochMs,
  finishedAt: epochMs.nullable(),
  rows: z.number(),
  /** Estimated total number of rows; null: no estimate is possible yet. */
  estimatedRows: z.number().nullable(),
  /** Estimated milliseconds left; null while unknown. */
  etaMs: z.number().nullable(),
  requests: z.number(),
  changed: z.number(),
  unreadable: z.number(),
  notReturnedFound: z.number(),
  resumeAt: epochMs.nullable(),
  /** How often it had to wait after a failure. */
  retries: z.number().optional(),
  lanes: z.array(JobPart),
  /** The number of groups and projects that the platform refused; `lanes` names the first of them. */
  refusedPlaces: z.number().optional(),
  /** `FailureData` of the last failure. */
  failure: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  /** A person has seen that it failed, so it is no longer a problem. */
  isDismissed: z.literal(true).optional(),
});
export type Job = z.infer<typeof Job>;
