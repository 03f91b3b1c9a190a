import { Failure } from '#shared/errors.ts';
import type { BytesPage, CallInput, NextInput, RowsPage } from './types.ts';

export const pageSize = 100;

/** A row as it came. */
export type Row = Readonly<Record<string, unknown>>;

/** Where a page is: its place in the list, or the link of the page before. */
export type PageInput = CallInput | NextInput;

/** Reads one page. */
export type ReadPage = (at: PageInput) => Promise<Pick<RowsPage, 'rows' | 'unreadable' | 'next' | 'hasNext' | 'total'>>;

/** Called after each page with the rows so far and the reported total. Fails when the list is too long. */
export type RowLimit = (rows: number, toldRows: number | null) => void | Promise<void>;

/** The request for one page of a list that is counted in pages. */
export function pageInput(input: CallInput, page: number): CallInput {
  return { ...input, query: { ...input.query, page, per_page: pageSize } };
}

/** A page that was read: its number, its rows, and the rows of all pages up to it. */
export interface PageRead {
  page: Pick<BytesPage, 'next' | 'hasNext' | 'total'>;
  number: number;
  rows: number;
  seen: number;
}

/**
 * The request for the page after this one; null where the list ends. An empty page ends every list. Page headers are
 * optional: without `Link` and `x-next-page` there may be more after a full page, and as long as the reported total is
 * not reached.
 */
export function pageAfter(input: CallInput, { page, number, rows, seen }: PageRead): PageInput | null {
  if (rows === 0) return null;
  if (page.next !== null) return { next: page.next };
  if (page.hasNext === false) return null;
  const isWhole = page.total === null ? rows < pageSize : seen >= page.total;
  return page.hasNext === null && isWhole ? null : pageInput(input, number + 1);
}

/** This many rows are read without a person, however few the platform reported. */
const leastRows = 1_000;
/** The limit for a list without a total. */
const mostUntold = 250_000;

/** How many rows of a list with this reported total are read without a person. */
export function mostRowsOf(toldRows: number | null): number {
  return toldRows === null ? mostUntold : Math.max(leastRows, 2 * toldRows);
}

/** The failure of a list whose pages do not end. */
export function endlessList(why: string): Failure {
  return new Failure('remote', why, { reason: 'unreadable-reply' });
}

/** The failure of a list with more rows than may be read without a person. */
export function tooManyRows(rows: number): Failure {
  return new Failure('remote', `the list has more than ${rows} rows`, { reason: 'list-without-end' });
}

/** The limit for lists that are read outside of a sync, where no person can be asked and all rows are held in memory. */
function limitInMemory(rows: number, toldRows: number | null): void {
  if (rows > Math.min(mostUntold, mostRowsOf(toldRows))) throw tooManyRows(rows);
}

/** Rows move between pages while others come and go: this many pages in a row may have nothing new. */
const mostStalePages = 3;
/** After this many pages, the pages must have had `leastNewRows` new rows each on average. */
const unmeasuredPages = 100;
const leastNewRows = 5;

/**
 * The rows of a small list, page after page, each id once; `start` is the first page. A row without `id` and `name`
 * counts as nothing new. A server without paging answers every page number with the same rows, which ends the list.
 * Fails as `read` and `limit` do; `remote`/`unreadable-reply` when pages go on without new rows.
 */
export async function* rowsOfPages(
  read: ReadPage,
  start: CallInput,
  limit: RowLimit = limitInMemory,
): AsyncGenerator<Row> {
  const known = new Set<unknown>();
  const isNew = (row: unknown): row is Row => {
    if (typeof row !== 'object' || row === null) return false;
    const key = keyOf(row);
    if (key === null) return true;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
  let seen = 0;
  let stalePages = 0;
  let at: PageInput | null = start;
  for (let number = 1; at !== null; number += 1) {
    const page = await read(at);
    const rows = page.rows.length + page.unreadable;
    const before = known.size;
    yield* page.rows.filter(isNew);
    seen += rows;
    stalePages = known.size > before ? 0 : stalePages + 1;
    // The platform may name a next page after an empty one, because it filters the rows of each page
    at = page.next === null ? pageAfter(start, { page, number, rows, seen }) : { next: page.next };
    if (at === null || (stalePages > 0 && page.hasNext === null)) return;
    if (stalePages > mostStalePages && rows === 0) return;
    const isAlmostStale = known.size < leastNewRows * (number - unmeasuredPages);
    if (stalePages > mostStalePages || isAlmostStale) throw endlessList('the list goes on without new rows');
    await limit(seen, page.total);
  }
}

/** What tells the rows of a list apart. */
function keyOf({ id, name }: { id?: unknown; name?: unknown }): number | string | null {
  const key = id ?? name;
  return typeof key === 'number' || typeof key === 'string' ? key : null;
}
