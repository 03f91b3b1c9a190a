import { z } from 'zod';
import { Key } from './collection.ts';
import { CoverageRefusal } from './coverage.ts';
import { ExportedRows, ExportFormat } from './exported.ts';
import { command, epochMs, event, query, Scope, Slice } from './kit.ts';

/**
 * What happened to a row, or to a whole place (`hidden`, `visible`). `came`: returned for the first time. `deleted`: by
 * Reeve, or confirmed by a 404; `notReturned` is neither. `hidden`: the token can no longer see it.
 */
export const changeKinds = ['came', 'changed', 'notReturned', 'deleted', 'back', 'hidden', 'visible'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * Who made a change. `adjusted`: the platform stored another value than Reeve sent. `probably`: Reeve sent this value, but
 * the outcome of the write is not known. `plan`: its title; null: the plan is no longer stored.
 */
export const ChangeBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('outside') }),
  ...(['reeve', 'adjusted', 'probably'] as const).map((kind) =>
    z.object({
      kind: z.literal(kind),
      planId: z.string(),
      plan: z.string().nullable(),
      journalId: z.number().nullable(),
    }),
  ),
]);
export type ChangeBy = z.infer<typeof ChangeBy>;

/** The value of a recorded field before and after. `name`: its path, for example `created_by.id`. */
export const ChangedField = z.object({ name: z.string(), before: z.unknown(), after: z.unknown() });
export type ChangedField = z.infer<typeof ChangedField>;

/**
 * A recorded change. `n`: its number. `id` null: it is about the whole place. `title`: the name of the row now, or its last
 * known one; null: it has none. `at`: the end of the sync that found it, or the time of the reply. `since`: the start of the
 * last sync before it; null: `at` is the exact time. `fields`: what changed; for `hidden` and `visible`: the fields of the place,
 * empty for all of it. `row`: the recorded values of a row that came, came back, or is not returned or deleted, by path.
 */
export const HistoryEntry = z.object({
  n: z.number(),
  collection: z.string(),
  scope: Scope,
  id: Key.nullable(),
  title: z.string().nullable(),
  kind: z.enum(changeKinds),
  at: epochMs,
  since: epochMs.nullable(),
  fields: z.array(ChangedField),
  row: z.record(z.string(), z.unknown()).nullable(),
  by: ChangeBy,
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A time in which changes were not recorded, or are lost. */
export const HistoryGap = z.object({
  from: epochMs,
  until: epochMs,
  why: z.enum(['lost', 'damaged', 'disk-full', 'restored']),
});
export type HistoryGap = z.infer<typeof HistoryGap>;

/**
 * How far an answer can be trusted. `since`: when recording began for what is shown; null: it has not begun. `removedBefore`:
 * older changes were removed by retention; null: none were. `gaps`: those in the span.
 */
export const Recorded = z.object({
  since: epochMs.nullable(),
  removedBefore: epochMs.nullable(),
  gaps: z.array(HistoryGap),
});
export type Recorded = z.infer<typeof Recorded>;

/**
 * `place`: rows of this scope, and of the scopes below a project. `person`: the rows of an account, by its ID. `numbers`: only
 * the changes with these numbers.
 */
export const ChangesFilter = z.object({
  collections: z.array(z.string()).optional(),
  kinds: z.array(z.enum(changeKinds)).optional(),
  place: Scope.optional(),
  person: z.number().int().optional(),
  by: z.enum(['outside', 'reeve']).optional(),
  fields: z.array(z.string()).optional(),
  numbers: z.array(z.number()).max(5_000).optional(),
});
export type ChangesFilter = z.infer<typeof ChangesFilter>;

/** Views of the page Changes that Reeve provides. */
export const changeViews = ['administrators', 'two-factor-off', 'access-raised', 'not-returned', 'new-tokens'] as const;
export type ChangeView = (typeof changeViews)[number];

const Span = z.object({ since: epochMs, until: epochMs });
export const ChangesQuery = Span.extend({
  filter: ChangesFilter.default({}),
  view: z.enum(changeViews).nullable().default(null),
  search: z.string().default(''),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

/** The changes of one day in the time zone of this computer, `YYYY-MM-DD`. `syncs`: completed syncs of any list on it. */
const DayChanges = z.object({ day: z.string(), outside: z.number(), reeve: z.number(), syncs: z.number() });

/**
 * One list at a moment. `rows` null: it was never synced. `places`: those that are known now; `synced`: those of them that
 * had a complete sync. `oldest`: the end of the oldest of their last syncs before the moment.
 */
export const CollectionThen = z.object({
  rows: z.number().nullable(),
  places: z.number(),
  synced: z.number(),
  oldest: epochMs.nullable(),
});
export type CollectionThen = z.infer<typeof CollectionThen>;

/** The difference of a list between two moments. Rows of places that were not synced at both are not counted. */
export const CollectionDifference = z.object({
  collection: z.string(),
  a: CollectionThen,
  b: CollectionThen,
  came: z.number(),
  notReturned: z.number(),
  changed: z.number(),
  byReeve: z.number(),
});
export type CollectionDifference = z.infer<typeof CollectionDifference>;

/**
 * A row that differs between two moments. `fields`: values at both, by path. `row`: its recorded values at the moment at
 * which it existed, if that was only one.
 */
export const RowDifference = HistoryEntry.omit({ n: true, collection: true, since: true }).extend({
  id: Key,
  kind: z.enum(['came', 'changed', 'notReturned']),
});
export type RowDifference = z.infer<typeof RowDifference>;
export const DifferenceQuery = z.object({
  a: epochMs,
  b: epochMs,
  collection: z.string(),
  kind: z.enum(['came', 'changed', 'notReturned']).nullable().default(null),
  search: z.string().default(''),
});
export type DifferenceQuery = z.infer<typeof DifferenceQuery>;

/** The columns of a file of changes or differences. */
const Export = { format: ExportFormat.default('csv') };

/** How long all changes of a list are kept if a person sets nothing. */
export const defaultMonths = 12;

/** What is recorded of one list. `months`: for how long all changes are kept; null: forever. `bytes`: the estimated size. */
export const RecordedCollection = z.object({
  collection: z.string(),
  fields: z.array(z.string()),
  entries: z.number(),
  bytes: z.number(),
  months: z.number().int().nullable(),
});
export type RecordedCollection = z.infer<typeof RecordedCollection>;

/** What is known about a person that could be forgotten. `isReturned`: the platform still returns a row of the account. */
export const Forgettable = z.object({
  name: z.string().nullable(),
  isReturned: z.boolean(),
  entries: z.number(),
  states: z.number(),
  archived: z.number(),
  notices: z.number(),
  journal: z.number(),
});
export type Forgettable = z.infer<typeof Forgettable>;

/** What syncs and Reeve changed, recorded from the first sync after the update to this version. */
export const history = {
  /** The changes of one row, newest first. `first`: when it was first synced, if it did not come later. */
  life: query(
    z.object({
      collection: z.string(),
      scope: Scope,
      id: Key,
      by: z.enum(['outside', 'reeve']).optional(),
      field: z.string().optional(),
      slice: Slice,
    }),
    z.object({
      isRecorded: z.boolean(),
      total: z.number(),
      counts: z.object({ outside: z.number(), reeve: z.number() }),
      fields: z.array(z.string()),
      entries: z.array(HistoryEntry),
      first: epochMs.nullable(),
      recorded: Recorded,
    }),
  ),
  /** Changes in a span, newest first. `counts`: by list. */
  changes: query(
    ChangesQuery.extend({ slice: Slice }),
    z.object({
      total: z.number(),
      by: z.object({ outside: z.number(), reeve: z.number() }),
      collections: z.array(z.object({ collection: z.string(), count: z.number() })),
      entries: z.array(HistoryEntry),
      recorded: Recorded,
      /** Lists of which not all places were synced in the span. */
      incomplete: z.array(z.object({ collection: z.string(), places: z.number(), synced: z.number() })),
      /** Ends of completed syncs in the span; `last` null: none. */
      syncs: z.object({ count: z.number(), last: epochMs.nullable() }),
    }),
  ),
  /** The number of changes of each view in a span. */
  viewCounts: query(ChangesQuery.pick({ since: true, until: true }), z.record(z.string(), z.number())),
  /** Changes for each day of a span, also of days without any. `utcOffsetMinutes`: of the window, east of UTC positive. */
  days: query(ChangesQuery.extend({ utcOffsetMinutes: z.number() }), z.array(DayChanges)),
  exportChanges: command(ChangesQuery.extend(Export), ExportedRows),
  exportLife: command(z.object({ collection: z.string(), scope: Scope, id: Key, ...Export }), ExportedRows),
  /**
   * What is known about a moment, for one list in one scope, or for all. `previous`, `next`: the nearest changes, rounded up
   * to a second, so that an address can name the state after them. `sync`: the end of the last completed sync before it;
   * null: none. `places`: as in `CollectionThen`. `recorded.gaps`: those at the moment or later.
   */
  moment: query(
    z.object({ at: epochMs, collection: z.string().nullable(), scope: Scope.nullable() }),
    z.object({
      previous: epochMs.nullable(),
      next: epochMs.nullable(),
      sync: epochMs.nullable(),
      places: z.object({ places: z.number(), synced: z.number() }),
      recorded: Recorded,
      /** The fields of the list that are recorded; null: the list is not recorded. */
      fields: z.array(z.string()).nullable(),
      /** The filters and sort orders of the list that need fields which are not recorded. */
      notRecorded: z.object({ filters: z.array(z.string()), sorts: z.array(z.string()) }),
    }),
  ),
  /** The rows of a list then and now, and what changed between. */
  sinceThen: query(
    z.object({ at: epochMs, collection: z.string(), scope: Scope.nullable() }),
    z.object({
      then: z.number().nullable(),
      now: z.number(),
      came: z.number(),
      notReturned: z.number(),
      changed: z.number(),
    }),
  ),
  /** How rows of a list at a moment are now, in the order of `rows`; null: the same. */
  now: query(
    z.object({ at: epochMs, collection: z.string(), rows: z.array(z.object({ scope: Scope, id: Key })).max(1_000) }),
    z.array(
      z
        .object({ notReturnedSince: epochMs.nullable(), isDeleted: z.boolean(), fields: z.array(ChangedField) })
        .nullable(),
    ),
  ),
  compare: query(
    z.object({ a: epochMs, b: epochMs }),
    z.object({ collections: z.array(CollectionDifference), recorded: Recorded }),
  ),
  differences: query(
    DifferenceQuery.extend({ slice: Slice }),
    z.object({ total: z.number(), counts: z.record(z.string(), z.number()), rows: z.array(RowDifference) }),
  ),
  exportDifferences: command(DifferenceQuery.extend(Export), ExportedRows),
  /** What is recorded, and how much space it takes. */
  settings: query(
    z.object({}),
    z.object({
      since: epochMs.nullable(),
      bytes: z.number(),
      collections: z.array(RecordedCollection),
      failure: CoverageRefusal.nullable(),
    }),
  ),
  setRetention: command(z.object({ collection: z.string(), months: z.number().int().min(1).nullable() }), z.object({})),
  forgettable: query(z.object({ person: z.number().int() }), Forgettable),
  /** Replace what is stored about a person with a placeholder. Fails: `conflict` if the platform still returns the account. */
  forget: command(z.object({ person: z.number().int() }), Forgettable),
  /** Changes were recorded, or removed. */
  changed: event(z.object({ revision: z.number() })),
};
