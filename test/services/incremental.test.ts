import { expect, onTestFinished, test } from 'vitest';
import type { BytesPage, Send } from '#main/api/types.ts';
import { issues } from '#main/api/endpoints/issues.ts';
import { newestChange } from '#main/services/lists/sync-changes.ts';
import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import { days, hours, seconds, toIso } from '#shared/time.ts';
import { quickClock, senderTo } from '../api/rig.ts';
import { freshFile, openBoth } from '../cache/rig.ts';
import { createPlatform } from '../platform/platform.ts';
import type { Issue } from '../platform/world/issues.ts';

const query = {
  scope: '',
  search: '',
  filter: {},
  sort: { by: 'id', direction: 'asc' as const },
  notReturned: 'show' as const,
};

/** The rows of a page in the other order. */
function reversed(body: ArrayBuffer): ArrayBuffer {
  const rows = JSON.parse(new TextDecoder().decode(body)) as unknown[];
  return new TextEncoder().encode(JSON.stringify(rows.toReversed())).buffer;
}

/** A platform with issues, and a cache of them. `clockMs`: what the clock of this machine shows. */
async function opened({ clockMs }: { clockMs?: number } = {}) {
  const platform = await createPlatform({ users: 10 });
  onTestFinished(() => platform.close());
  const { world } = platform;
  const { send } = senderTo(platform.url, { token: () => platform.tokens.admin });
  const clock = quickClock(clockMs ?? world.clock.now());
  const { store, reader } = await openBoth(await freshFile());
  let afterPage: (page: number) => void = () => undefined;
  let pages = 0;
  let isReversed = false;
  const hooked = new Proxy(send, {
    get: (target, name) =>
      name !== 'page'
        ? (Reflect.get(target, name) as unknown)
        : async (...input: Parameters<Send['page']>): Promise<BytesPage> => {
            const page = await send.page(...input);
            afterPage((pages += 1));
            return isReversed ? { ...page, body: reversed(page.body) } : page;
          },
  });
  /** Sync, and return its outcome and the queries of its requests. */
  async function sync({
    isFull = false,
    isReversed: isOtherOrder = false,
    onPage = (_: number): void => undefined,
  } = {}) {
    [afterPage, pages, isReversed] = [onPage, 0, isOtherOrder];
    platform.requests.clear();
    let changed = 0;
    const report = (progress: { changed: number }): void => void (changed = progress.changed);
    const instance = { send: hooked, store, reader };
    const signal = new AbortController().signal;
    const outcome = await syncWholeList(sourceOf('issues'), '', { instance, isFull, clock, report, signal });
    const requests = platform.requests
      .list('GET /issues')
      .map((one) => Object.fromEntries(new URLSearchParams(one.query)));
    return { ...outcome, changed, requests };
  }
  const shown = async () => (await reader.lists('issues').list({ query, slice: { from: 0, count: 200 } })).rows;
  const titleOf = async (id: number) => (await reader.lists('issues').detail({ scope: '', id }))?.row.title;
  const ids = () => reader.lists('issues').ids({ query, from: 0, count: 5_000 });
  const newest = () => Math.max(...world.issues.all().map(({ updated_at }) => updated_at));
  const [like] = world.issues.all() as [Issue];
  const add = (updated_at: number, over: Partial<Issue> = {}): Issue => {
    const { id: _, ...fields } = like;
    return world.issues.add({ ...fields, iid: 1_000 + world.issues.size, updated_at, ...over });
  };
  const change = (issue: Issue | undefined, title: string, updated_at: number): void =>
    void Object.assign(issue ?? {}, { title, updated_at });
  return { platform, world, store, clock, sync, shown, ids, titleOf, newest, add, change };
}

test('after a full sync only newer changes are requested, in order', async () => {
  const { world, sync, newest, change, titleOf } = await opened();
  const all = world.issues.size;
  const first = newest();
  expect(await sync()).toMatchObject({ live: all, changed: all });
  const quiet = await sync();
  expect(quiet).toMatchObject({ live: all, changed: 0, notReturned: 0 });
  expect(quiet.requests).toEqual([
    expect.objectContaining({ updated_after: toIso(first - 1), order_by: 'updated_at', sort: 'asc', state: 'all' }),
  ]);
  const [one] = world.issues.all();
  change(one, 'Changed', first + seconds(5));
  expect(await sync()).toMatchObject({ changed: 1 });
  expect(await titleOf(one?.id ?? 0)).toBe('Changed');
  expect((await sync()).requests[0]?.['updated_after']).toBe(toIso(first + seconds(5) - 1));
});

test('an incremental sync marks nothing as absent; a full sync on request or after 7 days does', async () => {
  const { world, clock, sync, shown } = await opened();
  const absent = async () => (await shown()).filter(({ notReturnedSince }) => notReturnedSince !== null).length;
  await sync();
  const [first, second] = world.issues.all() as [Issue, Issue];
  world.issues.remove(first.id);
  expect(await sync()).toMatchObject({ notReturned: 0 });
  expect(await absent()).toBe(0);
  expect(await sync({ isFull: true })).toMatchObject({ notReturned: 1 });
  expect(await absent()).toBe(1);
  world.issues.remove(second.id);
  await clock.sleep(days(6));
  expect(await sync()).toMatchObject({ notReturned: 0 });
  await clock.sleep(days(1) + hours(1));
  const due = await sync();
  expect(due).toMatchObject({ notReturned: 1 });
  expect(due.requests.some((one) => one['updated_after'] !== undefined)).toBe(false);
});

test('250 rows with one timestamp are all returned, in pages of that timestamp', async () => {
  const { sync, newest, add, ids, world } = await opened();
  await sync();
  const at = newest() + seconds(10);
  for (let count = 0; count < 250; count += 1) add(at);
  add(at + seconds(1));
  const { changed, requests } = await sync();
  expect(changed).toBe(251);
  expect((await ids()).length).toBe(world.issues.size);
  // All pages of the timestamp except the last are requested twice, because rows may have moved to an earlier page
  expect(requests.map((one) => one['page'])).toEqual(['1', '1', '2', '3', '1', '2']);
  // Afterwards only the newest row is returned again
  expect(await sync()).toMatchObject({ changed: 0, requests: [expect.objectContaining({ page: '1' })] });
});

test('no row is missed if rows change during the sync', async () => {
  const { sync, newest, add, change, titleOf, ids, world } = await opened();
  await sync();
  const at = newest() + seconds(10);
  const bulk = Array.from({ length: 250 }, () => add(at));
  const spread = Array.from({ length: 150 }, (_, n) => add(at + seconds(1 + n)));
  await sync({
    onPage: (page) => {
      // Five rows leave the first page of the timestamp, so that its later pages begin five rows further on
      if (page === 2) for (const issue of bulk.slice(0, 5)) change(issue, 'Left', at + seconds(500));
      if (page === 6) change(spread[0], 'Moved to the end', at + seconds(501));
    },
  });
  expect((await ids()).length).toBe(world.issues.size);
  expect(await titleOf(bulk[0]?.id ?? 0)).toBe('Left');
  expect(await titleOf(spread[0]?.id ?? 0)).toBe('Moved to the end');
});

test('rows that change during a full sync are returned by the next sync', async () => {
  const { sync, newest, add, change, titleOf, world } = await opened();
  const at = newest();
  for (let count = 0; count < 150; count += 1) add(at);
  const [early] = world.issues.all().toSorted((a, b) => b.created_at - a.created_at) as [Issue];
  await sync({
    onPage: (page) => {
      if (page !== 1) return;
      change(early, 'Changed after its page', at + seconds(5));
      // A later change is on a page that is still to come
      change(world.issues.all().toSorted((a, b) => a.created_at - b.created_at)[0], 'Later', at + seconds(9));
    },
  });
  await sync();
  expect(await titleOf(early.id)).toBe('Changed after its page');
});

test.each([-hours(5), hours(5)])(
  'the watermark is the platform’s time, whatever this machine’s clock shows: %i',
  async (ahead) => {
    const { platform, sync, newest, add, ids, world } = await opened({ clockMs: Date.now() + ahead });
    await sync();
    const at = Math.max(newest(), platform.world.clock.now());
    add(at + seconds(1));
    expect(await sync()).toMatchObject({ changed: 1 });
    // A machine of the platform that is behind another one
    add(at + seconds(1));
    add(at + seconds(2));
    expect(await sync()).toMatchObject({ changed: 2 });
    expect((await sync()).requests[0]?.['updated_after']).toBe(toIso(Math.floor((at + seconds(2)) / 1000) * 1000 - 1));
    expect((await ids()).length).toBe(world.issues.size);
  },
);

test('a time far in the future does not hide the changes before it', async () => {
  const { sync, newest, add, change, titleOf, world } = await opened();
  const at = newest();
  add(Date.now() + days(400));
  await sync();
  const [one] = world.issues.all();
  change(one, 'Changed', at + seconds(1));
  expect(await sync()).toMatchObject({ changed: 1 });
  change(one, 'Changed again', at + seconds(2));
  await sync();
  expect(await titleOf(one?.id ?? 0)).toBe('Changed again');
});

test('times that are not texts are ignored', async () => {
  const { platform, clock, newest } = await opened();
  const { send } = senderTo(platform.url, { token: () => platform.tokens.admin });
  const ofAll = { endpoint: issues.list, input: { query: { scope: 'all' } } };
  const part = { field: 'updated_at', now: clock.now() };
  const { signal } = new AbortController();
  const hostile = { ...send, rows: async () => ({ rows: [{ updated_at: { toString: 1 } }, { updated_at: 7 }] }) };
  expect(await newestChange(hostile as unknown as Send, ofAll, part, signal)).toBeNull();
  expect(await newestChange(send, ofAll, part, signal)).toBe(Math.floor(newest() / 1_000) * 1_000);
});

test('a sync after an interrupted one continues from the watermark', async () => {
  const { sync, newest, add, ids, world } = await opened();
  await sync();
  const at = newest();
  for (let count = 0; count < 350; count += 1) add(at + seconds(1 + count));
  const broken = sync({
    onPage: (page) => {
      if (page === 3) throw new Error('The program ends here');
    },
  });
  await expect(broken).rejects.toThrow('The program ends here');
  const { requests, changed } = await sync();
  // The second page ended with the row 198 seconds later
  expect(requests[0]?.['updated_after']).toBe(toIso(Math.floor(at / 1000) * 1000 + seconds(198) - 1));
  expect(changed).toBe(152);
  expect((await ids()).length).toBe(world.issues.size);
});

test('a platform that ignores the order is synced in full', async () => {
  const { sync, newest, add, ids, world } = await opened();
  await sync();
  const at = newest();
  for (let count = 0; count < 3; count += 1) add(at + seconds(1 + count));
  const { requests, changed } = await sync({ isReversed: true });
  expect(requests.map((one) => one['updated_after'] !== undefined)).toEqual([true, false, false]);
  expect(changed).toBe(3);
  expect((await ids()).length).toBe(world.issues.size);
  expect(await sync()).toMatchObject({ changed: 0, requests: [expect.objectContaining({ sort: 'asc' })] });
});
