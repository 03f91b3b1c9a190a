import type { Key } from '#shared/contract/collection.ts';

/** Which cached rows are meant. `scope` is empty for the instance, else `group:42` or `project:7`. */
export interface Place {
  collection: string;
  scope: string;
}

/** What lies under `from`, a scope by path in any case, belongs under `to`, the scope by id. */
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
 * One window of a crawl as it is kept. `cursor`: the platform's own `Link` to go on with, null at the start.
 * `idFrom` to `idTo` is the range of ids seen completely; it grows upwards when the platform lists ids ascending
 * (administrators ask so) and downwards when it lists them descending (its default for everyone else).
 */
export interface CrawlWindow {
  key: string;
  span: Span;
  cursor: string | null;
  idFrom: number | null;
  idTo: number | null;
  rows: number;
  finishedAt: number | null;
}

/** A pass over a collection, kept with its windows so that it goes on after a crash. */
export interface Pass {
  place: Place;
  startedAt: number;
  isFirst: boolean;
  /** Times it was picked up again after an end of the program. */
  resumed: number;
  estimatedRows: number | null;
  windows: CrawlWindow[];
}

/**
 * Fields that a list knows about its rows and the rows do not contain; they are added before the rows are checked. `all`:
 * for every row; `facts`: the key under which the fields of single rows were sent with `addFacts`.
 */
export interface Annotation {
  all?: Readonly<Record<string, unknown>>;
  facts?: string;
}
/** The id of a row, and the fields that its list knows about it. */
export type RowFact = readonly [id: Key, fields: Readonly<Record<string, unknown>>];

/** A group or a project that a record of this stem named. */
export interface Named {
  stem: string;
  kind: 'group' | 'project';
  id: number | null;
  path: string | null;
  name: string | null;
  /** Its page, where the record tells no path. */
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

export interface PassOutcome {
  /** Rows that the platform no longer lists. */
  gone: number;
  live: number;
  /** More than a fifth would go: nothing was marked, a person decides with `finishPass(place, { acceptGone: true })`. */
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
  /** Fields of a row that hold a row of another kind, with fields of its own to rename. */
  within: readonly string[];
}
