import type { BytesPage, CallInput, Endpoint, RowsPage, Send } from '#main/api/types.ts';
import { Failure } from '#shared/errors.ts';

export const pageSize = 100;
/** The most rows that are read of a list in order to request others. */
const mostRows = 200_000;
type Fields = Record<string, unknown>;

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
export function pageAfter(
  input: CallInput,
  { page, number, rows, seen }: PageRead,
): CallInput | { next: string } | null {
  if (rows === 0) return null;
  if (page.next !== null) return { next: page.next };
  if (page.hasNext === false) return null;
  const isWhole = page.total === null ? rows < pageSize : seen >= page.total;
  return isWhole ? null : pageInput(input, number + 1);
}

/** Whether the body of a page is an empty list. It ends the list, whatever the headers say. */
export function isEmptyPage(body: ArrayBuffer): boolean {
  return body.byteLength < 64 && new TextDecoder().decode(body).replace(/\s/g, '') === '[]';
}

/** The failure of a list whose pages do not end. */
export function endlessList(why: string): Failure {
  return new Failure('remote', why, { reason: 'unreadable-reply' });
}

/** Every row of a list, page after page, for lists that are needed to request others. Fails as the sender does. */
export async function* rowsOf(
  send: Send,
  endpoint: Endpoint,
  input: CallInput,
  signal: AbortSignal,
): AsyncGenerator<Fields> {
  const links = new Set<string>();
  let before = '';
  let seen = 0;
  let at: CallInput | { next: string } | null = pageInput(input, 1);
  for (let number = 1; at !== null; number += 1) {
    const page: RowsPage = await send.rows(endpoint, at, signal);
    const rows = page.rows.length + page.unreadable;
    // A server without paging returns the same rows for every page number
    const text = page.hasNext === null ? JSON.stringify(page.rows) : '';
    if (rows > 0 && page.hasNext === null && text === before) return;
    before = text;
    seen += rows;
    if (seen > mostRows) throw endlessList(`the list has more than ${mostRows} rows`);
    for (const row of page.rows) if (typeof row === 'object' && row !== null) yield row as Fields;
    if (page.next !== null && links.has(page.next)) throw endlessList('the list links to a page that was already read');
    if (page.next !== null) links.add(page.next);
    at = pageAfter(input, { page, number, rows, seen });
  }
}

/** The one row of a list that has this id, where the platform has no way to ask for it alone. Fails: `missing`. */
export async function rowOf(
  send: Send,
  endpoint: Endpoint,
  input: CallInput,
  id: number,
  signal: AbortSignal,
): Promise<Fields> {
  for await (const row of rowsOf(send, endpoint, input, signal)) if (row['id'] === id) return row;
  throw new Failure('missing', `${id} is not in the list any more`, { reason: 'hidden-or-missing' });
}
