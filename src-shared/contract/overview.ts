import { z } from 'zod';
import { JournalEntry, JournalQuery } from './journal.ts';
import { epochMs, query, Scope } from './kit.ts';
import { Horizon } from './access-tokens.ts';

/** The chosen group and project of the window; null: all. */
export const Place = z.object({ group: Scope.nullable(), project: Scope.nullable() });
export type Place = z.infer<typeof Place>;

/**
 * The rows of one list in the scope that its page shows. `scope` null: all cached scopes. `completedAt` null: never
 * synced.
 */
export const ListCount = z.object({
  collection: z.string(),
  scope: Scope.nullable(),
  live: z.number(),
  completedAt: epochMs.nullable(),
});
export type ListCount = z.infer<typeof ListCount>;

/**
 * A number, and the list that shows exactly the counted rows: collection, scope (null: all scopes) and filter.
 * The window links the number to that list.
 */
export const Figure = z.object({
  collection: z.enum(['users', 'runners', 'accessTokens', 'webhooks', 'remoteMirrors']),
  scope: Scope.nullable(),
  filter: z.record(z.string(), z.unknown()),
  notReturned: z.enum(['hide', 'show', 'only']),
  count: z.number(),
});
export type Figure = z.infer<typeof Figure>;

/** A number of journal entries, and the query that shows them. */
export const JournalFigure = z.object({ query: JournalQuery, count: z.number() });
export type JournalFigure = z.infer<typeof JournalFigure>;

/**
 * `busy`, `idle` and `online` are all online; `online`: the list does not report whether the runner runs jobs. `other`:
 * a status that this version of Reeve does not know.
 */
export const runnerStates = ['busy', 'idle', 'online', 'offline', 'stale', 'never', 'other'] as const;
export const RunnerCell = z.object({ id: z.number().int(), name: z.string().nullable(), state: z.enum(runnerStates) });
export type RunnerCell = z.infer<typeof RunnerCell>;
export type RunnerState = RunnerCell['state'];

/**
 * What the token of the open profile cannot see. `users.administrator`: fields of users that only administrators see.
 * `runners.all`: runners of other users. `service-accounts`: service accounts of the instance.
 */
export const hiddenFromToken = ['users.administrator', 'runners.all', 'service-accounts'] as const;
export type HiddenFromToken = (typeof hiddenFromToken)[number];

const read = { live: z.number(), completedAt: epochMs.nullable() };
/** Cached rows of a wider scope, if the chosen scope was never synced and has none. */
const widerScope = Figure.nullable();

/** The overview, from the cache, the journal and the plans, without requests. */
export const Overview = z.object({
  notVisible: z.array(z.enum(hiddenFromToken)),
  /** A figure is null if the rows were synced without the administrator view, because their fields are then missing. */
  users: z.object({
    ...read,
    newInWeek: Figure.nullable(),
    /** Administrators without two-factor authentication. */
    unprotectedAdmins: Figure.nullable(),
  }),
  /** `cells`: single runners; if not all fit, those with problems come first. */
  runners: z.object({
    ...read,
    scope: Scope,
    widerScope,
    all: Figure,
    online: Figure,
    states: z.record(z.enum(runnerStates), Figure),
    cells: z.array(RunnerCell),
  }),
  tokens: z.object({
    ...read,
    scope: Scope.nullable(),
    widerScope,
    horizon: Horizon,
    /** Known groups, and those of them whose tokens were never synced. */
    groups: z.number(),
    unsyncedGroups: z.number(),
  }),
  /**
   * Writes to this instance. `openPlans`: plans that were started and have not ended. `refused`: in the last seven
   * days.
   */
  writes: z.object({
    openPlans: z.number(),
    refused: JournalFigure,
    unknown: JournalFigure,
    recent: z.array(JournalEntry),
  }),
});
export type Overview = z.infer<typeof Overview>;

export const overview = {
  get: query(Place, Overview),
  /** The counts that the sidebar shows on every page. The query is fast enough to run after every change. */
  counts: query(
    Place,
    z.object({
      lists: z.array(ListCount),
      offlineRunners: Figure,
      /** Active tokens that expire within seven days. */
      endingTokens: Figure,
      /** Webhooks for which the platform reports a problem or a pause. */
      alertingWebhooks: Figure,
      mirrorAlarms: Figure,
    }),
  ),
};
