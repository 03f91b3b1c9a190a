import { beforeAll, expect, onTestFinished, test, afterAll } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { openReader } from '#main/cache/worker/reader.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { figures } from '#shared/contract/figures.ts';
import type { UserFilter } from '#shared/contract/users.ts';
import {
  runSync,
  detailPlace,
  idsOf,
  key,
  listOf,
  openBoth,
  queryOf,
  usersPlace,
  workerScript,
  type UserQuery,
} from './rig.ts';
import { createdAt, pageOf, publicUser, user, usersBetween } from './rows.ts';

const people = [
  user(1, {
    username: 'Root',
    name: 'Zoë',
    is_admin: true,
    two_factor_enabled: true,
    external: false,
    is_auditor: false,
  }),
  user(2, {
    name: 'émile',
    state: 'blocked',
    public_email: 'Emile@Public.example',
    external: true,
    two_factor_enabled: false,
  }),
  user(3, {
    name: 'Anna',
    email: 'aa@mail.example',
    last_activity_on: '2026-03-01',
    last_sign_in_at: '2026-03-01T10:00:00+02:00',
  }),
  user(4, {
    name: 'anna',
    email: null,
    is_auditor: true,
    last_activity_on: '2026-02-01',
    last_sign_in_at: '2026-03-01T09:00:00Z',
  }),
  user(5, {
    name: 'Bob',
    state: 'deactivated',
    identities: [
      { provider: 'ldapmain', extern_uid: 'uid=bob,dc="x"' },
      { provider: 'saml', extern_uid: 'b' },
    ],
  }),
  user(6, {
    name: 'Carl',
    identities: [{ provider: 'saml', extern_uid: 'c' }],
    scim_identities: [{ extern_uid: 'b', group_id: 1 }],
  }),
  { ...publicUser(7), name: 'Dora' },
];

/** One cache for the tests that only read. */
let shared: { store: CacheWriter; reader: CacheReader; folder: string };
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-cache-'));
  const file = { file: join(folder, 'cache.db'), key };
  const store = await openStore(workerScript('store-worker.ts'), file);
  const reader = await openReader(workerScript('read-worker.ts'), file);
  shared = { store, reader, folder };
  await runSync(store, [{ pages: [people] }], { now: 1_000 });
});
afterAll(async () => {
  await shared.reader.close();
  await shared.store.close();
  await rm(shared.folder, { recursive: true });
});

const filters: [UserFilter, number[]][] = [
  [{}, [1, 2, 3, 4, 5, 6, 7]],
  [{ username: 'rOOT' }, [1]],
  [{ username: 'roo' }, []],
  [{ public_email: 'emile@public.EXAMPLE' }, [2]],
  [{ active: true }, [1, 3, 4, 6, 7]],
  [{ active: false }, [1, 2, 3, 4, 5, 6, 7]],
  [{ exclude_active: true }, [2, 5]],
  [{ blocked: true }, [2]],
  [{ external: true }, [2]],
  [{ exclude_external: true }, [1]],
  [{ admins: true }, [1]],
  [{ auditors: true }, [4]],
  [{ two_factor: 'enabled' }, [1]],
  [{ two_factor: 'disabled' }, [2]],
  [{ created_after: createdAt(3) }, [3, 4, 5, 6]],
  [{ created_before: createdAt(3) }, [1, 2, 3]],
  [{ created_after: createdAt(2), created_before: createdAt(4) }, [2, 3, 4]],
  [{ created_after: '2020-01-03T02:00:00+02:00', created_before: '2020-01-03T00:00:00.000Z' }, [2]],
  [{ provider: 'saml' }, [5, 6]],
  [{ provider: 'scim' }, [6]],
  [{ provider: 'ldapmain', extern_uid: 'uid=bob,dc="x"' }, [5]],
  [{ provider: 'saml', extern_uid: 'uid=bob,dc="x"' }, []],
  [{ provider: 'sam' }, []],
  [{ extern_uid: 'b' }, [5, 6]],
  [{ active: true, auditors: true }, [4]],
];
test.each(filters)('the filter %j returns %j', async (filter, ids) => {
  expect(await idsOf(shared.reader, { filter })).toEqual(ids);
});

test('the filter for accounts without two-factor authentication returns active people only, and a second filter returns the unknown accounts', async () => {
  const { store, reader } = await openBoth();
  const off = { two_factor_enabled: false, bot: false, state: 'active' };
  const rows = [
    user(1, off),
    user(2, { ...off, bot: true }),
    user(3, { ...off, state: 'blocked' }),
    user(4, { ...off, bot: null }),
    user(5, { ...off, two_factor_enabled: null }),
    user(6, { ...off, two_factor_enabled: true, bot: null }),
  ];
  await runSync(store, [{ pages: [rows] }], { now: 1_000 });
  const { filter, unknown = {} } = figures.withoutTwoFactor;
  expect(await idsOf(reader, { filter })).toEqual([1]);
  expect(await idsOf(reader, { filter: unknown })).toEqual([4, 5]);
});

const sorts: [UserQuery['sort']['by'], number[], number[]][] = [
  ['id', [1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1]],
  ['name', [3, 4, 5, 6, 7, 2, 1], [1, 2, 7, 6, 5, 4, 3]],
  ['username', [1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1]],
  ['state', [1, 3, 4, 6, 7, 2, 5], [5, 2, 7, 6, 4, 3, 1]],
  ['created_at', [1, 2, 3, 4, 5, 6, 7], [6, 5, 4, 3, 2, 1, 7]],
  ['email', [3, 1, 2, 5, 6, 4, 7], [6, 5, 2, 1, 3, 7, 4]],
  ['last_activity_on', [4, 3, 1, 2, 5, 6, 7], [3, 4, 7, 6, 5, 2, 1]],
  ['last_sign_in_at', [3, 4, 1, 2, 5, 6, 7], [4, 3, 7, 6, 5, 2, 1]],
];
test.each(sorts)('sorted by %s, rows without a value come last in both directions', async (by, up, down) => {
  expect(await idsOf(shared.reader, { sort: { by, direction: 'asc' } })).toEqual(up);
  expect(await idsOf(shared.reader, { sort: { by, direction: 'desc' } })).toEqual(down);
});

test('a window of a list has complete records with their age, and no rows beyond its end', async () => {
  const { rows, total } = await shared.reader.lists('users').list({ query: queryOf(), slice: { from: 5, count: 200 } });
  expect(total).toBe(7);
  expect(rows).toEqual([
    { key: people[1]?.id, scope: '', row: people[1], fetchedAt: 1_000, notReturnedSince: null },
    { key: people[0]?.id, scope: '', row: people[0], fetchedAt: 1_000, notReturnedSince: null },
  ]);
  expect((await shared.reader.lists('users').list({ query: queryOf(), slice: { from: 50, count: 10 } })).rows).toEqual(
    [],
  );
  expect(await shared.reader.lists('users').detail({ scope: '', id: 99 })).toBeNull();
});

test('a server filter shows no rows before the platform was asked, then the rows of its reply, with their age', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }]);
  const filter = { humans: true, custom_attributes: { team: 'a', floor: '2' }, active: true };
  expect(await listOf(reader, { filter })).toMatchObject({
    total: 0,
    serverFilters: [
      { name: 'humans', fetchedAt: null },
      { name: 'custom_attributes', fetchedAt: null },
    ],
  });
  await store.putFilterIds({ place: usersPlace, filter: { humans: true }, ids: [2, 3, 4, 900], now: 5_000 });
  expect((await listOf(reader, { filter })).total).toBe(0);
  await store.putFilterIds({
    place: usersPlace,
    filter: { custom_attributes: { floor: '2', team: 'a' } },
    ids: [4, 3, 10],
    now: 6_000,
  });
  const found = await listOf(reader, { filter, sort: { by: 'id', direction: 'desc' } });
  expect(found.rows.map(({ row }) => row.id)).toEqual([4, 3]);
  expect(found.serverFilters).toEqual([
    { name: 'humans', fetchedAt: 5_000 },
    { name: 'custom_attributes', fetchedAt: 6_000 },
  ]);
  expect(await idsOf(reader, { filter, search: 'person 3' })).toEqual([3]);
  expect(await idsOf(reader, { filter: { humans: false, custom_attributes: {} } })).toHaveLength(20);
  await store.putFilterIds({ place: usersPlace, filter: { humans: true }, ids: [1], now: 7_000 });
  expect(await idsOf(reader, { filter: { humans: true } })).toEqual([1]);
});

test('list row and details are merged: the later value is used, and no field is lost', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(1, { note: 'from the list' })]] }], { now: 1_000 });
  const detail = { id: 1, username: 'user-1', name: 'Renamed', state: 'blocked', bio: 'from the detail' };
  expect(await store.put({ place: detailPlace, id: 1, record: detail, by: 'details', now: 2_000 })).toEqual({
    changed: true,
  });
  expect(await reader.lists('users').detail({ scope: '', id: 1 })).toMatchObject({
    row: { name: 'Renamed', bio: 'from the detail', note: 'from the list', state: 'blocked' },
    listFetchedAt: 1_000,
    detailFetchedAt: 2_000,
    notReturnedSince: null,
  });
  expect(await idsOf(reader, { search: 'renamed', filter: { blocked: true } })).toEqual([1]);

  // The list replies with the same values as before the detail was fetched. The newer reply counts.
  await runSync(store, [{ pages: [[user(1, { note: 'from the list' })]] }], { now: 3_000 });
  expect(await reader.lists('users').detail({ scope: '', id: 1 })).toMatchObject({
    row: { name: 'Person 1', bio: 'from the detail' },
  });
  expect(await idsOf(reader, { search: 'renamed' })).toEqual([]);
});

test('details that are requested again get a new age, even if they are unchanged', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(1)]] }], { now: 1_000 });
  await store.put({
    place: detailPlace,
    id: 1,
    record: user(1, { bio: 'b', local_time: '1:00 PM' }),
    by: 'details',
    now: 2_000,
  });
  const revision = (await listOf(reader)).revision;
  expect(
    await store.put({
      place: detailPlace,
      id: 1,
      record: user(1, { bio: 'b', local_time: '2:00 PM' }),
      by: 'details',
      now: 3_000,
    }),
  ).toEqual({
    changed: false,
  });
  expect(await reader.lists('users').detail({ scope: '', id: 1 })).toMatchObject({
    listFetchedAt: 1_000,
    detailFetchedAt: 3_000,
  });
  expect(await listOf(reader)).toMatchObject({ revision, rows: [{ fetchedAt: 3_000 }] });
});

test('the list also contains a user whose details alone are cached', async () => {
  const { store, reader } = await openBoth();
  await store.put({ place: detailPlace, id: 8, record: user(8), by: 'details', now: 2_000 });
  expect(await reader.lists('users').detail({ scope: '', id: 8 })).toMatchObject({
    listFetchedAt: null,
    detailFetchedAt: 2_000,
  });
  expect(await idsOf(reader)).toEqual([8]);
});

test('a record with another id, with invalid fields or of an unknown collection is refused', async () => {
  const { store } = await openBoth();
  const refused = { code: 'remote', reason: 'unreadable-reply' };
  await expect(
    store.put({ place: detailPlace, id: 8, record: user(9), by: 'details', now: 2_000 }),
  ).rejects.toMatchObject(refused);
  await expect(
    store.put({ place: detailPlace, id: 8, record: { id: 8 }, by: 'details', now: 2_000 }),
  ).rejects.toMatchObject(refused);
  await expect(
    store.put({ place: { collection: 'planets', scope: '' }, id: 8, record: user(8), by: 'details', now: 2_000 }),
  ).rejects.toMatchObject({
    code: 'bug',
  });
});

test('the age of a row is the end of the last sync that returned it, even if the row did not change', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(1), user(2)]] }], { now: 1_000 });
  await runSync(store, [{ pages: [[user(1)]] }], { now: 9_000 });
  expect(await reader.lists('users').detail({ scope: '', id: 1 })).toMatchObject({ listFetchedAt: 9_000 });
  expect(await reader.lists('users').detail({ scope: '', id: 2 })).toMatchObject({
    listFetchedAt: 1_000,
    notReturnedSince: 9_000,
  });
});

test('an unfinished sync does not change the age of rows', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(1)]] }], { now: 1_000 });
  await store.beginSyncRun({
    place: usersPlace,
    windows: [{ key: '/', span: { from: null, to: null } }],
    estimatedRows: 1,
    now: 5_000,
  });
  await store.putPage({
    place: usersPlace,
    windowKey: '/',
    body: pageOf([user(1)]),
    cursor: 'more',
    isLast: false,
    now: 5_000,
  });
  expect(await reader.lists('users').detail({ scope: '', id: 1 })).toMatchObject({ listFetchedAt: 1_000 });
});

test('an empty cache returns an empty list and summary', async () => {
  const { reader } = await openBoth();
  expect(await listOf(reader)).toMatchObject({ total: 0, rows: [], revision: 0 });
  const nothing = { live: 0, notReturned: 0, view: 'unknown', completedAt: null, unreadable: 0, counts: { state: {} } };
  expect(await reader.lists('users').summary({ scope: '' })).toEqual(nothing);
});

test('a selection is streamed in pieces, in the order of its query and without its exceptions', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 1_203)] }]);
  const query = queryOf({ sort: { by: 'id', direction: 'desc' } });
  const pieces: number[][] = [];
  for await (const piece of reader.lists('users').rows({ kind: 'all', query, except: [1_203, 600] })) {
    pieces.push(piece.map(({ row }) => row.id));
  }
  expect(pieces.map(({ length }) => length)).toEqual([500, 500, 201]);
  const expected = usersBetween(1_202, 1).filter(({ id }) => id !== 600);
  expect(pieces.flat()).toEqual(expected.map(({ id }) => id));

  const chosen = [];
  for await (const piece of reader.lists('users').rows({ kind: 'ids', ids: [7, 9_999, 3] })) chosen.push(...piece);
  expect(chosen.map(({ row, fetchedAt }) => [row.id, fetchedAt])).toEqual([
    [7, 1_000],
    [3, 1_000],
  ]);
});

test('a stream ends when its signal aborts, and when its consumer stops', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 1_203)] }]);
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const selection = { kind: 'all', query: queryOf(), except: [] } as const;
  const users = reader.lists('users');
  const stream = users.rows({ ...selection, except: [] }, stop.signal)[Symbol.asyncIterator]();
  expect((await stream.next()).value).toHaveLength(500);
  stop.abort();
  await expect(stream.next()).rejects.toMatchObject({ code: 'aborted' });
  for await (const piece of users.rows({ ...selection, except: [] })) {
    expect(piece).toHaveLength(500);
    break;
  }
  expect((await reader.lists('users').summary({ scope: '' })).live).toBe(1_203);
});

test('a reader sees whole commits while the store writes', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 100)] }]);
  const writing = { isDone: false };
  const writes = (async () => {
    for (let round = 1; round <= 20; round++) {
      const pages = [usersBetween(1, 100).map((row) => ({ ...row, name: `Round ${round}` }))];
      await runSync(store, [{ pages }], { now: 1_000 + round });
    }
    writing.isDone = true;
  })();
  const seen = new Set<number>();
  while (!writing.isDone) {
    const { rows, total } = await listOf(reader);
    expect(total).toBe(100);
    seen.add(new Set(rows.map(({ row }) => row.name)).size);
  }
  await writes;
  // Each round gives all rows of a page the same name; before the first round every name is different
  expect([...seen].filter((names) => names !== 1 && names !== 100)).toEqual([]);
  expect((await listOf(reader)).rows.every(({ row }) => row.name === 'Round 20')).toBe(true);
});
