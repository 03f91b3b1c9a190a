import { z } from 'zod';
import { megabytes } from '#shared/time.ts';
import { command, epochMs, event, query, Scope, Slice } from './kit.ts';

/** The limits that a person can set, in megabytes: the quota of all pins, and the largest file. */
export const pinLimits = {
  quota: { least: 10, most: 1_048_576 },
  file: { least: 1, most: 10_240 },
} as const;

/**
 * How much of a pinned place is stored. `facts`: its lists. `text`: the lists below rows, such as notes, context
 * commits and deliveries, the wiki, and the contents of snippets. `files`: the known paths at a ref with their blame,
 * the file lists of known jobs, and chosen artifacts.
 */
export const pinDepths = ['facts', 'text', 'files'] as const;
export type PinDepthName = (typeof pinDepths)[number];

/** Whose lists a pin with texts stores: those of all rows, or of those that changed in the last 90 days. */
export const pinRanges = ['all', 'recent'] as const;
export type PinRange = (typeof pinRanges)[number];

/**
 * `estimating`: it was not filled yet, and what it needs is being counted. `ready`: Coverage shows all of its lists as
 * complete; `incomplete`: not all. `stale`: filled longer ago than twice its interval. `over-quota`: some of it was not
 * fetched. `failed`: the last fill ended with a failure.
 */
export const pinStates = [
  'estimating',
  'filling',
  'ready',
  'incomplete',
  'stale',
  'over-quota',
  'paused',
  'failed',
] as const;
export type PinState = (typeof pinStates)[number];

/** The rows of a list that match a saved view. `id`: of the view. */
export const PinView = z.object({
  id: z.string(),
  name: z.string(),
  collection: z.string(),
  scope: Scope.nullable(),
  query: z.object({
    search: z.string(),
    filter: z.record(z.string(), z.unknown()),
    notReturned: z.enum(['hide', 'show', 'only']),
  }),
});
export type PinView = z.infer<typeof PinView>;

/** `place`: a group with its known projects, a project, or with an empty scope all known groups and projects. */
export const PinTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), scope: Scope }),
  z.object({ kind: z.literal('view'), view: PinView }),
]);
export type PinTarget = z.infer<typeof PinTarget>;

/**
 * One depth of a pin. `items`: lists, threads and files. `requests`: those that a fill sends. `bytes`: of what is
 * stored and what is still to be fetched. `refused`: items with a problem other than the quota. Items that do not exist
 * on the platform are not counted. `isGuess`: some of its numbers are not known before it is filled. `gaps`: lists that
 * Coverage does not show as complete.
 */
export const PinDepth = z.object({
  depth: z.enum(pinDepths),
  isChosen: z.boolean(),
  items: z.number(),
  stored: z.number(),
  refused: z.number(),
  requests: z.number(),
  bytes: z.number(),
  isGuess: z.boolean(),
  gaps: z.number(),
});
export type PinDepth = z.infer<typeof PinDepth>;

/**
 * Why an item is not stored, or not completely. `refused`: the platform refused the request. `missing`: the item does
 * not exist on the platform, which is no gap. In both cases, content stored earlier is kept. `too-large`: larger than
 * the limit for a file. `over-quota`: the quota has no space for it. `unreadable`: a list is stored without the rows
 * that are too large or can't be read. `failed`: another failure. `place`: the path of the group or project, its ID if
 * no path is known; empty: the whole instance. `reason`: of a failure, or its code.
 */
export const pinProblems = ['refused', 'missing', 'too-large', 'over-quota', 'unreadable', 'failed'] as const;
export const PinProblem = z.object({
  depth: z.enum(pinDepths),
  problem: z.enum(pinProblems),
  label: z.string(),
  scope: Scope,
  place: z.string(),
  status: z.number().nullable(),
  reason: z.string().nullable(),
  at: epochMs,
});
export type PinProblem = z.infer<typeof PinProblem>;

const PinGaps = z.object({ lists: z.number(), requests: z.number(), isGuess: z.boolean() });
export type PinGaps = z.infer<typeof PinGaps>;

/**
 * A place or view that is kept on this computer. `fileBytes`: larger files are left out; null: the limit of the
 * settings. `missing`: items that were not fetched because of the quota. `failure`: why its fill waits or failed.
 * `problems`: the number of items that could not be stored; `absent`: the number of items that do not exist on the
 * platform; `named`: the first of both. `gaps`: the lists that Coverage does not show as complete, and the requests
 * that fetch what can be fetched of them; with `isGuess`, at least. `everyMs`: the current interval of its refreshes;
 * null: it is not refreshed automatically.
 */
export const Pin = z.object({
  id: z.number().int(),
  target: PinTarget,
  label: z.string(),
  state: z.enum(pinStates),
  isWaiting: z.boolean(),
  depths: z.array(PinDepth),
  ref: z.string(),
  fileBytes: z.number().nullable(),
  range: z.enum(pinRanges),
  createdAt: epochMs,
  filledAt: epochMs.nullable(),
  staleAt: epochMs.nullable(),
  everyMs: z.number().nullable(),
  missing: z.number(),
  problems: z.number(),
  absent: z.number(),
  named: z.array(PinProblem),
  gaps: PinGaps,
  failure: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});
export type Pin = z.infer<typeof Pin>;

/**
 * `usedBytes`: of all pins of all instances; items of several pins count once. The size of rows is estimated, that of
 * files is exact.
 */
export const PinQuota = z.object({ usedBytes: z.number(), quotaBytes: z.number(), fileBytes: z.number() });
export type PinQuota = z.infer<typeof PinQuota>;

const Id = z.object({ id: z.number().int() });
const FileBytes = z.number().int().min(1).max(megabytes(pinLimits.file.most)).nullable().default(null);
const Range = z.enum(pinRanges).default('all');

/** What a person keeps on this computer for reading without the network. */
export const pins = {
  /** `gaps`: of all pins together. A list that several pins contain counts once. */
  list: query(z.object({}).optional(), z.object({ pins: z.array(Pin), gaps: PinGaps, quota: PinQuota })),
  /**
   * What a pin would need, from what is known. Sends no request. `places`: groups and projects that it contains.
   * `fileBytes`: the limit for one file; null: that of the settings. Larger files count as a request without bytes.
   */
  estimate: query(
    z.object({ target: PinTarget, ref: z.string().default('HEAD'), fileBytes: FileBytes, range: Range }),
    z.object({ depths: z.array(PinDepth), places: z.number(), quota: PinQuota }),
  ),
  problems: query(Id.extend({ slice: Slice }), z.object({ total: z.number(), rows: z.array(PinProblem) })),
  /**
   * Pin a place or view, or change its pin; then fill it. `ref`: for files. `fileBytes`: the limit for one file; null: that
   * of the settings. Content that an edited pin no longer contains stays until space is needed.
   */
  pin: command(
    z.object({
      target: PinTarget,
      depths: z.array(z.enum(pinDepths)).min(1),
      ref: z.string().min(1).max(255).default('HEAD'),
      fileBytes: FileBytes,
      range: Range,
    }),
    Pin,
  ),
  /** Fetch what was never stored, also of rows that changed longer ago than the pin asks for. */
  fetchGaps: command(Id, Pin, { remote: true }),
  /** Fetch again what is older than the start of this call, and ask again for what was refused. */
  refill: command(Id, Pin, { remote: true }),
  pause: command(Id, Pin),
  resume: command(Id, Pin),
  /** Remove a pin. What it stored stays until space is needed. */
  remove: command(Id, z.object({ removed: z.boolean() })),
  /** At most once a second for each pin. */
  changed: event(z.object({})),
};
