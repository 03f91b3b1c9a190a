import { z } from 'zod';
import { Scope } from './collection.ts';
import { command, epochMs, event, query } from './kit.ts';

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

/** Lists that are read whole, by their stems. All but the users have scopes. */
export const crawledLists = [
  'users',
  'runners',
  'serviceAccounts',
  'accessTokens',
  'enterpriseUsers',
  'sshCertificates',
  'pushRules',
  'members',
  'commits',
  'branches',
] as const;
/** Those of groups or projects. */
export const scopedLists = crawledLists.filter((stem) => stem !== 'users');
/** Lists whose rows tell more when they are read one by one. */
export const detailedLists = ['runners', 'enterpriseUsers'] as const;

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

export const jobs = {
  list: query(z.object({}).optional(), z.object({ jobs: z.array(Job) })),
  /** Begin (or go on with) the crawl of a collection; answers the job that runs, never a second one. */
  crawl: command(z.object({ collection: z.enum(crawledLists), scope: Scope.default('') }), Job, { remote: true }),
  /** Read a list in every group or project of the catalogue that can have it. */
  everywhere: command(z.object({ collection: z.enum(scopedLists) }), Job, { remote: true }),
  /** Read the details of the cached rows of a scope that are older than `maxAgeMs` (an hour) or were never read. */
  details: command(
    z.object({
      collection: z.enum(detailedLists),
      scope: Scope.default(''),
      maxAgeMs: z.number().int().min(0).optional(),
    }),
    Job,
    { remote: true },
  ),
  /** Start an ended job again, or continue one that waits for a person. Returns the job that then runs. */
  again: command(z.object({ id: z.string() }), Job, { remote: true }),
  cancel: command(z.object({ id: z.string() }), Job),
  /** Accept that a pass would mark more than a fifth of the rows as gone. */
  confirmGone: command(z.object({ id: z.string() }), Job),
  changed: event(z.object({ jobs: z.array(Job) })),
};
