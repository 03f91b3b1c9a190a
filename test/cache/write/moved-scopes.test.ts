import { expect, onTestFinished, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import type { Place } from '#main/cache/cache-types.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { openBoth, storedTexts } from '../rig.ts';
import { pageOf } from '../rows.ts';

const byPath = 'group:acme/web';
const byId = 'group:7';
const moves = [{ from: byPath, to: byId }];
const runner = (id: number, over: object = {}) => ({ id, description: `Runner ${id}`, status: 'online', ...over });
const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => runner(from + at));
const placeOf = (scope: string): Place => ({ collection: 'runners', scope });
const detailOf = (scope: string): Place => ({ collection: 'runners.detail', scope });

async function pass(store: CacheWriter, scope: string, rows: object[], now: number) {
  await store.beginList({ place: placeOf(scope), estimatedRows: null, now });
  await store.putListPage({ place: placeOf(scope), rows: pageOf(rows), now });
  return store.finishSyncRun({ place: placeOf(scope), now, acceptNotReturned: true });
}
async function listed(reader: CacheReader, scope: string | null, over: { search?: string; notReturned?: 'only' } = {}) {
  const sort = { by: 'id', direction: 'asc' } as const;
  const query = { scope, search: '', filter: {}, sort, notReturned: 'hide' as const, ...over };
  return (await reader.lists('runners').list({ query, slice: { from: 0, count: 200 } })).rows;
}
const ids = async (...asked: Parameters<typeof listed>) => (await listed(...asked)).map(({ row }) => row.id);

test('rows under a path, in upper or lower case, move to the id with their keys, details, search text, marks and ages', async () => {
  const { store, reader, file } = await openBoth();
  await pass(store, 'group:Acme/Web', between(1, 3), 1_000);
  await pass(store, 'group:Acme/Web', between(1, 2), 2_000);
  await pass(store, 'group:other', [runner(1)], 1_500);
  await store.put({
    place: detailOf('group:Acme/Web'),
    id: 1,
    record: runner(1, { maintenance_note: 'rack nine' }),
    by: 'details',
    now: 2_500,
  });
  const before = (await listed(reader, 'group:Acme/Web')).map(({ key }) => key);
  const changed: string[] = [];
  store.onChanged(({ collection }) => void changed.push(collection));

  expect(await store.moveScopes({ moves })).toEqual(['runners']);
  expect((await listed(reader, byId)).map(({ key }) => key)).toEqual(before);
  expect(await ids(reader, 'group:Acme/Web')).toEqual([]);
  expect(await ids(reader, 'group:other')).toEqual([1]);
  expect(await ids(reader, byId, { notReturned: 'only' })).toEqual([3]);
  expect(await ids(reader, byId, { search: 'runner 2' })).toEqual([2]);
  expect(await reader.lists('runners').detail({ scope: byId, id: 1 })).toMatchObject({
    row: { maintenance_note: 'rack nine' },
    detailFetchedAt: 2_500,
  });
  expect(await reader.lists('runners').summary({ scope: byId })).toMatchObject({
    live: 2,
    notReturned: 1,
    completedAt: 2_000,
  });
  await expect.poll(() => changed).toContain('runners');
  expect(await store.moveScopes({ moves })).toEqual([]);
  await reader.close();
  await store.close();
  await isSound(file);
});

test('if both scopes were synced, rows that only the older sync returned are dropped, and details that only it has are kept', async () => {
  for (const [older, newer] of [
    [byPath, byId],
    [byId, byPath],
  ] as const) {
    const { store, reader, file } = await openBoth();
    await pass(store, older, between(1, 4), 1_000);
    await store.put({
      place: detailOf(older),
      id: 2,
      record: runner(2, { maintenance_note: 'kept' }),
      by: 'details',
      now: 1_100,
    });
    await store.put({
      place: detailOf(older),
      id: 4,
      record: runner(4, { maintenance_note: 'dropped' }),
      by: 'details',
      now: 1_100,
    });
    await pass(store, newer, [runner(2, { status: 'stale' }), runner(3), runner(5)], 2_000);
    await store.moveScopes({ moves });
    expect(await ids(reader, null)).toEqual([2, 3, 5]);
    expect(await listed(reader, byId)).toMatchObject([
      { row: { id: 2, status: 'stale', maintenance_note: 'kept' } },
      { row: { id: 3 } },
      { row: { id: 5 } },
    ]);
    expect(await ids(reader, byId, { search: 'runner 4' })).toEqual([]);
    expect(await reader.lists('runners').summary({ scope: byId })).toMatchObject({
      live: 3,
      notReturned: 0,
      completedAt: 2_000,
    });
    await reader.close();
    await store.close();
    await isSound(file);
  }
});

test('rows that were requested alone after the newer sync are kept, in either scope', async () => {
  const { store, reader } = await openBoth();
  await pass(store, byId, [runner(1), runner(2)], 1_000);
  await store.put({
    place: detailOf(byPath),
    id: 1,
    record: runner(1, { status: 'paused' }),
    by: 'details',
    now: 2_000,
  });
  await store.put({ place: detailOf(byPath), id: 9, record: runner(9), by: 'details', now: 2_000 });
  await store.moveScopes({ moves });
  expect(await listed(reader, byId)).toMatchObject([
    { row: { id: 1, status: 'paused' } },
    { row: { id: 2 } },
    { row: { id: 9 } },
  ]);
});

test('a running sync continues under the id, and rows on none of its pages are marked as not returned', async () => {
  const { store, reader } = await openBoth();
  await pass(store, byPath, between(1, 20), 1_000);
  await store.beginList({ place: placeOf(byPath), estimatedRows: null, now: 2_000 });
  await store.putListPage({ place: placeOf(byPath), rows: between(1, 10), now: 2_000 });
  await store.moveScopes({ moves });
  await store.putListPage({ place: placeOf(byId), rows: between(11, 18), now: 2_000 });
  expect(await store.finishSyncRun({ place: placeOf(byId), now: 2_000 })).toEqual({
    notReturned: 2,
    live: 18,
    needsPerson: false,
  });
  expect(await ids(reader, byId, { notReturned: 'only' })).toEqual([19, 20]);
});

test('if both scopes have a running sync, the one of the id continues', async () => {
  const { store } = await openBoth();
  for (const scope of [byPath, byId]) {
    await store.beginList({ place: placeOf(scope), estimatedRows: null, now: 2_000 });
    await store.putListPage({ place: placeOf(scope), rows: between(1, 3), now: 2_000 });
  }
  await store.moveScopes({ moves });
  await store.putListPage({ place: placeOf(byId), rows: between(4, 5), now: 2_000 });
  expect(await store.finishSyncRun({ place: placeOf(byId), now: 2_000 })).toMatchObject({ notReturned: 0, live: 5 });
});

/** Every document has a row in the narrow table and a search text, and there are no other rows. */
async function isSound(file: Parameters<typeof openCache>[0]): Promise<void> {
  const db = openCache(file, 'write');
  onTestFinished(() => void db.close());
  const number = (sql: string) => db.prepare(sql).pluck().get();
  const rows = number(
    `SELECT count(*) FROM (SELECT DISTINCT scope, id FROM documents WHERE collection LIKE 'runners%')`,
  );
  expect(number('SELECT count(*) FROM runners')).toBe(rows);
  const keys = db.prepare('SELECT key FROM runners ORDER BY key').pluck().all();
  expect([...storedTexts(db, 'runners').keys()]).toEqual(keys);
  return Promise.resolve();
}

test('when the id of a project becomes known, the places below it move with it', async () => {
  const { store, reader } = await openBoth();
  const note = (id: number) => ({ id, body: `Note ${id}` });
  const place = (scope: string): Place => ({ collection: 'notes', scope });
  const notes = async (scope: string) =>
    (await reader.lists('notes').list({ query: queryOf(scope), slice: { from: 0, count: 10 } })).rows;
  for (const [scope, id] of [
    ['project:Acme/App/issue:3', 1],
    ['project:acme/app/mr:3', 2],
    ['project:acme/app-2/issue:3', 3],
  ] as const) {
    await store.beginList({ place: place(scope), estimatedRows: null, now: 1_000 });
    await store.putListPage({ place: place(scope), rows: [note(id)], now: 1_000 });
    await store.finishSyncRun({ place: place(scope), now: 1_000 });
  }
  expect(await store.moveScopes({ moves: [{ from: 'project:acme/app', to: 'project:7' }] })).toEqual(['notes']);
  expect((await notes('project:7/issue:3')).map(({ row }) => row.id)).toEqual([1]);
  expect((await notes('project:7/mr:3')).map(({ row }) => row.id)).toEqual([2]);
  expect((await notes('project:acme/app-2/issue:3')).map(({ row }) => row.id)).toEqual([3]);
  expect(await notes('project:Acme/App/issue:3')).toEqual([]);
  expect(await reader.lists('notes').summary({ scope: 'project:7/issue:3' })).toMatchObject({
    completedAt: 1_000,
    live: 1,
  });
});

const queryOf = (scope: string) => ({
  scope,
  search: '',
  filter: {},
  sort: { by: 'id', direction: 'asc' as const },
  notReturned: 'hide' as const,
});
