import type {
  Key,
  ListQuery,
  ListSummary,
  ScopedDetail,
  ScopedWindow,
  Selection,
} from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Slice } from '#shared/contract/kit.ts';
import type { CollectionName, KeyOf, RowOf } from '#shared/contract/collections.ts';
import type { z } from 'zod';

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
/** `newest`: the time of the newest change before a full sync of a list that can be synced incrementally; null: not known. */
export interface BeginList {
  estimatedRows: number | null;
  now: number;
  newest?: number | null;
}

/** The only writer of `cache.db`, in a thread of its own. All times are epoch milliseconds. */
export interface Store {
  /** Begin a pass; replaces an unfinished one. */
  beginPass(
    place: Place,
    pass: { windows: { key: string; span: Span }[]; estimatedRows: number | null; now: number },
  ): Promise<Pass>;
  /** The unfinished pass of a place, counted as resumed once more; null when there is none. */
  resumePass(place: Place): Promise<Pass | null>;
  /**
   * Take one page of a window as it came over the network (the buffer is transferred away): parse, check row by row,
   * skip what is unchanged, note who is missing from the seen range. Rows and cursor commit together.
   * Fails: `remote`/`unreadable-reply` when the body is no JSON array; the window then stands where it was.
   */
  putPage(
    place: Place,
    page: { windowKey: string; body: ArrayBuffer; cursor: string | null; isLast: boolean; now: number },
  ): Promise<PageOutcome>;
  /** Start a window over, because its cursor was refused. */
  restartWindow(place: Place, key: string): Promise<void>;
  /**
   * Finish a pass after all its windows: mark the rows that it did not find as gone and, after the first pass, build the
   * indexes and the search. A pass that read only part of a list (`isPartial`, only for lists in any order) marks no rows.
   * `agreedRequests` is stored for the next `beginList`.
   */
  finishPass(
    place: Place,
    options: { now: number; acceptGone?: boolean; isPartial?: boolean; agreedRequests?: number },
  ): Promise<PassOutcome>;
  /**
   * Begin a pass over a list whose rows come in any order. An unfinished pass of this list cannot be continued and is
   * replaced. `finishPass` marks the rows of this scope that were on no page as gone.
   * Returns `agreedRequests`: the number of requests that this pass may send without asking a person; 0 if no earlier
   * pass was confirmed.
   */
  beginList(place: Place, pass: BeginList): Promise<{ agreedRequests: number }>;
  syncPoint(place: Place): Promise<SyncPoint>;
  /** Keep facts for later pages under a key that the caller chooses. Earlier facts of this key stay. */
  addFacts(key: string, facts: readonly RowFact[]): Promise<void>;
  dropFacts(key: string): Promise<void>;
  /**
   * Take one page of such a pass, as bytes (transferred away) or as rows. `fresh`: rows that no page of this pass had
   * named before. Fails as `putPage` does.
   */
  putListPage(
    place: Place,
    page: { rows: ArrayBuffer | readonly unknown[]; annotation?: Annotation; now: number; isInOrder?: boolean },
  ): Promise<ListPageOutcome>;
  /** Rows that came on no page of a pass, for instance answers to lookups. Unreadable ones are left out and counted. */
  putRows(
    place: Place,
    rows: readonly unknown[],
    now: number,
  ): Promise<{ rows: number; changed: number; unreadable: number }>;
  /** Drop an unfinished pass; rows already taken stay. */
  dropPass(place: Place): Promise<void>;
  /** One record, for instance a detail (`users.detail`). Answers whether anything changed. */
  put(place: Place, id: Key, record: unknown, now: number): Promise<{ changed: boolean }>;
  /**
   * Fields of a row that are known to be so now, for instance because we wrote them; what else is cached of it stays.
   * `scope` null: wherever this id is cached. Rows that are not cached, or gone, are left alone. Answers how many.
   */
  putFields(
    at: { stem: string; scope: string | null; id: Key },
    fields: Readonly<Record<string, unknown>>,
    now: number,
  ): Promise<number>;
  /** The same for a row that was deleted. */
  markAllDeleted(at: { stem: string; scope: string | null; id: Key }, now: number): Promise<number>;
  /** The platform does not return this row anymore. */
  markGone(place: Place, id: Key, now: number): Promise<void>;
  /** The row was deleted: by us, or confirmed by a 404. */
  markDeleted(place: Place, id: Key, now: number): Promise<void>;
  /** The token may not see this place anymore; its rows are kept. The next sync that ends undoes it. */
  markHidden(place: Place, now: number): Promise<void>;
  /** Keep the ids that a server-side filter (one name, one value) answered. */
  putFilterIds(place: Place, filter: Record<string, unknown>, ids: Key[], now: number): Promise<void>;
  /**
   * Find what is cached under scopes by path under those by id from now on, a pass under way included. Where both have
   * rows, those of the newer pass count. Answers the stems that had something to move.
   */
  moveScopes(moves: readonly ScopeMove[]): Promise<CollectionName[]>;
  /** After each commit that changed something a query could see. */
  onChanged(listener: (change: { stem: CollectionName; revision: number; ids?: number[] }) => void): void;
  /** Groups and projects that stored records named; none is told twice in a row. */
  onNamed(listener: (named: Named[]) => void): void;
  close(): Promise<void>;
}

/** One scoped list as the cache answers for it. Keys name rows, whatever their scope. */
export interface ListReader<R = Record<string, unknown>, K extends Key = Key> {
  list(input: { query: ListQuery; slice: z.infer<typeof Slice> }, signal?: AbortSignal): Promise<ScopedWindow<R>>;
  ids(input: { query: ListQuery; from: number; count: number }, signal?: AbortSignal): Promise<number[]>;
  detail(at: { scope: Scope; id: K }, signal?: AbortSignal): Promise<ScopedDetail<R>>;
  summary(scope: Scope | null, signal?: AbortSignal): Promise<ListSummary>;
  /** The selection in pieces of at most 500 rows, in the order of its query; for copies and exports. */
  rows(
    selection: Selection<ListQuery>,
    signal?: AbortSignal,
  ): AsyncIterable<{ row: R; scope: Scope; id: K; fetchedAt: number }[]>;
  /** Ids of the live rows of a scope whose details are older than a moment or were never fetched. */
  undetailed(input: { scope: Scope; before: number }, signal?: AbortSignal): Promise<K[]>;
}

/** Answers every query from `cache.db`, in a thread of its own, and never writes. */
export interface Reader {
  /** By the name of the collection. */
  lists<C extends CollectionName>(name: C): ListReader<RowOf<C>, KeyOf<C>>;
  close(): Promise<void>;
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
