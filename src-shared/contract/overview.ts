import { z } from 'zod';
import { collectionNames } from './collections.ts';
import { Horizon } from './access-tokens.ts';
import { ExportRow } from './dependency-exports.ts';
import { ImportEntry } from './imports.ts';
import { JournalEntry, JournalQuery } from './journal.ts';
import { epochMs, query, Scope } from './kit.ts';
import { MirrorAlarm } from './remote-mirrors.ts';
import { Freshness } from './watches.ts';

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
 * The window links the number to that list. `unknown`: rows of which it is not known whether they match; not counted.
 */
export const Figure = z.object({
  collection: z.enum(collectionNames),
  scope: Scope.nullable(),
  filter: z.record(z.string(), z.unknown()),
  notReturned: z.enum(['hide', 'show', 'only']),
  count: z.number(),
  unknown: z.number().optional(),
});
export type Figure = z.infer<typeof Figure>;

/** `name`: one of `figuresOn`, or a collection, for all its rows. */
export const NamedFigure = Figure.extend({ name: z.string() });
export type NamedFigure = z.infer<typeof NamedFigure>;

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
 * The state of a mirror on the overview; each mirror has exactly one. The first four are alarms. `muted`: its last update
 * failed without an alarm. `other`: a status that this version of Reeve does not know; it has no figure.
 */
export const mirrorStates = [
  'failed',
  'stuck',
  'hostKeys',
  'noSuccess',
  'muted',
  'underWay',
  'finished',
  'never',
  'disabled',
  'other',
] as const;
export type MirrorState = (typeof mirrorStates)[number];
export const mirrorAlarmStates = mirrorStates.slice(0, 4) as ['failed', 'stuck', 'hostKeys', 'noSuccess'];
/** Each webhook has exactly one of these states. The first two are problems. */
export const webhookStates = ['disabled', 'failing', 'executable'] as const;
export const webhookProblems = webhookStates.slice(0, 2) as ['disabled', 'failing'];
export type WebhookState = (typeof webhookStates)[number];

const cell = <S extends string>(states: readonly [S, ...S[]]) =>
  z.object({ scope: Scope, id: z.number().int(), name: z.string().nullable(), state: z.enum(states) });
export const MirrorCell = cell(mirrorStates);
export type MirrorCell = z.infer<typeof MirrorCell>;
export const WebhookCell = cell(webhookStates);

/**
 * What the token of the open profile cannot see. `users.administrator`: fields of users that only administrators see.
 * `runners.all`: runners of other users. `service-accounts`: service accounts of the instance.
 */
export const hiddenFromToken = ['users.administrator', 'runners.all', 'service-accounts'] as const;
export type HiddenFromToken = (typeof hiddenFromToken)[number];

const read = { live: z.number(), completedAt: epochMs.nullable(), freshness: Freshness };
/** Cached rows of a wider scope, if the chosen scope was never synced and has none. */
const widerScope = Figure.nullable();

/** `refusedPlaces`: the number of projects whose list the platform refused at the last sync. */
const readInProjects = { ...read, refusedPlaces: z.number().default(0), scope: Scope.nullable(), all: Figure };

/** The first mirrors with an alarm. */
const mirrorAlarms = z.array(
  z.object({
    scope: Scope,
    id: z.number().int(),
    project: z.string().nullable(),
    host: z.string().nullable(),
    alarm: MirrorAlarm,
  }),
);
/** The first webhooks that are disabled or fail. */
const webhookAlerts = z.array(
  z.object({
    scope: Scope,
    id: z.number().int(),
    name: z.string().nullable(),
    state: z.enum(webhookStates),
    disabledUntil: epochMs.nullable(),
  }),
);

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
    /** Known groups, and those of them whose tokens were neither synced nor refused. */
    groups: z.number(),
    unsyncedGroups: z.number(),
  }),
  /** `cells`: those with problems first, and not all if there are many. */
  mirrors: z.object({
    ...readInProjects,
    alarming: Figure,
    states: z.record(z.enum(mirrorStates).exclude(['other']), Figure),
    cells: z.array(MirrorCell),
    alarms: mirrorAlarms,
  }),
  webhooks: z.object({
    ...readInProjects,
    alerting: Figure,
    states: z.record(z.enum(webhookStates), Figure),
    cells: z.array(WebhookCell),
    alerts: webhookAlerts,
  }),
  /** Writes to this instance. `refused`: in the last seven days. */
  writes: z.object({ refused: JournalFigure, unknown: JournalFigure, recent: z.array(JournalEntry) }),
});
export type Overview = z.infer<typeof Overview>;

/** What needs attention in a project, with the same figures as in `Overview`. Those of a group: `places.home`. */
export const PlaceAlarms = z.object({
  offlineRunners: Figure,
  mirrors: z.object({ states: z.record(z.enum(mirrorAlarmStates), Figure), alarms: mirrorAlarms }),
  webhooks: z.object({ states: z.record(z.enum(webhookProblems), Figure), alerts: webhookAlerts }),
});
export type PlaceAlarms = z.infer<typeof PlaceAlarms>;

/**
 * Dependency exports and imports, those under way first, then the newest. `attention`: exports that failed, stalled or
 * have an unknown outcome, and the first of them. `failedImports`: the number that were reported as failed in the last seven
 * days, including imports that Reeve did not send, and the first of them.
 */
export const Transfers = z.object({
  underWay: z.number().int(),
  exports: z.array(ExportRow),
  imports: z.array(ImportEntry),
  attention: z.object({ count: z.number().int(), rows: z.array(ExportRow) }),
  failedImports: z.object({
    count: z.number().int(),
    first: z.object({ label: z.string(), statusAt: epochMs.nullable() }).nullable(),
  }),
});
export type Transfers = z.infer<typeof Transfers>;

export const overview = {
  get: query(Place, Overview),
  /** The part of `get` that the summary of a project needs. Takes about a fifth of the time of `get`. */
  alarms: query(z.object({ scope: Scope }), PlaceAlarms),
  /**
   * The figures with names about these collections while no group or project is chosen. Figures of fields that only
   * administrators see are left out if the rows do not have these fields.
   */
  figures: query(z.object({ collections: z.array(z.string()) }), z.array(NamedFigure)),
  /** The counts that the sidebar shows on every page. The query is fast enough to run after every change. */
  counts: query(
    Place,
    z.object({
      lists: z.array(ListCount),
      offlineRunners: Figure,
      /** Active tokens that expire within seven days. */
      endingTokens: Figure,
      mirrorAlarms: Figure,
      alertingWebhooks: Figure,
      /** Exports that need attention, and imports that were reported as failed in the last seven days. */
      exportsToCheck: z.number().int(),
      failedImports: z.number().int(),
    }),
  ),
  transfers: query(z.object({}).optional(), Transfers),
};
