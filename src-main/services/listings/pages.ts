import type { BytesPage, Send } from '#main/api/types.ts';
import { Failure } from '#shared/errors.ts';
import { each } from '../each.ts';
import type { PagedPart } from './listing.ts';
import { endlessList, pageAfter, pageInput, pageSize, type PageRead } from './walk.ts';

/** Pages under way at once. The governor has the last word. */
const widePages = 4;
/** Pages that may have come to a list since it was last walked, when nothing is new in them. */
const mostBeyond = 10;

/** What storing a page says of it: how many rows it had, and how many of them were on no page before. */
export interface StoredPage {
  rows: number;
  fresh: number;
}

interface Ways {
  send: Send;
  signal: AbortSignal;
  /** How many pages it had in the walk before; null in the first walk, in which every page must bring something new. */
  pagesBefore: number | null;
  take: (page: BytesPage) => Promise<StoredPage>;
  /** The total that the first page tells. */
  told: (total: number | null) => void;
}

interface Walked {
  pages: number;
  rows: number;
  /** The total changed meanwhile. */
  hasMoved: boolean;
  /** The list goes on, but no more of it is wanted. */
  isPartial: boolean;
}

/**
 * Read all pages of a list, those that the told total promises side by side. The total is a hint: an empty page ends the
 * list, and so does one after which the platform names no other.
 * Fails as the sender does; `remote`/`unreadable-reply` when the list goes on without new rows.
 */
export async function readPages(part: PagedPart, { send, signal, pagesBefore, take, told }: Ways): Promise<Walked> {
  const { asked, first } = await firstPage(part, send, signal);
  const most = part.mostRows ?? Number.POSITIVE_INFINITY;
  told(first.total);
  let seen = 0;
  let hasMoved = false;
  const read = async (page: BytesPage, number: number): Promise<PageRead & StoredPage> => {
    hasMoved ||= page.total !== first.total;
    const stored = await take(page);
    seen += stored.rows;
    return { page, number, seen, ...stored };
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
      if (number === end || number > last.number) last = one;
    },
  );
  // What the total did not tell, or came to it meanwhile
  for (;;) {
    const at = pageAfter(asked.input, { ...last, seen });
    if (at === null || seen >= most) return { pages: last.number, rows: seen, hasMoved, isPartial: at !== null };
    const page = await send.page(asked.endpoint, at, signal);
    last = await read(page, last.number + 1);
    const hasMore = pageAfter(asked.input, { ...last, seen }) !== null;
    if (!hasMore) continue;
    const isNothingNew = pagesBefore === null ? last.fresh === 0 : last.number > pagesBefore + mostBeyond;
    if (!isNothingNew) continue;
    // A server without pages answers the same to every page number
    if (page.hasNext === null) return { pages: last.number, rows: seen, hasMoved, isPartial: false };
    throw endlessList('the list goes on without new rows');
  }
}

/** Whether nothing comes after a page, whatever the total says. */
function isOver({ page, rows }: PageRead): boolean {
  return rows === 0 || page.hasNext === false;
}

/** The pages after the first, as long as the end is not reached: it may come nearer meanwhile. */
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
    const isRefused = thrown instanceof Failure && thrown.code === 'denied' && thrown.reason !== 'token-rejected';
    if (part.orElse === undefined || !isRefused) throw thrown;
    return firstPage(part.orElse, send, signal);
  }
}
