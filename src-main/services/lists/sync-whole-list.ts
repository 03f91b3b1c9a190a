import { randomUUID } from 'node:crypto';
import type { SyncRunOutcome, Place, RowFact } from '#main/cache/cache-types.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import { scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import { collections } from '#shared/contract/collections.ts';
import { Failure, isRefusedHere } from '#shared/errors.ts';
import { toIso } from '#shared/time.ts';
import { each } from '../each.ts';
import { refOf } from './list-sources.ts';
import type { ListSource, Part } from './list-source.ts';
import { isHidden, refusalOf } from './missing-row.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { readPages, type StoredPage } from './pages.ts';
import { changesSince, newestChange, syncChanges } from './sync-changes.ts';
import { syncHistory } from './sync-history.ts';
import type { ListProgress, SyncNeeds } from './list-progress.ts';
import { noLeave, syncGuard, type SyncLimits } from './sync-limits.ts';

interface Needs extends SyncNeeds {
  /** Do a full sync even if an incremental sync is possible. */
  isFull?: boolean;
  /** Absent outside of a job. */
  limits?: SyncLimits;
}

/** Number of parts that are read at the same time. The governor may allow fewer. */
const wideParts = 4;
/** Facts in one message to the store. */
const factsAtOnce = 1_000;
/** Maximum reported total that counts for lists which are read only to request other lists. */
const mostHeld = 125_000;
/** Maximum number of walks over a list that changes while it is read. */
const mostWalks = 3;

/**
 * Sync a list of a scope, after a sync of the same list that is still running; see `syncNow`.
 */
export function syncWholeList(source: ListSource, scope: Scope, needs: Needs): Promise<SyncRunOutcome> {
  const key = `${source.name} ${scope}`;
  return oneAtATime(needs.instance.store, key, needs.signal, () => syncNow(source, scope, needs));
}

/**
 * Sync a list of a scope: incrementally if that is possible, else in full, with its pages in any order. If the reported
 * total changes during the walk, the list is walked again, because a row may have moved to another page: only rows that
 * no walk returned are absent.
 * Fails: as the sender and `syncGuard` do; rows that were stored stay, and the next call starts over.
 */
async function syncNow(
  source: ListSource,
  scope: Scope,
  { instance, isFull = false, limits = noLeave, clock, report, signal }: Needs,
): Promise<SyncRunOutcome> {
  const { send, store, reader } = instance;
  const place: Place = { collection: source.name, scope };
  if (source.parts === undefined) {
    throw new Failure('invalid', `${source.name} cannot be listed`, { field: 'collection' });
  }
  const { incremental: field } = collections[source.name];
  const { live } = await reader.lists(source.name).summary({ scope }, signal);
  const guard = syncGuard(limits, live);
  let progress: ListProgress = { rows: 0, estimatedRows: null, requests: 0, changed: 0, unreadable: 0 };
  /** Rows that no earlier page of this sync run had. */
  let freshRows = 0;
  /**
   * Like `guard`, but before it fails, it reports at least `needed` rows, because a person who confirms the sync allows
   * twice the reported number.
   */
  const check = async (rows: number, reportedRows: number | null, needed = rows): Promise<void> => {
    try {
      await guard(rows, reportedRows);
    } catch (thrown) {
      report({ ...progress, rows: Math.max(progress.rows, needed) });
      throw thrown;
    }
  };
  // These rows are held in memory, so their limit stays low even if the reported total is high
  const limit = (rows: number, reportedRows: number | null) =>
    check(rows, Math.min(reportedRows ?? mostHeld, mostHeld));
  const reading = { send, scope, ref: refOf(source, scope), signal, limit };
  const needs = { instance, clock, check, signal, report: (now: ListProgress) => report((progress = now)) };
  let newest: { newest?: number | null } = {};
  let agreedRequests = 0;
  /** The number of requests of the longest walk. */
  let requests = 0;
  const factKeys = new Map<Part, string>();
  try {
    if (field !== undefined) {
      const [part] = await source.parts(reading);
      if (part === undefined || 'rows' in part)
        throw new Failure('bug', `${source.name} has no list to sync incrementally`);
      const since = isFull ? null : changesSince(await store.syncPoint({ place }), clock.now());
      const outcome = since === null ? null : await syncChanges(place, part, { field, since }, needs);
      if (outcome !== null) return outcome;
      newest = { newest: await newestChange(send, part, { field, now: clock.now() }, signal) };
    }
    const outcome = isFull ? null : await syncHistory(source, reading, needs);
    if (outcome !== null) return outcome;
    ({ agreedRequests } = await store.beginList({ place, estimatedRows: null, now: clock.now(), ...newest }));
    const parts = await source.parts(reading);
    for (const part of parts) {
      if (!('facts' in part)) continue;
      const key = randomUUID();
      factKeys.set(part, key);
      await sendFacts(store, key, part.facts ?? []);
    }
    const pagesBefore: number[] = [];
    let isPartial = false;
    for (let walk = 1; walk <= mostWalks; walk += 1) {
      const walked = await walkParts(parts, pagesBefore);
      isPartial ||= walked.isPartial;
      if (!walked.hasMoved) break;
    }
    // Only a sync that a person confirmed raises the limit of later syncs. Otherwise a list could grow step by step
    // unnoticed
    const agreed = limits.agreedRows > 0 ? { agreedRequests: 2 * requests } : {};
    // After a force-push, a branch has lost commits, which still exist
    const acceptNotReturned = scopeKindOf(scope) === 'project/ref';
    return await store.finishSyncRun({ place, now: clock.now(), isPartial, acceptNotReturned, ...agreed });
  } catch (thrown) {
    await abandon(thrown);
    throw thrown;
  } finally {
    for (const key of factKeys.values()) await store.dropFacts({ key }).catch(() => undefined);
  }

  async function abandon(why: unknown): Promise<void> {
    await store.dropSyncRun({ place }).catch(() => undefined);
    if (!isRefusedHere(why)) return;
    const refusal = refusalOf(why, clock.now());
    await store.noteRefused({ place, refusal }).catch(() => undefined);
    if (live > 0 && isHidden(why)) await store.markHidden({ place, now: refusal.at }).catch(() => undefined);
  }

  /** `pagesBefore`: the page count of each part in the previous walk; updated with the counts of this walk. */
  async function walkParts(
    parts: readonly Part[],
    pagesBefore: number[],
  ): Promise<{ hasMoved: boolean; isPartial: boolean }> {
    const sums = { rows: 0, requests: 0, changed: 0, unreadable: 0 };
    /** The known totals, by the index of the part. */
    const totals = new Map<number, number>();
    let reportedSum = 0;
    let hasMoved = false;
    let isPartial = false;
    const note = (at: number, total: number | null): void => {
      if (total === null) return;
      reportedSum += total - (totals.get(at) ?? 0);
      totals.set(at, total);
    };
    const reportedRows = (): number | null => (totals.size < parts.length ? null : reportedSum);
    const reportProgress = (): void => report((progress = { ...sums, estimatedRows: reportedRows() }));
    const put = async (rows: ArrayBuffer | readonly unknown[], part: Part): Promise<StoredPage> => {
      const facts = factKeys.get(part);
      const now = clock.now();
      const added = 'annotation' in part ? part.annotation?.all : undefined;
      const all = collections[source.name].expires ? { ...added, first_seen_at: toIso(now) } : added;
      const annotation = { ...(all !== undefined && { all }), ...(facts !== undefined && { facts }) };
      const page = { rows, annotation, now };
      const outcome = await store.putListPage({ place, ...page });
      sums.rows += outcome.rows;
      sums.changed += outcome.changed;
      sums.unreadable += outcome.unreadable;
      sums.requests += 1;
      reportProgress();
      freshRows += outcome.fresh;
      await check(sums.rows + sums.unreadable, reportedRows());
      // Requests are limited too, because many parts with few or no rows take as long as many rows
      requests = Math.max(requests, sums.requests);
      if (requests > agreedRequests) await check(requests, freshRows, Math.max(requests, parts.length));
      return { rows: outcome.rows + outcome.unreadable, fresh: outcome.fresh };
    };

    await each(parts.entries(), wideParts, signal, async ([at, part], own) => {
      if ('rows' in part) {
        note(at, part.rows.length);
        await put(part.rows, part);
        return;
      }
      const read = await readPages(part, {
        send,
        signal: own,
        pagesBefore: pagesBefore[at] ?? null,
        take: (page) => put(page.body, part),
        onTotal: (total) => note(at, total),
      });
      hasMoved ||= read.hasMoved;
      isPartial ||= read.isPartial;
      pagesBefore[at] = read.pages;
      // The rows that were read are more reliable than the reported total
      if (totals.has(at)) note(at, read.rows);
      reportProgress();
    });
    return { hasMoved, isPartial };
  }
}

/** Send the facts about single rows once, not with every page. The pages refer to them by `key`. */
async function sendFacts(store: CacheWriter, key: string, facts: readonly RowFact[]): Promise<void> {
  for (let from = 0; from === 0 || from < facts.length; from += factsAtOnce) {
    await store.addFacts({ key, facts: facts.slice(from, from + factsAtOnce) });
  }
}
