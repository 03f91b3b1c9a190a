import { z } from 'zod';
import { command, epochMs, event, query } from './kit.ts';

/** One shard of a crawl: a window of creation time, and how much of it is done (0 to 1). */
export const Lane = z.object({ label: z.string(), share: z.number(), rows: z.number(), isDone: z.boolean() });

/**
 * Work that outlives a reply: crawls, later exports and imports. `waiting`: until `resumeAt`, or for the network.
 * `interrupted`: Reeve ended while it ran; it goes on by itself.
 */
export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  profileId: z.string(),
  state: z.enum(['running', 'waiting', 'interrupted', 'done', 'failed', 'cancelled', 'needs-person']),
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
  lanes: z.array(Lane),
  /** `FailureData` of the last failure. */
  failure: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});
export type Job = z.infer<typeof Job>;

export const jobs = {
  list: query(z.object({}).optional(), z.object({ jobs: z.array(Job) })),
  /** Begin (or go on with) the crawl of a collection; answers the job that runs, never a second one. */
  crawl: command(z.object({ collection: z.literal('users') }), Job, { remote: true }),
  cancel: command(z.object({ id: z.string() }), Job),
  /** Accept that a pass would mark more than a fifth of the rows as gone. */
  confirmGone: command(z.object({ id: z.string() }), Job),
  changed: event(z.object({ jobs: z.array(Job) })),
};
