import { users as api } from '#main/api/endpoints/users.ts';
import { endlessList, pageInput, pageSize, type PageInput } from '#main/api/client/walk.ts';
import type { BytesPage, CallInput, Send } from '#main/api/types.ts';
import type { SyncWindow, SyncRun, SyncRunOutcome, Place, Span } from '#main/cache/cache-types.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import type { Clock } from '#main/ports.ts';
import type { ListSummary } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { each } from '../each.ts';
import { cutWindows, spanQuery } from './sync-windows.ts';
import type { ListProgress } from '../lists/list-progress.ts';
import { isEmptyPage } from '../lists/walk.ts';
import { syncGuard, type SyncLimits } from '../lists/sync-limits.ts';

export const usersPlace: Place = { collection: 'users', scope: '' };

/** Progress of a running sync of users, with its windows in order. */
export interface UserSyncProgress extends ListProgress {
  windows: { label: string; rows: number; isDone: boolean }[];
}

interface Needs {
  send: Send;
  store: CacheWriter;
  reader: CacheReader;
  limits: SyncLimits;
  clock: Clock;
  report: (progress: UserSyncProgress) => void;
  signal: AbortSignal;
}

interface WalkNeeds extends Needs {
  guard: ReturnType<typeof syncGuard>;
}

/** Above this round-trip time, most of a request's time is network latency, so more lanes are faster. */
const slowRoundTripMs = 40;
const lanesNear = 4;
/** As many reads as the governor allows at the same time. */
const lanesFar = 12;
/** Maximum difference between the numbers of cached rows and of the platform's rows, as a share of the latter. */
const mostDifference = 0.1;

/**
 * Sync all users of the instance, continuing where an interrupted sync ended.
 * With an administrator token the list is split by creation time, with four lanes, or twelve if round trips are slow.
 * Other tokens get one window in the platform's own order. Fails: like the sender and `syncGuard`; rows that were
 * stored stay, and the next call continues.
 * Source: document 3, "Users"; keyset pagination, reading 9.
 */
export async function syncUsers(needs: Needs): Promise<SyncRunOutcome & { wasResumed: boolean }> {
  const { send, store, reader, clock, signal } = needs;
  const first = await look(send, signal);
  const cached = await reader.lists('users').summary({ scope: '' }, signal);
  const run = (await store.resumeSyncRun({ place: usersPlace })) ?? (await begin(needs, first, cached));
  const progress = progressOf(run, needs.report);
  const guard = syncGuard(needs.limits, cached.live);

  const queue = run.windows.filter(({ finishedAt }) => finishedAt === null);
  const isSharded = run.windows.length > 1;
  await each(queue, isSharded ? lanesOf(first) : 1, signal, (window, own) =>
    walkWindow({ ...needs, guard, signal: own }, window, first, progress),
  );
  const outcome = await store.finishSyncRun({ place: usersPlace, now: clock.now() });
  return { ...outcome, wasResumed: run.resumed > 0 };
}

interface FirstLook {
  total: number | null;
  /** The shortest round trip so far, because the first one may include the time to connect. */
  roundTripMs: number;
  isAdministrator: boolean;
  /** False: replies have no links to next pages, so pages are requested by their numbers. */
  hasLinks: boolean;
  oldest: string | null;
}

function lanesOf({ roundTripMs }: FirstLook): number {
  return roundTripMs > slowRoundTripMs ? lanesFar : lanesNear;
}

/** The first request: the oldest user, the total, the round-trip time, and whether this is the administrator view. */
async function look(send: Send, signal: AbortSignal): Promise<FirstLook> {
  const page = await send.rows(
    api.list,
    { query: { per_page: 1, page: 1, order_by: 'created_at', sort: 'asc' } },
    signal,
  );
  const [oldest] = page.rows.filter(isFields);
  return {
    total: page.total,
    roundTripMs: page.roundTripMs,
    isAdministrator: oldest !== undefined && 'is_admin' in oldest,
    hasLinks: page.hasLink,
    oldest: typeof oldest?.['created_at'] === 'string' ? oldest['created_at'] : null,
  };
}

/**
 * Begin a sync run. To cut its windows, rows are counted by creation time: in the cache if it has about as many rows as
 * the platform, otherwise with requests to the platform, which also measure the round trip.
 */
async function begin(
  { send, store, reader, clock, signal }: Needs,
  first: FirstLook,
  cached: ListSummary,
): Promise<SyncRun> {
  const now = clock.now();
  const { oldest, total } = first;
  if (!first.isAdministrator || oldest === null) {
    const windows = [{ key: '/', span: { from: null, to: null } }];
    return store.beginSyncRun({ place: usersPlace, windows, estimatedRows: total, now });
  }
  const countCached = (span: Span): Promise<number> => reader.lists('users').createdIn({ span }, signal);
  const countOnPlatform = async (span: Span): Promise<number | null> => {
    const query = { per_page: 1, page: 1, created_after: span.from ?? undefined, created_before: span.to ?? undefined };
    const page = await send.page(api.list, { query }, signal);
    first.roundTripMs = Math.min(first.roundTripMs, page.roundTripMs);
    return page.total;
  };
  const countOf = isAlike(cached, total) ? countCached : countOnPlatform;
  const plan = await cutWindows({ oldest, nowMs: now, total }, () => lanesOf(first), countOf);
  return store.beginSyncRun({ place: usersPlace, ...plan, now });
}

/** Whether the cache has about as many rows as the platform. If no total is reported, a finished sync is enough. */
function isAlike({ live, completedAt }: ListSummary, total: number | null): boolean {
  return total === null ? completedAt !== null : Math.abs(live - total) <= mostDifference * total;
}

/** Sync one window. The next page is requested while the last one is stored. */
async function walkWindow(
  { send, store, clock, guard, signal }: WalkNeeds,
  window: SyncWindow,
  { isAdministrator, hasLinks }: FirstLook,
  progress: ReturnType<typeof progressOf>,
): Promise<void> {
  const query = {
    ...(isAdministrator && { order_by: 'id', sort: 'asc', with_custom_attributes: true }),
    ...spanQuery(window.span),
  };
  const keyset: CallInput = { query: { pagination: 'keyset', per_page: pageSize, ...query } };
  const start = hasLinks ? keyset : pageInput({ query }, 1);
  let seenTo = window.idTo;
  let seenFrom = window.idFrom;
  let page = await firstPage();
  for (let number = 1; ; number += 1) {
    const at = isEmptyPage(page.body) ? null : followingPage(page, number);
    const following = at === null ? null : send.page(api.list, at, signal);
    following?.catch(() => undefined);
    const outcome = await store.putPage({
      place: usersPlace,
      windowKey: window.key,
      body: page.body,
      cursor: at === null ? null : page.next,
      isLast: at === null,
      now: clock.now(),
    });
    progress.page(window.key, outcome, at === null);
    await guard(progress.rows(), progress.estimatedRows);
    if (following === null) return;
    if (outcome.idFrom === seenFrom && outcome.idTo === seenTo) {
      throw endlessList('the list continues without new rows');
    }
    seenFrom = outcome.idFrom;
    seenTo = outcome.idTo;
    page = await following;
  }

  function followingPage({ next }: BytesPage, number: number): PageInput | null {
    if (!hasLinks) return pageInput({ query }, number + 1);
    return next === null ? null : { next };
  }

  async function firstPage(): Promise<BytesPage> {
    try {
      if (window.cursor !== null && hasLinks) return await send.page(api.list, { next: window.cursor }, signal);
    } catch (thrown) {
      // A cursor may have expired while Reeve was closed, or the instance now has another address: the window is
      // started over
      if (!(thrown instanceof Failure)) throw thrown;
      if (!['invalid', 'missing'].includes(thrown.code) && thrown.reason !== 'foreign-link') throw thrown;
    }
    if (window.idTo !== null) {
      await store.restartWindow({ place: usersPlace, key: window.key });
      seenFrom = seenTo = null;
      progress.restart(window.key);
    }
    return send.page(api.list, start, signal);
  }
}

function progressOf(run: SyncRun, report: (progress: UserSyncProgress) => void) {
  const windows = new Map(
    run.windows.map(({ key, span, rows, finishedAt }) => [
      key,
      { label: labelOf(span), rows, isDone: finishedAt !== null },
    ]),
  );
  const sums = { requests: 0, changed: 0, unreadable: 0 };
  const rows = (): number => [...windows.values()].reduce((sum, window) => sum + window.rows, 0);
  const reportAll = (): void =>
    report({ ...sums, rows: rows(), estimatedRows: run.estimatedRows, windows: [...windows.values()] });
  reportAll();
  return {
    estimatedRows: run.estimatedRows,
    rows,
    page(key: string, outcome: { rows: number; changed: number; unreadable: number }, isDone: boolean): void {
      const window = windows.get(key);
      if (window === undefined) return;
      window.rows += outcome.rows;
      window.isDone = isDone;
      sums.requests += 1;
      sums.changed += outcome.changed;
      sums.unreadable += outcome.unreadable;
      reportAll();
    },
    restart(key: string): void {
      const window = windows.get(key);
      if (window !== undefined) window.rows = 0;
    },
  };
}

function labelOf({ from, to }: Span): string {
  return `${from?.slice(0, 10) ?? '…'} – ${to?.slice(0, 10) ?? '…'}`;
}

function isFields(row: unknown): row is Record<string, unknown> {
  return typeof row === 'object' && row !== null;
}
