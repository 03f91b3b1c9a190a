import { z } from 'zod';
import { command, epochMs, event, query, Scope, Slice } from './kit.ts';

/**
 * How often Reeve looks for changes by itself. `off`: not at all, except for exports and imports that are under way.
 * `saver`: a third as often as `normal`. `eager`: twice as often.
 */
export const watchModes = ['off', 'saver', 'normal', 'eager'] as const;
export type WatchMode = (typeof watchModes)[number];

/** The settings of the watches of one instance. */
export const WatchSettings = z.object({
  mode: z.enum(watchModes).default('normal'),
  /** Watch also while no window shows the instance. */
  isInBackground: z.boolean().default(false),
  /** Own intervals in milliseconds, by kind. */
  intervals: z.record(z.string(), z.number().int().min(60_000)).default({}),
});
export type WatchSettings = z.infer<typeof WatchSettings>;

/** `refused`: the token may not see this place; it is checked again after a week. */
export const watchOutcomes = ['ok', 'refused', 'failed'] as const;

/**
 * One watch: a kind at one place. `everyMs`: its interval as set; `effectiveMs`: as the budget allows it.
 * `streak`: consecutive failures. `isFast`: something is under way there, so it is checked more often than its kind.
 */
export const Watch = z.object({
  kind: z.string(),
  place: z.string(),
  everyMs: z.number(),
  effectiveMs: z.number(),
  isFast: z.boolean(),
  lastAt: epochMs.nullable(),
  nextAt: epochMs,
  outcome: z.enum(watchOutcomes).nullable(),
  failure: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  streak: z.number(),
  pausedUntil: epochMs.nullable(),
  isRunning: z.boolean(),
});
export type Watch = z.infer<typeof Watch>;

/** Why no watch of an instance is checked now. */
export const watchPauses = ['off', 'offline', 'not-shown', 'setup', 'suspended'] as const;

/** All watches of one kind together. `last`: the newest check; `next`: the nearest one; null: none. */
export const WatchKindStatus = z.object({
  kind: z.string(),
  watches: z.number(),
  failed: z.number(),
  refused: z.number(),
  fast: z.number(),
  /** Checked at night instead of at an interval, unless the interval was set. */
  isNightly: z.boolean(),
  /** The interval at the setting `normal`. */
  defaultMs: z.number(),
  everyMs: z.number(),
  /** The longest interval in use, of places where nothing is under way. */
  effectiveMs: z.number(),
  /** Requests in 24 hours, as planned. */
  perDay: z.number(),
  /** The interval of the watches that are under way, as the budget allows it; null: there are none. */
  fastMs: z.number().nullable(),
  lastAt: epochMs.nullable(),
  nextAt: epochMs.nullable(),
});
export type WatchKindStatus = z.infer<typeof WatchKindStatus>;

export const WatchStatus = z.object({
  settings: WatchSettings,
  pause: z.enum(watchPauses).nullable(),
  /** Intervals are doubled until then, because the instance refused requests by its rate limit; null: they are not. */
  slowedUntil: epochMs.nullable(),
  kinds: z.array(WatchKindStatus),
  /** Requests of watches in the last minute. */
  usedPerMinute: z.number(),
  /** The most requests that watches may send in any minute. */
  allowedPerMinute: z.number(),
  /** The limit of the instance per minute, as far as it reports one. */
  limitPerMinute: z.number().nullable(),
  /** Requests in 24 hours: as planned, and the most that are allowed. */
  perDay: z.number(),
  allowedPerDay: z.number(),
});
export type WatchStatus = z.infer<typeof WatchStatus>;

/** Checks of one kind that ended soon after each other with the same outcome. */
export const WatchChecks = z.object({
  kind: z.string(),
  isFast: z.boolean(),
  outcome: z.enum(watchOutcomes),
  startedAt: epochMs,
  endedAt: epochMs,
  checks: z.number().int(),
});
export type WatchChecks = z.infer<typeof WatchChecks>;

/**
 * How complete and how old the cached rows of a list are. `places`: the number of places where the list is watched;
 * `checked`: how many of them were synced; `off`: how many further places were switched off; `kind`: what these places are.
 * A list of the whole instance has one place. `syncedAt`, `everyMs`, `staleAt`: of the place whose rows become stale first,
 * when they were synced, its interval, and when they are older than twice this interval; null: no synced place is checked
 * automatically.
 */
export const Freshness = z.object({
  kind: z.enum(['groups', 'projects', 'places']),
  places: z.number().int(),
  checked: z.number().int(),
  off: z.number().int(),
  syncedAt: epochMs.nullable(),
  staleAt: epochMs.nullable(),
  everyMs: z.number().nullable(),
});
export type Freshness = z.infer<typeof Freshness>;

const One = z.object({ kind: z.string(), place: z.string() });

/** The watches of the instance that the window shows. */
export const watches = {
  status: query(z.object({}).optional(), WatchStatus),
  /** The checks of the last 60 minutes, but not before the start of Reeve. Oldest first. */
  recent: query(z.object({}).optional(), z.object({ checks: z.array(WatchChecks) })),
  /** `scope` null: all places. */
  freshness: query(z.object({ collection: z.string(), scope: Scope.nullable() }), Freshness),
  /** Sorted by kind, then those with problems first. */
  list: query(
    z.object({ kind: z.string().nullable(), outcome: z.enum(watchOutcomes).nullable(), slice: Slice }),
    z.object({ total: z.number(), rows: z.array(Watch) }),
  ),
  /** Check as soon as possible: one place, all places of a kind, or all that failed. */
  runNow: command(
    z.object({ kind: z.string().nullable(), place: z.string().nullable(), isFailedOnly: z.boolean().default(false) }),
    z.object({ watches: z.number() }),
    { remote: true },
  ),
  /** `until` null: continue. */
  pause: command(One.extend({ until: epochMs.nullable() }), z.object({})),
  set: command(WatchSettings, WatchSettings),
  /** At most once a second. */
  changed: event(z.object({})),
};
