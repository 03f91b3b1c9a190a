import type { Key } from '#shared/contract/collection.ts';

/** A collection in a scope. `scope` is empty for the instance, else for instance `group:42` or `project:7`. */
export interface Place {
  collection: string;
  scope: string;
}

/** Why the platform refused a list. `status`: of its reply; `message`: in its words. */
export interface Refusal {
  at: number;
  status: number | null;
  reason: string | null;
  message: string | null;
}

/** Rows of the scope `from` (a path in any case) are moved to the scope `to` (an id). */
export interface ScopeMove {
  from: string;
  to: string;
}

/** A range of creation times in ISO 8601; null: no limit. A row belongs to it if `from <= created_at < to`. */
export interface Span {
  from: string | null;
  to: string | null;
}

/**
 * A stored window of a sync run. `cursor`: the platform's `Link` to the next page, null at the start.
 * `idFrom` to `idTo` is the range of ids that was returned completely. It grows upwards if the platform lists ids
 * ascending (requested for administrators) and downwards if it lists them descending (its default for other users).
 */
export interface SyncWindow {
  key: string;
  span: Span;
  cursor: string | null;
  idFrom: number | null;
  idTo: number | null;
  rows: number;
  finishedAt: number | null;
}

/** A sync run of a collection, stored with its windows so that it can continue after a crash. */
export interface SyncRun {
  place: Place;
  startedAt: number;
  isFirst: boolean;
  /** Number of times that it was resumed. */
  resumed: number;
  estimatedRows: number | null;
  windows: SyncWindow[];
}

/**
 * Fields that the list request defines and the rows do not contain; they are added before the rows are checked. `all`:
 * for every row; `facts`: the key under which the fields of single rows were sent with `addFacts`.
 */
export interface Annotation {
  all?: Readonly<Record<string, unknown>>;
  facts?: string;
}
/** The id of a row, and the fields to add to it. */
export type RowFact = readonly [id: Key, fields: Readonly<Record<string, unknown>>];

/** A group or project that a record of this collection refers to. */
export interface Reference {
  collection: string;
  kind: 'group' | 'project';
  id: number | null;
  path: string | null;
  name: string | null;
  /** The address of its page, if the record has no path. */
  page?: string;
}

/** The counts of one stored page. */
export interface PageOutcome {
  rows: number;
  changed: number;
  unreadable: number;
  /** The seen range after this page. */
  idFrom: number | null;
  idTo: number | null;
}

/**
 * `watermark`: the time up to which the changes of a place are synced; null: an incremental sync is not possible.
 * `fullAt`: the end of its last full sync.
 */
export interface SyncPoint {
  watermark: number | null;
  fullAt: number | null;
}

export interface SyncRunOutcome {
  /** Rows that the platform no longer lists. */
  notReturned: number;
  live: number;
  /**
   * More than a fifth of the rows were not returned. No row was marked: a person must confirm it, then `finishSyncRun`
   * is called with `acceptNotReturned`.
   */
  needsPerson: boolean;
}

/**
 * `fresh`: number of rows that no earlier page of this sync had. For a page of an incremental sync: `last` is the
 * latest time of its rows; `isInOrder` is false if the rows are not in the order of their times, and then nothing was
 * stored.
 */
export interface ListPageOutcome extends Omit<PageOutcome, 'idFrom' | 'idTo'> {
  fresh: number;
  isInOrder: boolean;
  last: number | null;
}

/** When a list was last synced completely, and how many rows that sync could not read. */
export interface SyncTime {
  scope: string;
  at: number;
  unreadable: number;
}

/**
 * What both workers need to open the file. `key` is the raw 256-bit key in hex; it reaches a worker by message only.
 */
export interface CacheFile {
  file: string;
  key: string;
  spelling?: Spelling;
  /** Stored in the file. */
  owner?: Owner;
  /** A hash of the token and the dialect. Absent: the token is not known. */
  seenBy?: string;
  /** The path of its `history.db`. */
  history?: string;
  /** No other connection opens the file, so SQLite needs no file with shared memory beside it. */
  isAlone?: boolean;
}

/** Name and URL of the instance that a cache belongs to, as shown in the window. */
export interface Owner {
  name: string;
  url: string;
}

/** The names that this platform uses for documented fields. Pages reach the worker as the platform sent them. */
export interface Spelling {
  /** From the documented name to the platform's name. */
  fields: Readonly<Record<string, string>>;
  /** Fields that contain a row of another kind. The fields of that row are renamed too. */
  within: readonly string[];
}
