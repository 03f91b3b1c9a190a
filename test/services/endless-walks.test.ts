import { expect, test } from 'vitest';
import type { Write } from '#main/changes/subject.ts';
import { webhooks } from '#main/changes/subjects/webhooks.ts';
import { crawlList } from '#main/services/crawl-list.ts';
import { listingOf } from '#main/services/listings/all.ts';
import { rowsOf } from '#main/services/listings/walk.ts';
import { members as api } from '#main/api/members.ts';
import { failureOf, json, quickClock, rogue, senderTo } from '../api/rig.ts';
import { openBoth } from '../cache/rig.ts';

interface Reply {
  rows: readonly object[];
  /** `x-total`, and the number of the next page: `''` says that there is none. */
  total?: number;
  next?: number | '';
}

/** A server whose lists are what `pageOf` says of each page and path. Its requests are counted. */
async function serving(pageOf: (page: number, path: string) => Reply) {
  const { url, seen } = await rogue((request, _, response) => {
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
  /** Every id that the walker of small lists reads, in its order. */
  const idsRead = async () => {
    const ids: unknown[] = [];
    for await (const { id } of rowsOf(send, api.list, { path: { id: 7 } }, signal)) ids.push(id);
    return ids;
  };
  /** Sync a list into a fresh cache. */
  const sync = async (stem: 'members', scope: string) => {
    const instance = { send, ...(await openBoth()) };
    const report = () => undefined;
    return crawlList(listingOf(stem), scope, { instance, clock: quickClock(), report, signal });
  };
  return { send, signal, idsRead, sync, requests: () => seen.length, seen };
}

const row = (id: number) => ({ id, username: `user-${id}`, name: `User ${id}`, state: 'active' });
const rowsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => row(first + at));
const without = { code: 'remote', reason: 'unreadable-reply', message: 'the list goes on without new rows' };
const tooLong = { code: 'remote', reason: 'list-without-end' };

test('a list that repeats one row and always names a next page ends with a failure after a few requests', async () => {
  const { idsRead, sync, requests } = await serving((page) => ({ rows: [row(1)], next: page + 1 }));
  expect(await failureOf(idsRead())).toMatchObject(without);
  expect(requests()).toBeLessThan(8);
  expect(await failureOf(sync('members', 'project:7'))).toMatchObject(without);
  expect(requests()).toBeLessThan(16);
});

test('up to three pages in a row may have only rows that earlier pages had, for rows move while others come and go', async () => {
  const { idsRead } = await serving((page) => ({
    rows: rowsFrom(page < 6 ? 1 : 101, page < 6 ? 100 : 3),
    next: page === 6 ? '' : page + 1,
  }));
  const still = await serving((page) => ({
    rows: rowsFrom(page < 5 ? 1 : 101, page < 5 ? 100 : 3),
    next: page === 5 ? '' : page + 1,
  }));
  expect(await failureOf(idsRead())).toMatchObject(without);
  expect(await still.idsRead()).toHaveLength(103);
});

test('an empty page that names a next page does not end a small list, but only three of them in a row are read', async () => {
  const filtered = await serving((page) => ({
    rows: page % 3 === 0 ? [row(page)] : [],
    next: page === 9 ? '' : page + 1,
  }));
  expect(await filtered.idsRead()).toEqual([3, 6, 9]);
  const empty = await serving((page) => ({ rows: [], next: page + 1 }));
  expect(await empty.idsRead()).toEqual([]);
  expect(empty.requests()).toBe(4);
});

test('a list with one new row on each page ends, whatever total it reports', async () => {
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

test('the webhooks that are read for a new webhook end where the platform names no next page, and never go on for ever', async () => {
  const url = 'https://hooks.example/a';
  const write = { op: 'webhooks.create', path: { id: 7 }, body: { url } } as unknown as Write;
  const hook = (id: number) => ({ id, url, project_id: 7 });
  const read = ({ send, signal }: Awaited<ReturnType<typeof serving>>) =>
    webhooks['webhooks.create']?.read?.(write, { send, signal }) ?? Promise.reject(new Error('no reading'));
  const hooksFrom = (first: number) => Array.from({ length: 100 }, (_, at) => hook(first + at));

  const ending = await serving(() => ({ rows: hooksFrom(1), total: 1, next: '' }));
  expect((await read(ending))?.['ids']).toHaveLength(100);
  expect(ending.requests()).toBe(1);

  const repeating = await serving((page) => ({ rows: hooksFrom(1), total: 1, next: page + 1 }));
  expect(await failureOf(read(repeating))).toMatchObject(without);
  expect(repeating.requests()).toBeLessThan(8);

  const inventing = await serving((page) => ({ rows: hooksFrom(100 * page), total: 1, next: page + 1 }));
  expect(await failureOf(read(inventing))).toMatchObject(tooLong);
  expect(inventing.requests()).toBeLessThan(15);
});
