import { endlessList, pageAfter, pageInput } from '#main/api/client/walk.ts';
import type { Send } from '#main/api/types.ts';
import type { SyncRunOutcome, Place, SyncPoint } from '#main/cache/cache-types.ts';
import { Failure } from '#shared/errors.ts';
import { days, toIso } from '#shared/time.ts';
import type { CheckedSyncNeeds, ListProgress } from './list-progress.ts';
import type { PagedPart } from './list-source.ts';

/** A full sync is due if the last one is older. Only a full sync finds rows that are no longer returned. */
const fullEveryMs = days(7);
/** Maximum number of walks over the pages of one timestamp. */
const mostWalks = 3;
/** Maximum number of consecutive pages that have no new rows. */
const mostStalePages = 10;

/** The time from which an incremental sync requests changes; null: a full sync is due. */
export function changesSince({ watermark, fullAt }: SyncPoint, now: number): number | null {
  return fullAt === null || now - fullAt > fullEveryMs ? null : watermark;
}

/**
 * Sync the rows of a list that changed since the watermark, in the order of their changes. Each request starts at the
 * time of the last row, not at a page number: a row that changes meanwhile moves to the end and is returned again, and
 * no row is skipped. Page numbers are only used for rows with the same timestamp. Rows that are not returned stay as
 * they are. Returns null if the platform does not return the rows in this order. Fails: as the sender does; the
 * watermark is committed with each page, so that the next sync continues there.
 */
export async function syncChanges(
  place: Place,
  { endpoint, input }: PagedPart,
  { field, since }: { field: string; since: number },
  { instance: { send, store }, clock, report, check, signal }: CheckedSyncNeeds,
): Promise<SyncRunOutcome | null> {
  const sums: ListProgress = { rows: 0, estimatedRows: null, requests: 0, changed: 0, unreadable: 0 };
  await store.beginList({ place, estimatedRows: null, now: clock.now() });

  let from = since;
  for (let isOver = false; !isOver;) {
    const walked = await walkFrom(from);
    if (walked === null) {
      await store.dropSyncRun({ place });
      return null;
    }
    // If a row of this timestamp changed during the walk, another row may have moved to an earlier page. A row of the
    // last page cannot have been missed
    for (let walk = 1; walk < mostWalks && walked.pages > 1 && walked.changed > 0; walk += 1) {
      const again = await walkFrom(from, walked.pages - 1);
      if (again === null || again.fresh === 0) break;
    }
    isOver = walked.next === null;
    from = walked.next ?? from;
  }
  return store.finishSyncRun({ place, now: clock.now(), isPartial: true });

  /**
   * Request pages of the rows since this time, until a page ends with a later time. `next` is that time; null at the
   * end of the list. Returns null if the rows of a page are in another order. `pagesBefore`: number of pages of the
   * previous walk.
   */
  async function walkFrom(time: number, pagesBefore?: number): Promise<Walked | null> {
    let [changed, fresh, seen, stalePages] = [0, 0, 0, 0];
    for (let page = 1; ; page += 1) {
      const query = { ...input.query, ...orderedBy(field, 'asc'), [afterOf(field)]: toIso(time - 1) };
      const reply = await send.page(endpoint, pageInput({ ...input, query }, page), signal);
      const stored = await store.putListPage({ place, rows: reply.body, now: clock.now(), isInOrder: true });
      if (!stored.isInOrder) return null;
      sums.rows += stored.fresh;
      sums.changed += stored.changed;
      if (pagesBefore === undefined) sums.unreadable += stored.unreadable;
      sums.requests += 1;
      sums.estimatedRows ??= reply.total;
      changed += stored.changed;
      fresh += stored.fresh;
      const rows = stored.rows + stored.unreadable;
      seen += rows;
      stalePages = stored.fresh > 0 ? 0 : stalePages + 1;
      report({ ...sums });
      await check(sums.rows, sums.estimatedRows);
      const isLater = stored.last !== null && stored.last > time;
      // The first page can begin with rows of the walk before, and all rows of a second walk were seen before
      const isFirst = page === 1 || pagesBefore !== undefined;
      const read = { page: reply, number: page, rows, fresh: isFirst ? rows : stored.fresh, seen };
      if (pageAfter(input, read) === null) return { next: null, pages: page, changed, fresh };
      if (isLater || page === pagesBefore) return { next: stored.last, pages: page, changed, fresh };
      if (stalePages > mostStalePages) throw endlessList('the list continues without new rows');
    }
  }
}

interface Walked {
  next: number | null;
  pages: number;
  changed: number;
  fresh: number;
}

/**
 * The time of the newest change of a list. To be requested before a full sync, because its pages come in another order:
 * the next incremental sync then requests again what changed during the full sync. Null: not known, so the next sync is
 * a full one, too.
 */
export async function newestChange(
  send: Send,
  { endpoint, input }: PagedPart,
  { field, now }: { field: string; now: number },
  signal: AbortSignal,
): Promise<number | null> {
  const query = { ...input.query, ...orderedBy(field, 'desc') };
  try {
    const { rows } = await send.rows(endpoint, pageInput({ ...input, query }, 1), signal);
    const times = rows
      .map((row) => (row as Record<string, unknown>)[field])
      .map((time) => (typeof time === 'string' ? Date.parse(time) : Number.NaN))
      .filter((time) => time <= now + days(1));
    return times.length === 0 ? null : Math.max(...times);
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'invalid') return null;
    throw thrown;
  }
}

const orderedBy = (field: string, sort: 'asc' | 'desc') => ({ order_by: field, sort });
/**
 * The parameter for rows with this time or a later one. The documents do not say whether the time itself is included.
 */
const afterOf = (field: string): string => field.replace(/_at$/, '_after');
