import type { BytesPage, Send } from '#main/api/types.ts';
import { isDeniedHere } from '#shared/errors.ts';
import { each } from '../each.ts';
import type { PagedPart } from './list-source.ts';
import { endlessList, mostStalePages, pageAfter, pageInput, pageSize, type PageRead } from '#main/api/client/walk.ts';

/** Number of pages that are requested at the same time. The governor may allow fewer. */
const widePages = 4;
/** Maximum number of pages without new rows, beyond the number of pages in the previous walk. */
const mostBeyond = 10;

/** The result of storing a page: its number of rows, and how many of them no earlier page had. */
export interface StoredPage {
  rows: number;
  fresh: number;
}

interface ReadOptions {
  send: Send;
  signal: AbortSignal;
  /** The number of pages in the previous walk; null in the first walk, in which all rows are new. */
  pagesBefore: number | null;
  take: (page: BytesPage) => Promise<StoredPage>;
  /** Called with the total that the first page reports. */
  onTotal: (total: number | null) => void;
}

interface Walked {
  pages: number;
  rows: number;
  /** The reported total changed during the walk. */
  hasMoved: boolean;
  /** The list has more rows, but the part has read as many as it may. */
  isPartial: boolean;
}

/**
 * Read all pages of a list. The pages that the reported total covers are requested in parallel. The total is only a
 * hint: the list ends at a page for which the platform reports no next page. An empty page ends it too, unless it
 * names a next page: some platforms filter the rows of each page. After 4 consecutive empty pages, the list ends.
 * Fails: as the sender and `pageAfter` do; `remote`/`unreadable-reply` if the list continues without new rows.
 */
export async function readPages(
  part: PagedPart,
  { send, signal, pagesBefore, take, onTotal }: ReadOptions,
): Promise<Walked> {
  const { asked, first } = await firstPage(part, send, signal);
  const most = part.mostRows ?? Number.POSITIVE_INFINITY;
  onTotal(first.total);
  let seen = 0;
  let pages = 0;
  let freshPages = 0;
  let emptyPages = 0;
  let hasMoved = false;
  const read = async (page: BytesPage, number: number): Promise<PageRead & StoredPage> => {
    hasMoved ||= page.total !== first.total;
    const stored = await take(page);
    seen += stored.rows;
    pages += 1;
    emptyPages = stored.rows === 0 ? emptyPages + 1 : 0;
    if (stored.fresh > 0) freshPages += 1;
    // All rows of a second walk were seen before; those of a first page may be those of another part
    const isFirst = number === 1 || pagesBefore !== null;
    return { page, number, seen, ...stored, fresh: isFirst ? stored.rows : stored.fresh };
  };

  const checkProgress = (): void => {
    if (pages > (pagesBefore ?? 0) + freshPages + mostBeyond) throw endlessList('the list continues without new rows');
  };

  let last = await read(first, 1);
  let end = isOver(last) ? 1 : Math.ceil(Math.min(first.total ?? 0, most) / pageSize);
  await each(
    upTo(() => end),
    widePages,
    signal,
    async (number, own) => {
      const page = await send.page(asked.endpoint, pageInput(asked.input, number), own);
      const one = await read(page, number);
      if (number > end) return;
      if (isOver(one)) end = number;
      else checkProgress();
      if (number === end || number > last.number) last = one;
    },
  );
  // Pages beyond the reported total, and pages that were added meanwhile
  for (;;) {
    const { next } = last.page;
    const isOnlyEmpty = last.rows === 0 && next !== null && emptyPages <= mostStalePages;
    const at = isOnlyEmpty ? { next } : pageAfter(asked.input, { ...last, seen });
    if (at === null || seen >= most) return { pages: last.number, rows: seen, hasMoved, isPartial: at !== null };
    checkProgress();
    const page = await send.page(asked.endpoint, at, signal);
    last = await read(page, last.number + 1);
  }
}

/** Whether a page is the last one, regardless of the reported total. */
function isOver({ page, rows }: PageRead): boolean {
  return page.hasNext === false || (rows === 0 && page.next === null);
}

/** The page numbers after the first, up to `end`, which may become smaller meanwhile. */
function* upTo(end: () => number): Generator<number> {
  for (let number = 2; number <= end(); number += 1) yield number;
}

async function firstPage(
  part: PagedPart,
  send: Send,
  signal: AbortSignal,
): Promise<{ asked: PagedPart; first: BytesPage }> {
  try {
    return { asked: part, first: await send.page(part.endpoint, pageInput(part.input, 1), signal) };
  } catch (thrown) {
    if (part.orElse === undefined || !isDeniedHere(thrown)) throw thrown;
    return firstPage(part.orElse, send, signal);
  }
}
