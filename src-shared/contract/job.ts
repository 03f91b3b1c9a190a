import { z } from 'zod';
import { epochMs } from './kit.ts';

/**
 * One part of a job: a window of creation time, or one place of several, and how much of it is done (0 to 1). An empty
 * label: all of them together. `refusal`: the reason why this part was left out.
 */
export const Lane = z.object({
  label: z.string(),
  share: z.number(),
  rows: z.number(),
  isDone: z.boolean(),
  refusal: z.string().optional(),
});

/** What of its kind a job is about, for instance which list of which scope. */
export const JobInput = z.record(z.string(), z.string());
export type JobInput = z.infer<typeof JobInput>;

/**
 * The question of a `needs-person` job. `gone`: mark the rows as gone that the platform no longer returns? Answered by
 * `confirmGone`. All others ask whether to continue, and are answered by `again`. `restored`: the state file was restored
 * from a backup. `crashed`: Reeve ended unexpectedly each time the job ran. `endless`: the list has far more rows than
 * expected. `disk-low`: the disk is almost full.
 */
export const jobQuestions = ['gone', 'restored', 'crashed', 'endless', 'disk-low'] as const;

/**
 * Work that outlives a reply: crawls, later exports and imports. `waiting`: until `resumeAt`, or for the network.
 * `interrupted`: Reeve ended while it ran; it goes on by itself. `needs-person`: see `asks`.
 */
export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  profileId: z.string(),
  input: JobInput.default({}),
  state: z.enum(['running', 'waiting', 'interrupted', 'done', 'failed', 'cancelled', 'needs-person']),
  /** Only in `needs-person` jobs; missing in jobs of earlier releases, which all asked `gone`. */
  asks: z.enum(jobQuestions).optional(),
  /** The number of rows that a person allowed it to sync, regardless of the expected number. */
  agreedRows: z.number().optional(),
  /** How many starts of Reeve in a row found this job still marked as running, because Reeve had ended unexpectedly. */
  crashes: z.number().optional(),
  startedAt: epochMs,
  finishedAt: epochMs.nullable(),
  rows: z.number(),
  /** Estimated rows in all; null while nothing allows an honest estimate. */
  estimatedRows: z.number().nullable(),
  /** Estimated milliseconds left; null while unknown. */
  etaMs: z.number().nullable(),
  requests: z.number(),
  changed: z.number(),
  unreadable: z.number(),
  goneFound: z.number(),
  resumeAt: epochMs.nullable(),
  /** Times that it had to wait after a failure. */
  retries: z.number().optional(),
  lanes: z.array(Lane),
  /** `FailureData` of the last failure. */
  failure: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});
export type Job = z.infer<typeof Job>;
