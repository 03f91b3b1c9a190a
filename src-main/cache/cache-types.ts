import type { Key } from '#shared/contract/collection.ts';

/** Which cached rows are meant. `scope` is empty for the instance, else `group:42` or `project:7`. */
export interface Place {
  collection: string;
  scope: string;
}

/** Rows of the scope `from` (a path in any case) are moved to the scope `to` (an id). */
export interface ScopeMove {
  from: string;
  to: string;
}

/** A stretch of creation time, both ends ISO 8601; null is open. Rows with `from <= created_at < to` belong to it. */
export interface Span {
  from: string | null;
  to: string | null;
}

/**
 * A stored window of a sync run. `cursor`: the platform's own `Link` to go on with, null at the start.
 * `idFrom` to `idTo` is the range of ids seen completely; it grows upwards when the platform lists ids ascending
 * (requested for administrators) and downwards when it lists them descending (its default for other users).
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
  /** Times it was picked up again after an end of the program. */
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
  stem: string;
  kind: 'group' | 'project';
  id: number | null;
  path: string | null;
  name: string | null;
  /** The address of its page, if the record has no path. */
  page?: string;
}

/** What one page did to the cache. */
export interface PageOutcome {
  rows: number;
  changed: number;
  unreadable: number;
  /** The seen range after this page. */
  idFrom: number | null;
  idTo: number | null;
}

/**
 * `watermark`: up to which time the changes of a place are synced; null: an incremental sync is not possible. `fullAt`: the end
 * of its last full sync.
 */
export interface SyncPoint {
  watermark: number | null;
  fullAt: number | null;
}

export interface SyncRunOutcome {
  /** Rows that the platform no longer lists. */
  gone: number;
  live: number;
  /** More than a fifth would go: nothing was marked, a person decides with `finishSyncRun(place, { acceptGone: true })`. */
  needsPerson: boolean;
}

/**
 * `fresh`: rows that no earlier page of this sync had. For a page of an incremental sync, `last`: the latest time of its rows;
 * `isInOrder` false: they are not ordered by it, and nothing was stored.
 */
export interface ListPageOutcome extends Omit<PageOutcome, 'idFrom' | 'idTo'> {
  fresh: number;
  isInOrder: boolean;
  last: number | null;
}

/** What both workers need to open the file. `key` is the raw 256-bit key in hex; it reaches a worker by message only. */
export interface CacheFile {
  file: string;
  key: string;
  spelling?: Spelling;
  /** Stored in the file. */
  owner?: Owner;
}

/** Name and URL of the instance that a cache belongs to, as shown in the window. */
export interface Owner {
  name: string;
  url: string;
}

/** How this platform spells the documented fields. Pages reach the worker as the platform sent them. */
export interface Spelling {
  /** The documents' name → its own. */
  fields: Readonly<Record<string, string>>;
  /** Fields that contain a row of another kind. The fields of that row are renamed too. */
  within: readonly string[];
}
