import { Failure } from '#shared/errors.ts';
import type { BytesPage, CallInput, NextInput, RowsPage } from '../types.ts';

export const pageSize = 100;

/** A row as the server sent it. */
export type Row = Readonly<Record<string, unknown>>;

/** The request for one page: by its number, or by the link in the previous page. */
export type PageInput = CallInput | NextInput;

/** Reads one page. */
export type ReadPage = (at: PageInput) => Promise<Pick<RowsPage, 'rows' | 'unreadable' | 'next' | 'hasNext' | 'total'>>;

/** Called after each page with the number of rows so far and the reported total. Fails when the list is too long. */
export type RowLimit = (rows: number, reportedRows: number | null) => void | Promise<void>;

/** The request for one page of a list that is counted in pages. */
export function pageInput(input: CallInput, page: number): CallInput {
  return { ...input, query: { ...input.query, page, per_page: pageSize } };
}

/**
 * A page and its number. `rows`: the number of its rows. `fresh`: how many of them no earlier page had. `seen`: the number
 * of rows of all pages so far.
 */
export interface PageRead {
  page: Pick<BytesPage, 'next' | 'hasNext' | 'total'>;
  number: number;
  rows: number;
  fresh: number;
  seen: number;
}

/**
 * The request for the page after this one; null at the end of the list. An empty page ends every list. Page headers are
 * optional: without `Link` and `x-next-page`, there is another page until the reported total is reached; without a
 * total, until a page is empty, because a server may return fewer rows than requested on every page. A server that
 * ignores page numbers returns the same rows again: fewer rows than requested are the whole list.
 * Fails: `remote`/`page-repeated` if a full page is returned again, because the list may have more rows.
 */
export function pageAfter(input: CallInput, { page, number, rows, fresh, seen }: PageRead): PageInput | null {
  if (rows === 0) return null;
  if (page.next !== null) return { next: page.next };
  if (page.hasNext === false) return null;
  if (page.hasNext === null) {
    if (page.total !== null && seen >= page.total) return null;
    if (fresh === 0 && rows < pageSize) return null;
    if (fresh === 0) throw new Failure('remote', 'each page has the same rows', { reason: 'page-repeated' });
  }
  return pageInput(input, number + 1);
}

/** Up to this many rows are read without asking the user, even if the platform reported fewer. */
const leastRows = 1_000;
/** The limit for a list without a total. */
const mostWithoutTotal = 250_000;

/** The number of rows that are read without asking the user, by the reported total. */
export function mostRowsOf(reportedRows: number | null, least = leastRows): number {
  return reportedRows === null ? mostWithoutTotal : Math.max(least, 2 * reportedRows);
}

/** The failure of a list whose pages do not end. */
export function endlessList(why: string): Failure {
  return new Failure('remote', why, { reason: 'unreadable-reply' });
}

/** The failure of a list with more rows than may be read without asking the user. */
export function tooManyRows(rows: number): Failure {
  return new Failure('remote', `the list has more than ${rows} rows`, { reason: 'list-without-end' });
}

/** The limit for lists that are read outside of a sync, where the user can't be asked and all rows are in memory. */
function limitInMemory(rows: number, reportedRows: number | null): void {
  if (rows > Math.min(mostWithoutTotal, mostRowsOf(reportedRows))) throw tooManyRows(rows);
}

/** Rows move between pages when others are added or removed, so this many consecutive pages may have no new rows. */
export const mostStalePages = 3;
/** Each page after the first `uncheckedPages` must have brought `leastNewRows` new rows on average. */
const uncheckedPages = 100;
const leastNewRows = 5;

/**
 * Read the rows of a small list page by page, each id once; `start` requests the first page. A row without `id` and
 * `name` is returned each time.
 * Fails as `read`, `pageAfter` and `limit` do; `remote`/`unreadable-reply` when more pages come without new rows.
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
    const withoutKey = rows - page.rows.filter((row) => keyOf(row) !== null).length;
    // Rows without a key may be new
    const fresh = known.size - before + withoutKey;
    stalePages = fresh > 0 ? 0 : stalePages + 1;
    // The platform may name a next page after an empty one, because it filters the rows of each page
    at = page.next === null ? pageAfter(start, { page, number, rows, fresh, seen }) : { next: page.next };
    if (at === null || (stalePages > mostStalePages && rows === 0)) return;
    const isAlmostStale = known.size < leastNewRows * (number - uncheckedPages);
    if (stalePages > mostStalePages || isAlmostStale) throw endlessList('the list continues without new rows');
    await limit(seen, page.total);
  }
}

/** The value that identifies a row: its `id`, or its `name` if it has none. */
function keyOf(row: unknown): number | string | null {
  const { id, name } = (row ?? {}) as { id?: unknown; name?: unknown };
  const key = id ?? name;
  return typeof key === 'number' || typeof key === 'string' ? key : null;
}
