import type { BytesPage } from '#main/api/types.ts';
import type { PassOutcome, Place } from '#main/cache/handles.ts';
import type { Clock } from '#main/ports.ts';
import type { Scope } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { each } from './each.ts';
import type { Instance } from './instance.ts';
import { refOf } from './listings/all.ts';
import type { Listing, PagedPart, Part } from './listings/listing.ts';
import { pageSize } from './listings/walk.ts';

/** What a running pass over a list tells. */
export interface ListProgress {
  rows: number;
  estimatedRows: number | null;
  requests: number;
  changed: number;
  unreadable: number;
}

interface Needs {
  instance: Pick<Instance, 'send' | 'store'>;
  clock: Clock;
  report: (progress: ListProgress) => void;
  signal: AbortSignal;
}

/** Requests under way at once, within a part and of parts. The governor has the last word. */
const widePages = 4;
const wideParts = 4;
/** Walks of a list that moves under the reader, before what was seen has to do. */
const mostWalks = 3;
/** Pages that may have come to a list since it told its total, when it is walked again and nothing is new. */
const mostBeyond = 10;

/**
 * Read a whole list of a scope into the cache, its pages in any order. It is walked again where its total changed
 * meanwhile, for a row may then have slipped from one page to another: only who was on no walk is gone.
 * Fails as the sender does; rows that were read stay, and the next call starts over.
 */
export async function crawlList(
  listing: Listing,
  scope: Scope,
  { instance, clock, report, signal }: Needs,
): Promise<PassOutcome> {
  const { send, store } = instance;
  const place: Place = { collection: listing.stem, scope };
  const reading = { send, scope, ref: refOf(listing, scope), signal };
  if (listing.parts === undefined) {
    throw new Failure('invalid', `${listing.stem} cannot be listed`, { field: 'collection' });
  }
  await store.beginList(place, { estimatedRows: null, now: clock.now() });
  try {
    const parts = await listing.parts(reading);
    let isPartial = false;
    for (let walk = 1; walk <= mostWalks; walk += 1) {
      const walked = await walkParts(parts, walk);
      isPartial ||= walked.isPartial;
      if (!walked.hasMoved) break;
    }
    return await store.finishPass(place, { now: clock.now(), isPartial });
  } catch (thrown) {
    await store.dropPass(place).catch(() => undefined);
    throw thrown;
  }

  async function walkParts(parts: readonly Part[], walk: number): Promise<{ hasMoved: boolean; isPartial: boolean }> {
    const sums = { rows: 0, requests: 0, changed: 0, unreadable: 0 };
    const totals: (number | null)[] = [];
    let hasMoved = false;
    let isPartial = false;
    const tell = (): void => {
      const isTold = totals.length === parts.length && !totals.includes(null);
      report({ ...sums, estimatedRows: isTold ? totals.reduce<number>((sum, total) => sum + (total ?? 0), 0) : null });
    };
    const put = async (rows: ArrayBuffer | readonly unknown[], part: Part): Promise<number> => {
      const annotation = 'annotation' in part ? part.annotation : undefined;
      const page = { rows, now: clock.now(), ...(annotation !== undefined && { annotation }) };
      const outcome = await store.putListPage(place, page);
      sums.rows += outcome.rows;
      sums.changed += outcome.changed;
      sums.unreadable += outcome.unreadable;
      sums.requests += 1;
      tell();
      return outcome.fresh;
    };

    await each(parts, wideParts, signal, async (part, own) => {
      if ('rows' in part) {
        totals.push(part.rows.length);
        await put(part.rows, part);
        return;
      }
      const { asked, first } = await firstPage(part, own);
      totals.push(first.total);
      const take = (page: BytesPage): Promise<number> => {
        if (page.total !== first.total) hasMoved = true;
        return put(page.body, part);
      };
      await take(first);
      const most = part.mostPages ?? Number.POSITIVE_INFINITY;
      const told = first.total === null ? 1 : Math.ceil(first.total / pageSize);
      let last = { number: 1, page: first };
      const ahead = Array.from({ length: Math.max(0, Math.min(told, most) - 1) }, (_, at) => at + 2);
      await each(ahead, widePages, own, async (number, inner) => {
        const page = await send.page(asked.endpoint, inputOf(asked, number), inner);
        await take(page);
        if (number > last.number) last = { number, page };
      });
      // What the totals did not tell, or came to it meanwhile
      let { number, page } = last;
      while (page.next !== null && number < most) {
        page = await send.page(asked.endpoint, { next: page.next }, own);
        number += 1;
        const fresh = await take(page);
        const goesNowhere = page.next !== null && (walk === 1 ? fresh === 0 : number > told + mostBeyond);
        if (goesNowhere) {
          throw new Failure('remote', 'the list goes on without new rows', { reason: 'unreadable-reply' });
        }
      }
      if (page.next !== null) isPartial = true;
    });
    return { hasMoved, isPartial };
  }

  async function firstPage(part: PagedPart, own: AbortSignal): Promise<{ asked: PagedPart; first: BytesPage }> {
    try {
      return { asked: part, first: await send.page(part.endpoint, inputOf(part, 1), own) };
    } catch (thrown) {
      const isRefused = thrown instanceof Failure && thrown.code === 'denied' && thrown.reason !== 'token-rejected';
      if (part.orElse === undefined || !isRefused) throw thrown;
      return firstPage(part.orElse, own);
    }
  }
}

function inputOf({ input }: PagedPart, page: number) {
  return { ...input, query: { ...input.query, page, per_page: pageSize } };
}
