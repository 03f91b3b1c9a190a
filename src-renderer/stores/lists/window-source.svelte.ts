/* eslint-disable svelte/prefer-svelte-reactivity -- one version counter makes changes of the loaded pages reactive, which is cheap for thousands of rows */
import { untrack } from 'svelte';
import type { Window } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { pauseAfterMs } from './pause-after.ts';

/** Rows per page. */
export const pageRows = 128;
/** Maximum number of loaded pages: about 3,000 rows for a list of any length. */
export const mostPages = 24;
/** Maximum number of IDs in one reply. */
const idsAtOnce = 5_000;

/** A section of the contract whose event contains the revision of a list. */
interface Revised {
  changed: (listener: (data: { revision: number }) => void) => () => void;
}

/** The requests of one list. */
export interface WindowReader<Row, Query, Reply extends Window<Row>> {
  list(query: Query, slice: { from: number; count: number }, signal: AbortSignal): Promise<Reply>;
  ids(query: Query, from: number, count: number): Promise<number[]>;
  idOf(row: Row): number;
  /** Minimum time between two loads of the same query after changes. Longer during a sync. */
  paceMs?(): number;
}

/**
 * A window over a list in the core: the pages around the visible rows, and the total. One request returns the total and
 * the first page of a query. A reply to an earlier query is aborted, or dropped when it arrives. Failures are kept in
 * `failure`, not thrown.
 */
export class WindowSource<Row, Query, Reply extends Window<Row> = Window<Row>> {
  readonly #reader: WindowReader<Row, Query, Reply>;
  #version = $state(0);
  #reply = $state.raw<Reply>();
  #failure = $state.raw<Failure>();
  #isPending = $state(false);
  #reloads = $state(0);
  /** The query of the loaded rows. */
  #shownQuery = $state.raw<Query>();

  #query: Query | undefined;
  #revision = -1;
  #generation = 0;
  #asking: AbortController | undefined;
  readonly #pages = new Map<number, readonly Row[]>();
  /** Pages of an earlier load, shown until their new version is loaded. */
  readonly #stale = new Set<number>();
  readonly #fetching = new Map<number, AbortController>();
  readonly #failed = new Set<number>();
  #visible = { from: 0, to: 0 };
  #isBackwards = false;
  #newest = 0;
  #reloadedAt = -Infinity;
  /** How long the core took for the queries of the last load. */
  #queriesMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reader: WindowReader<Row, Query, Reply>) {
    this.#reader = reader;
  }

  get total(): number {
    return this.#reply?.total ?? 0;
  }
  /** The last complete reply; undefined before the first one. */
  get reply(): Reply | undefined {
    return this.#reply;
  }
  get failure(): Failure | undefined {
    return this.#failure;
  }
  /** A query other than the shown one is running. */
  get isPending(): boolean {
    return this.#isPending;
  }
  /** The query of the shown rows; undefined before the first reply. */
  get shownQuery(): Query | undefined {
    return this.#shownQuery;
  }
  get reloads(): number {
    return this.#reloads;
  }
  get pagesHeld(): number {
    void this.#version;
    return this.#pages.size;
  }

  row(index: number): Row | undefined {
    void this.#version;
    return this.#pages.get(pageOf(index))?.[index % pageRows];
  }

  indexOf(id: number): number | undefined {
    for (const [page, rows] of this.#pages) {
      if (this.#stale.has(page)) continue;
      const at = rows.findIndex((row) => this.#reader.idOf(row) === id);
      if (at >= 0) return page * pageRows + at;
    }
    return undefined;
  }

  /** Show another query. The shown rows stay until the reply. Shape: `at` is the first row to be visible. */
  async query(query: Query, at = 0): Promise<void> {
    this.#query = query;
    this.#visible = { from: at, to: at + 1 };
    this.#isPending = true;
    await this.#ask();
  }

  /** Load the same query again, without moving the rows. */
  async reload(): Promise<void> {
    if (this.#query === undefined || this.#isPending) return;
    await this.#ask();
  }

  /** Continue after `pause`, or retry after a failure. Running requests are not repeated. */
  async resume(): Promise<void> {
    if (this.#query === undefined || this.#asking !== undefined) return;
    await (this.#query === this.#shownQuery ? this.reload() : this.query(this.#query, this.#visible.from));
  }

  /** The core reports the revision of its table: load again if it is newer, but not more often than the pace allows. */
  touch(revision: number): void {
    this.#newest = Math.max(this.#newest, revision);
    this.#schedule();
  }

  ensure(from: number, to: number): void {
    untrack(() => {
      if (from !== this.#visible.from) this.#isBackwards = from < this.#visible.from;
      this.#visible = { from, to };
      this.#fill();
    });
  }

  async ids(from: number, to: number): Promise<number[]> {
    // The indexes refer to the shown query, even if another query is running
    const query = this.#shownQuery;
    if (query === undefined || to <= from) return [];
    return this.#reader.ids(query, from, Math.min(to - from, idsAtOnce));
  }

  /**
   * Load again after each connection to the core and after changes, until the returned function is called. `onchange` is
   * called with each of them.
   */
  follow(session: Session, section: Revised, onchange: () => void = () => undefined): () => void {
    const ends = [
      session.onConnected(() => {
        void this.resume();
        onchange();
      }),
      section.changed(({ revision }) => {
        this.touch(revision);
        onchange();
      }),
      () => this.pause(),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Abort all requests; the loaded rows stay. */
  pause(): void {
    this.#generation++;
    this.#asking?.abort();
    this.#asking = undefined;
    this.#stopFetching(() => true);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPending = false;
  }

  /** Load the visible pages, and replace the shown ones when all have arrived. */
  async #ask(): Promise<void> {
    const query = this.#query;
    if (query === undefined) return;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const generation = ++this.#generation;
    this.#reloadedAt = performance.now();
    const pages = span(this.#visible.from, this.#visible.to);
    try {
      const replies = await Promise.all(pages.map((page) => this.#reader.list(query, slice(page), asking.signal)));
      if (generation === this.#generation) this.#swap(query, pages, replies);
    } catch (thrown) {
      if (generation === this.#generation) this.#fail(thrown);
    } finally {
      if (generation === this.#generation) {
        this.#asking = undefined;
        this.#isPending = false;
        this.#schedule();
      }
    }
  }

  #swap(query: Query, pages: number[], replies: Reply[]): void {
    this.#stopFetching(() => true);
    if (query === this.#shownQuery) this.#reloads++;
    else this.#pages.clear();
    this.#failed.clear();
    this.#stale.clear();
    for (const page of this.#pages.keys()) this.#stale.add(page);
    for (const [at, reply] of replies.entries()) this.#hold(pages[at] ?? 0, reply.rows);
    this.#shownQuery = query;
    this.#failure = undefined;
    this.#revision = Math.min(...replies.map(({ revision }) => revision));
    this.#reply = replies.reduce((newest, reply) => (reply.revision > newest.revision ? reply : newest));
    for (const { revision } of replies) this.#newest = Math.max(this.#newest, revision);
    this.#queriesMs = replies.reduce((sum, { queryMs }) => sum + queryMs, 0);
    this.#version++;
    this.#fill();
  }

  /** Load missing pages, one viewport behind and two ahead, visible ones first; drop pages that are far away. */
  #fill(): void {
    const query = this.#query;
    if (query === undefined || this.#isPending || this.#reply === undefined) return;
    const { from, to } = this.#visible;
    const height = to - from;
    const [before, after] = this.#isBackwards ? [2, 1] : [1, 2];
    const wanted = new Set([
      ...span(from, Math.min(to, this.total)),
      ...span(from - before * height, Math.min(to + after * height, this.total)),
    ]);
    this.#stopFetching((page) => !wanted.has(page));
    for (const page of wanted) {
      const isHeld = this.#pages.has(page) && !this.#stale.has(page);
      if (!isHeld && !this.#fetching.has(page) && !this.#failed.has(page)) void this.#fetch(page, query);
    }
  }

  async #fetch(page: number, query: Query): Promise<void> {
    const fetching = new AbortController();
    this.#fetching.set(page, fetching);
    const generation = this.#generation;
    try {
      const reply = await this.#reader.list(query, slice(page), fetching.signal);
      if (generation !== this.#generation || this.#fetching.get(page) !== fetching) return;
      this.#hold(page, reply.rows);
      this.#evict();
      if (reply.revision >= this.#newest) this.#reply = reply;
      this.#version++;
      this.touch(reply.revision);
    } catch (thrown) {
      if (generation !== this.#generation || this.#fetching.get(page) !== fetching) return;
      this.#failed.add(page);
      this.#fail(thrown);
    } finally {
      if (this.#fetching.get(page) === fetching) this.#fetching.delete(page);
    }
  }

  #hold(page: number, rows: readonly Row[]): void {
    this.#pages.set(page, rows);
    this.#stale.delete(page);
  }

  #evict(): void {
    const middle = pageOf((this.#visible.from + this.#visible.to) / 2);
    const farthestFirst = [...this.#pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const page of farthestFirst.slice(0, Math.max(0, farthestFirst.length - mostPages))) this.#pages.delete(page);
  }

  #stopFetching(isUnwanted: (page: number) => boolean): void {
    for (const [page, fetching] of this.#fetching) {
      if (!isUnwanted(page)) continue;
      this.#fetching.delete(page);
      fetching.abort();
    }
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#asking !== undefined || this.#reply === undefined) return;
    if (this.#newest <= this.#revision) return;
    const paceMs = Math.max(this.#reader.paceMs?.() ?? seconds(0.25), pauseAfterMs(this.#queriesMs));
    const waitMs = this.#reloadedAt + paceMs - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.reload();
      },
      Math.max(0, waitMs),
    );
  }

  #fail(thrown: unknown): void {
    const failure = Failure.from(thrown);
    if (failure.code !== 'aborted') this.#failure = failure;
  }
}

/** The requests of a list with the usual verbs of the contract. */
export function readerOf<Row, Query, Reply extends Window<Row>>(
  verbs: {
    list(input: { query: Query; slice: { from: number; count: number } }, signal: AbortSignal): Promise<Reply>;
    ids(input: { query: Query; from: number; count: number }): Promise<{ ids: number[] }>;
  },
  idOf: (row: Row) => number,
): WindowReader<Row, Query, Reply> {
  return {
    list: (query, slice, signal) => verbs.list({ query, slice }, signal),
    ids: async (query, from, count) => (await verbs.ids({ query, from, count })).ids,
    idOf,
  };
}

function pageOf(index: number): number {
  return Math.floor(index / pageRows);
}

function slice(page: number): { from: number; count: number } {
  return { from: page * pageRows, count: pageRows };
}

/** Indexes of the pages with the rows `from` up to but not including `to`. */
function span(from: number, to: number): number[] {
  const first = pageOf(Math.max(0, from));
  const last = pageOf(Math.max(0, to - 1));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
