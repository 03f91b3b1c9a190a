import { expect, test } from 'vitest';
import type { WriteOf } from '#main/changes/operation-kit/write.ts';
import { webhooks } from '#main/changes/operations/webhooks.ts';
import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { idsMatching } from '#main/services/lists/ids-matching.ts';
import { noLeave } from '#main/services/lists/sync-limits.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import { rowsOf } from '#main/services/lists/walk.ts';
import { members as api } from '#main/api/endpoints/members.ts';
import { failureOf, json, quickClock, testServer, senderTo } from '../api/rig.ts';
import { openBoth } from '../cache/rig.ts';

interface Reply {
  rows: readonly object[];
  /** `x-total`, and the number of the next page; `''`: there is none. */
  total?: number;
  next?: number | '';
}

/** A server that replies to each page and path with what `pageOf` returns. */
async function serving(pageOf: (page: number, path: string) => Reply) {
  const { url, seen } = await testServer((request, _, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://any');
    const isKeyset = searchParams.get('pagination') === 'keyset';
    const { rows, total, next } = pageOf(Number(searchParams.get('page') ?? 1), pathname);
    json(response, rows, 200, {
      ...(total !== undefined && { 'x-total': String(total) }),
      ...(next !== undefined && !isKeyset && { 'x-next-page': String(next) }),
      ...(next !== undefined && isKeyset && { link: `<${url}${pathname}?pagination=keyset&page=${next}>; rel="next"` }),
    });
  });
  const { send } = senderTo(url);
  const { signal } = new AbortController();
  /** The ids of all rows that `rowsOf` returns, in its order. */
  const idsRead = async () => {
    const ids: unknown[] = [];
    for await (const { id } of rowsOf(send, api.list, { path: { id: 7 } }, signal)) ids.push(id);
    return ids;
  };
  /** Sync a list into a fresh cache. `reports`: all reports of its progress. */
  const sync = async (collection: 'runners' | 'members' | 'accessTokens', scope: string) =>
    syncInto(await openBoth(), collection, scope);
  /** `agreedRows`: how many rows a person allowed. */
  const syncInto = (
    cache: Awaited<ReturnType<typeof openBoth>>,
    collection: 'runners' | 'members' | 'accessTokens',
    scope: string,
    agreedRows = 0,
  ) => {
    const reports: { rows: number }[] = [];
    const report = (progress: { rows: number }) => void reports.push(progress);
    const limits = { ...noLeave, agreedRows, leastRows };
    const instance = { send, ...cache };
    const ended = syncWholeList(sourceOf(collection), scope, { instance, limits, clock: quickClock(), report, signal });
    return { ended, reports };
  };
  return { send, signal, idsRead, sync, syncInto, requests: () => seen.length, seen };
}

const row = (id: number) => ({ id, username: `user-${id}`, name: `User ${id}`, state: 'active' });
const rowsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => row(first + at));
const noNewRows = { code: 'remote', reason: 'unreadable-reply', message: 'the list continues without new rows' };
const tooLong = { code: 'remote', reason: 'list-without-end' };
/** A lower limit than that of the product, whose value `sync-limits.test.ts` asserts. */
const leastRows = 100;

test('a list that repeats one row and always names a next page ends with a failure after a few requests', async () => {
  const { idsRead, sync, requests } = await serving((page) => ({ rows: [row(1)], next: page + 1 }));
  expect(await failureOf(idsRead())).toMatchObject(noNewRows);
  expect(requests()).toBeLessThan(8);
  const { ended } = await sync('members', 'project:7');
  expect(await failureOf(ended)).toMatchObject(noNewRows);
  expect(requests()).toBeLessThan(16);
});

test('a list continues after empty pages that name a next page, and ends after 4 of them', async () => {
  const { sync, requests } = await serving((page) => ({
    rows: page === 1 || page === 4 ? rowsFrom(page * 100, 50).map((one) => ({ ...one, access_level: 30 })) : [],
    next: page + 1,
  }));
  const { ended, reports } = await sync('members', 'project:7');
  await ended;
  expect(reports.at(-1)).toMatchObject({ rows: 100 });
  // The members of a project are two lists
  expect(requests()).toBe(2 * 8);
});

test('up to three consecutive pages may have no new rows, because rows move when others are added or removed', async () => {
  const { idsRead } = await serving((page) => ({
    rows: rowsFrom(page < 6 ? 1 : 101, page < 6 ? 100 : 3),
    next: page === 6 ? '' : page + 1,
  }));
  const still = await serving((page) => ({
    rows: rowsFrom(page < 5 ? 1 : 101, page < 5 ? 100 : 3),
    next: page === 5 ? '' : page + 1,
  }));
  expect(await failureOf(idsRead())).toMatchObject(noNewRows);
  expect(await still.idsRead()).toHaveLength(103);
});

test('a full page of unreadable rows does not end a list without page headers', async () => {
  const unreadable = Array.from({ length: 100 }, () => 'no row') as unknown as object[];
  const { idsRead } = await serving((page) => ({ rows: page === 1 ? unreadable : rowsFrom(1, 3) }));
  expect(await idsRead()).toEqual([1, 2, 3]);
});

test('an empty page that names a next page does not end a small list, but four of them in a row do', async () => {
  const filtered = await serving((page) => ({
    rows: page % 3 === 0 ? [row(page)] : [],
    next: page === 9 ? '' : page + 1,
  }));
  expect(await filtered.idsRead()).toEqual([3, 6, 9]);
  const empty = await serving((page) => ({ rows: [], next: page + 1 }));
  expect(await empty.idsRead()).toEqual([]);
  expect(empty.requests()).toBe(4);
});

test('a list with one new row on each page ends with a failure, whatever total it reports', async () => {
  for (const total of [undefined, 3, 10_000_000]) {
    const { idsRead, requests } = await serving((page) => ({
      rows: [row(page)],
      next: page + 1,
      ...(total && { total }),
    }));
    expect(await failureOf(idsRead())).toMatchObject({ code: 'remote' });
    expect(requests()).toBeLessThan(200);
  }
});

test('reading the webhooks before a new one is created ends where the platform names no next page, and never runs forever', async () => {
  const url = 'https://hooks.example/a';
  const write: WriteOf<'webhooks.create'> = { op: 'webhooks.create', path: { id: 7 }, body: { url } };
  const hook = (id: number) => ({ id, url, project_id: 7 });
  const read = ({ send, signal }: Awaited<ReturnType<typeof serving>>) =>
    webhooks['webhooks.create'].read?.(write, { send, signal }) ?? Promise.reject(new Error('no reading'));
  const hooksFrom = (first: number) => Array.from({ length: 100 }, (_, at) => hook(first + at));

  const ending = await serving(() => ({ rows: hooksFrom(1), total: 1, next: '' }));
  expect((await read(ending))?.['ids']).toHaveLength(100);
  expect(ending.requests()).toBe(1);

  const repeating = await serving((page) => ({ rows: hooksFrom(1), total: 1, next: page + 1 }));
  expect(await failureOf(read(repeating))).toMatchObject(noNewRows);
  expect(repeating.requests()).toBeLessThan(8);

  const inventing = await serving((page) => ({ rows: hooksFrom(100 * page), total: 1, next: page + 1 }));
  expect(await failureOf(read(inventing))).toMatchObject(tooLong);
  expect(inventing.requests()).toBeLessThan(15);
});

test('a person is asked about a group with far more service accounts than tokens', async () => {
  const { sync, requests } = await serving((page, path) =>
    path.endsWith('/service_accounts')
      ? { rows: rowsFrom(100 * page, 100), total: 300, next: page === 3 ? '' : page + 1 }
      : { rows: [], total: 0, next: '' },
  );
  const { ended, reports } = await sync('accessTokens', 'group:7');
  expect(await failureOf(ended)).toMatchObject(tooLong);
  expect(requests()).toBeLessThan(110);
  // A person who agrees allows twice as many
  expect(reports.at(-1)?.rows).toBeGreaterThan(leastRows);
});

/** A group of service accounts without tokens. */
const groupOf = (accounts: () => number) =>
  serving((page, path) => {
    if (!path.endsWith('/service_accounts')) return { rows: [], total: 0, next: '' };
    const rows = rowsFrom(100 * (page - 1) + 1, Math.min(100, accounts() - 100 * (page - 1)));
    return { rows, total: accounts(), next: 100 * page < accounts() ? page + 1 : '' };
  });

test('a person who agreed to sync a group of many service accounts is not asked again until it has more than twice as many', async () => {
  let accounts = 110;
  const { syncInto } = await groupOf(() => accounts);
  const cache = await openBoth();
  const asking = syncInto(cache, 'accessTokens', 'group:7');
  expect(await failureOf(asking.ended)).toMatchObject(tooLong);
  const agreedRows = 2 * (asking.reports.at(-1)?.rows ?? 0);
  expect(await syncInto(cache, 'accessTokens', 'group:7', agreedRows).ended).toMatchObject({ live: 0 });

  accounts = 220;
  expect(await syncInto(cache, 'accessTokens', 'group:7').ended).toMatchObject({ live: 0 });
  // This sync was not confirmed, so the limit stays the same
  accounts = 230;
  expect(await failureOf(syncInto(cache, 'accessTokens', 'group:7').ended)).toMatchObject(tooLong);
  expect(await failureOf(syncInto(cache, 'accessTokens', 'group:8').ended)).toMatchObject(tooLong);
});

test('a person is asked only once before a group of many service accounts is synced, however many it has', async () => {
  const { syncInto } = await groupOf(() => 250);
  const cache = await openBoth();
  const asking = syncInto(cache, 'accessTokens', 'group:7');
  expect(await failureOf(asking.ended)).toMatchObject(tooLong);
  const agreedRows = asking.reports.at(-1)?.rows ?? 0;
  expect(await syncInto(cache, 'accessTokens', 'group:7', agreedRows).ended).toMatchObject({ live: 0 });
});

test('a group with many service accounts with a token each is synced without a question', async () => {
  const { sync } = await serving((page, path) =>
    path.endsWith('/service_accounts')
      ? { rows: rowsFrom(100 * page, 100), total: 200, next: page === 2 ? '' : page + 1 }
      : { rows: [{ id: Number(path.split('/').at(-2)), name: 'ci' }], total: 1, next: '' },
  );
  const { ended } = await sync('accessTokens', 'group:7');
  expect(await ended).toMatchObject({ live: 200 });
});

test('a later walk of a list that changed does not rely on its total either', async () => {
  let walk = 0;
  const { sync, requests } = await serving((page) => {
    if (page === 1) walk += 1;
    if (walk > 1) return { rows: page === 1 ? rowsFrom(1, 100) : [row(1)], total: 10_000_000 };
    return { rows: page === 1 ? rowsFrom(1, 100) : rowsFrom(101, 50), total: page === 1 ? 150 : 151 };
  });
  const { ended } = await sync('runners', '');
  expect(await failureOf(ended)).toMatchObject(noNewRows);
  expect(requests()).toBeLessThan(30);
});

test('a list that grew to more than three times its size between two walks is read to its end', async () => {
  let walk = 0;
  const { sync } = await serving((page) => {
    if (page === 1) walk += 1;
    if (walk === 1) return { rows: page === 1 ? rowsFrom(1, 100) : rowsFrom(101, 50), total: page === 1 ? 150 : 151 };
    // The new rows come first
    const rows = [...rowsFrom(1_001, 350), ...rowsFrom(1, 150)];
    return { rows: rows.slice(100 * (page - 1), 100 * page), total: rows.length, next: page === 5 ? '' : page + 1 };
  });
  const { ended } = await sync('runners', '');
  expect(await ended).toMatchObject({ live: 500 });
});

test('the ids of a filter are read up to twice the reported or cached number, and no further', async () => {
  const { send, signal, requests } = await serving((page) => ({
    rows: rowsFrom(100 * page, 100),
    total: 3,
    next: page + 1,
  }));
  expect(
    await failureOf(idsMatching(sourceOf('users'), { send, scope: '', ref: '', signal }, { humans: true }, 0)),
  ).toMatchObject(tooLong);
  expect(requests()).toBeLessThan(15);
});
