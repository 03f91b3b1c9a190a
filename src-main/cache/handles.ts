import type { Detail, Slice, Window } from '#shared/contract/kit.ts';
import type { User, UserQuery, UserSelection, UserSummary } from '#shared/contract/users.ts';
import type { z } from 'zod';

/** Which cached rows are meant. `scope` is empty for the instance, else `group:42` or `project:7`. */
export interface Place {
  collection: string;
  scope: string;
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

/** What one page did to the cache. */
export interface PageOutcome {
  rows: number;
  changed: number;
  unreadable: number;
  /** The seen range after this page. */
  idFrom: number | null;
  idTo: number | null;
}

export interface PassOutcome {
  /** Rows that the platform no longer lists. */
  gone: number;
  live: number;
  /** More than a fifth would go: nothing was marked, a person decides with `finishPass(place, { acceptGone: true })`. */
  needsPerson: boolean;
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
  /** End a pass whose windows are all finished: mark who is gone, build indexes and search if it was the first. */
  finishPass(place: Place, options: { now: number; acceptGone?: boolean }): Promise<PassOutcome>;
  /** Drop an unfinished pass; rows already taken stay. */
  dropPass(place: Place): Promise<void>;
  /** One record, for instance a detail (`users.detail`). Answers whether anything changed. */
  put(place: Place, id: number, record: unknown, now: number): Promise<{ changed: boolean }>;
  /** The platform says that this row does not exist any more. */
  markGone(place: Place, id: number, now: number): Promise<void>;
  /** Keep the ids that a server-side filter (one name, one value) answered. */
  putFilterIds(place: Place, filter: Record<string, unknown>, ids: number[], now: number): Promise<void>;
  /** After each commit that changed something a query could see. */
  onChanged(listener: (change: { stem: string; revision: number; ids?: number[] }) => void): void;
  close(): Promise<void>;
}

/** Answers every query from `cache.db`, in a thread of its own, and never writes. */
export interface Reader {
  users: {
    list(
      input: { query: UserQuery; slice: z.infer<typeof Slice> },
      signal?: AbortSignal,
    ): Promise<Window<User> & { serverFilters: { name: string; fetchedAt: number | null }[] }>;
    ids(input: { query: UserQuery; from: number; count: number }, signal?: AbortSignal): Promise<number[]>;
    detail(id: number, signal?: AbortSignal): Promise<Detail<User>>;
    summary(signal?: AbortSignal): Promise<UserSummary>;
    /** The selection in pieces of at most 500 rows, in the order of its query; for copies and exports. */
    rows(selection: UserSelection, signal?: AbortSignal): AsyncIterable<{ row: User; fetchedAt: number }[]>;
  };
  close(): Promise<void>;
}

/** What both workers need to open the file. `key` is the raw 256-bit key in hex; it reaches a worker by message only. */
export interface CacheFile {
  file: string;
  key: string;
  /** The documents' field names that this platform spells in its own way; pages come as it sent them. */
  spelling?: Readonly<Record<string, string>>;
}
