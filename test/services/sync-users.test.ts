import { expect, test } from 'vitest';
import { noLeave } from '#main/services/lists/sync-limits.ts';
import { syncUsers, usersPlace, type UserSyncProgress } from '#main/services/users/sync-users.ts';
import type { Send } from '#main/api/types.ts';
import { pageSize } from '#main/api/client/walk.ts';
import { createGovernor } from '#main/api/client/governor/governor.ts';
import { days, toIso } from '#shared/time.ts';
import { json, quickClock, senderTo, testServer } from '../api/rig.ts';
import { openBoth } from '../cache/rig.ts';

type Cache = Awaited<ReturnType<typeof openBoth>>;

const count = 3_000;
const startMs = Date.parse('2019-01-01T00:00:00Z');
const all = Array.from({ length: count }, (_, at) => ({
  ...{ id: at + 1, username: `user${at}`, name: `User ${at}`, state: 'active', is_admin: false },
  created_at: toIso(startMs + at * days(0.9)),
}));

/**
 * A platform with many users. `delayOf`: the delay of the reply to the nth request, in ms. `together`: no page is sent
 * before this number of pages is requested. `most`: the largest number of pages that were requested at the same time.
 */
async function platform(delayOf: (count: number) => number, { hasTotals = true, together = 1 } = {}) {
  const open = { pages: 0, most: 0, counts: 0 };
  const requested = Promise.withResolvers<void>();
  let requests = 0;
  const { url } = await testServer(({ url: path }, _, response) => {
    const { searchParams: query, href, origin } = new URL(path, `http://${response.req.headers.host}`);
    const [after, before] = [query.get('created_after'), query.get('created_before')];
    const isIn = (time: string): boolean => (after === null || time > after) && (before === null || time < before);
    const rows = all.filter(({ id, created_at }) => isIn(created_at) && id > Number(query.get('cursor')));
    requests += 1;
    const isPage = query.get('pagination') === 'keyset';
    if (isPage) open.most = Math.max(open.most, (open.pages += 1));
    else open.counts += 1;
    if (open.most >= together) requested.resolve();
    const perPage = Number(query.get('per_page'));
    const next = new URL(href, origin);
    next.searchParams.set('cursor', String(rows[perPage - 1]?.id));
    const reply = (): void => {
      if (isPage) open.pages -= 1;
      const headers = isPage
        ? rows.length > perPage && { link: `<${next.href}>; rel="next"` }
        : { link: `<${origin}/api/v4/users?page=1>; rel="first"`, ...(hasTotals && { 'x-total': `${rows.length}` }) };
      json(response, rows.slice(0, perPage), 200, headers === false ? {} : headers);
    };
    const delay = delayOf(requests);
    setTimeout(() => void (isPage ? requested.promise.then(reply) : reply()), delay);
  });
  return { url, open };
}

/** Reports this round trip for each reply to a count, instead of the measured one. */
function withRoundTrips(send: Send, ofRequest: (count: number) => number): Send {
  let requests = 0;
  const timed = <Reply extends { roundTripMs: number }>(reply: Reply): Reply => {
    requests += 1;
    return { ...reply, roundTripMs: ofRequest(requests) };
  };
  return new Proxy(send, {
    get(target, name: keyof Send) {
      if (name === 'rows') return async (...given: Parameters<Send['rows']>) => timed(await target.rows(...given));
      if (name === 'page') return async (...given: Parameters<Send['page']>) => timed(await target.page(...given));
      return Reflect.get(target, name) as unknown;
    },
  });
}

async function syncFrom(url: string, { store, reader }: Cache, roundTripMs?: (count: number) => number) {
  const clock = quickClock();
  const sender = senderTo(url, { governor: createGovernor({ clock }) });
  const send = roundTripMs === undefined ? sender.send : withRoundTrips(sender.send, roundTripMs);
  const totals: (number | null)[] = [];
  const sizes: number[] = [];
  const report = ({ estimatedRows, windows }: UserSyncProgress): void => {
    totals.push(estimatedRows);
    sizes.splice(0, sizes.length, ...windows.map(({ rows }) => rows));
  };
  const { signal } = new AbortController();
  const outcome = await syncUsers({ send, store, reader, limits: noLeave, clock, report, signal });
  return { outcome, total: totals.at(-1), sizes, unfinished: await store.resumeSyncRun({ place: usersPlace }) };
}

test('if round trips are slow, a sync requests twelve pages at the same time and stores every user', async () => {
  const { url, open } = await platform(() => 50, { together: 12 });
  const { outcome, total, unfinished } = await syncFrom(url, await openBoth());
  expect(outcome).toMatchObject({ live: count, notReturned: 0, wasResumed: false });
  expect(total).toBe(count);
  expect(open.most).toBe(12);
  expect(unfinished ?? null).toBeNull();
});

test('if only the first round trip is slow, for instance because it includes the connection, a sync uses four lanes', async () => {
  const { url, open } = await platform(() => 0);
  const { outcome } = await syncFrom(url, await openBoth(), (requests) => (requests === 1 ? 60 : 1));
  expect(outcome).toMatchObject({ live: count, notReturned: 0 });
  expect(open.most).toBeLessThanOrEqual(4);
});

test.each([{ hasTotals: true }, { hasTotals: false }])(
  'a repeated sync counts the cached rows to divide the list, and sends one request besides the pages (%j)',
  async ({ hasTotals }) => {
    const { url, open } = await platform(() => 0, { hasTotals });
    const cache = await openBoth();
    await syncFrom(url, cache);
    open.counts = 0;
    const { outcome, total, sizes } = await syncFrom(url, cache);
    expect(outcome).toMatchObject({ live: count, notReturned: 0 });
    expect(open.counts).toBe(1);
    expect(total).toBe(count);
    // On a busy machine, the one round trip counts as slow
    expect([4, 12]).toContain(sizes.length);
    for (const size of sizes) expect(Math.abs(size - count / sizes.length)).toBeLessThanOrEqual(pageSize);
  },
);

test('if the platform has far more users than the cache, a sync counts the users of the platform', async () => {
  const { url, open } = await platform(() => 0);
  const cache = await openBoth();
  const rows = all.slice(0, count / 2);
  await cache.store.putRows({ place: usersPlace, rows, by: 'details', now: 1 });
  const { outcome, sizes } = await syncFrom(url, cache);
  expect(outcome).toMatchObject({ live: count, notReturned: 0 });
  expect(open.counts).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(count / 4 + pageSize);
});
