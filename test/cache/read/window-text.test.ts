import { expect, test } from 'vitest';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { openCache } from '#main/cache/open-cache.ts';
import type { CacheReader } from '#main/cache/store-api.ts';
import type { ListQuery } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { detailPlace, openBoth, queryOf, runSync, usersPlace } from '../rig.ts';
import { paged, user, usersBetween } from '../rows.ts';

const byId = { by: 'id', direction: 'asc' } as const;
const all = queryOf({ sort: byId, notReturned: 'show' });

/** JSON texts of records that look different, or have other values, when they are parsed and written again. */
const oddTexts = {
  'white space': '{\n  "id" : 1,\t"bio" : [ ] ,\r\n "note":"a" }',
  'fields twice': '{"id":1,"note":"a","id":1,"note":"b","bio":null}',
  'names of the prototype': '{"id":1,"__proto__":{"admin":true},"constructor":1,"more":[{"__proto__":null}]}',
  'names that are numbers': '{"b":1,"2":2,"id":1,"1":1}',
  unicode: '{"id":1,"note":"ł 日本 😀 \\u0000 \\ud83d\\ude00 \u2028\u2029 \ufeff","имя":"é e\u0301"}',
  'lone surrogates': '{"id":1,"note":"\\ud800","\\udfff":"a\\udc00b"}',
  'large numbers': '{"id":1,"a":12345678901234567890,"b":1e308,"c":5e-324,"d":0.1e-7,"e":-1.5E+10}',
  'numbers that are too large': '{"id":1,"a":1e400,"b":[-1E+999,1e0400],"c":0.1e310}',
  'a number of many digits': `{"id":1,"a":[${'9'.repeat(400)}]}`,
  'minus zero': '{"id":1,"a":-0,"b":[-0,0,-0.0],"c":[1,-0],"d": -0e5,"e":-0.5}',
  'texts that look like JSON': '{"id":1,"note":"{\\"a\\": -0, 1e400, \\\\","bio":"]}","location":"\\"row\\":1,"}',
  'a date': '{"id":1,"created_at":"2015-03-06T06:02:41Z","last_activity_on":"2018-10-08"}',
  'deep nesting': `{"id":1,"a":${'['.repeat(98)}${']'.repeat(98)}}`,
  'only an id': '{"id":1}',
};

/** Replace the stored text of a user. */
function store(file: CacheFile, id: number, doc: string | Uint8Array): void {
  const db = openCache(file, 'write');
  const replace = db.prepare('UPDATE documents SET doc = CAST(? AS TEXT) WHERE collection = ? AND id = ?');
  expect(replace.run(doc, usersPlace.collection, id).changes).toBe(1);
  db.close();
}

/** The window as text, after it was compared with the window of parsed rows as a wire sends it. */
async function compared(reader: CacheReader, query: ListQuery = all, collection: CollectionName = 'users') {
  const asked = { query, slice: { from: 0, count: 200 } };
  const text = (await reader.lists(collection).listText(asked)).join('');
  const { queryMs, ...received } = JSON.parse(text) as Awaited<ReturnType<ReturnType<CacheReader['lists']>['list']>>;
  const list = JSON.stringify(await reader.lists(collection).list(asked));
  const { queryMs: _, ...expected } = JSON.parse(list) as typeof received & { queryMs: number };
  expect(queryMs).toBeGreaterThan(0);
  expect(received).toStrictEqual(expected);
  // The order of fields, and fields that a comparison of objects ignores
  expect(JSON.stringify(received.rows)).toBe(JSON.stringify(expected.rows));
  return { text, rows: received.rows };
}

test.each(Object.entries(oddTexts))('a row with %s reaches the window like one that is parsed', async (_, doc) => {
  const { store: writer, reader, file } = await openBoth();
  await runSync(writer, [{ pages: [usersBetween(1, 3)] }]);
  store(file, 1, doc);
  expect((await compared(reader)).rows).toHaveLength(3);
});

test('bytes that are not UTF-8 reach the window as replacement characters', async () => {
  const { store: writer, reader, file } = await openBoth();
  await runSync(writer, [{ pages: [usersBetween(1, 2)] }]);
  const bytes = Buffer.from('{"id":1,"note":"a\xff\xe2\x82 \xed\xa0\x80 \xf0\x9f\x98 \xc0\xafz"}', 'latin1');
  store(file, 1, bytes);
  const { rows } = await compared(reader);
  expect(rows[0]?.row).toEqual(JSON.parse(new TextDecoder().decode(bytes)));
});

test('the stored text of a small row is not written again', async () => {
  const { store: writer, reader, file } = await openBoth();
  await runSync(writer, [{ pages: [usersBetween(1, 2)] }]);
  store(file, 1, oddTexts['white space']);
  expect((await compared(reader)).text).toContain(oddTexts['white space']);
});

test('details, deleted rows and rows that were not returned are the same', async () => {
  const { store: writer, reader } = await openBoth();
  const rows = usersBetween(1, 12);
  await runSync(writer, [{ pages: [rows] }]);
  await writer.put({ place: detailPlace, id: 99, record: user(99), by: 'details', now: 1_500 });
  await runSync(writer, [{ pages: [rows.filter(({ id }) => id !== 4)] }], { now: 2_000 });
  // The details of 2 are newer than its list, those of 3 are older
  for (const [id, now] of [
    [2, 2_500],
    [3, 500],
  ] as const)
    await writer.put({
      place: detailPlace,
      id,
      record: user(id, { name: `of ${id}`, theme_id: 1 }),
      by: 'details',
      now,
    });
  await writer.markDeleted({ place: usersPlace, id: 5, now: 3_000 });
  const received = await compared(reader);
  const state = (id: number) => received.rows.find(({ row }) => row['id'] === id);
  expect(state(2)?.row).toMatchObject({ name: 'of 2', theme_id: 1 });
  expect(state(3)?.row).toMatchObject({ name: 'Person 3', theme_id: 1 });
  expect(state(2)).toMatchObject({ fetchedAt: 2_500 });
  expect(state(2)).not.toHaveProperty('detailFetchedAt');
  expect(state(3)).toMatchObject({ fetchedAt: 2_000, detailFetchedAt: 500 });
  expect(state(4)).toMatchObject({ notReturnedSince: 2_000 });
  expect(state(5)).toMatchObject({ deletedAt: 3_000 });
  await compared(reader, queryOf({ sort: byId, notReturned: 'only' }));
  await compared(reader, queryOf({ search: 'no such user' }));
});

test('rows that are stored once have the age of the syncs that return them', async () => {
  const { store: writer, reader } = await openBoth();
  const references = { short: '#1', relative: '#1', full: 'acme/web#1' };
  const issue = (id: number) => ({ id, iid: id, project_id: 7, title: 'a', state: 'opened', references });
  for (const [scope, now, ids] of [
    ['group:2', 1_000, [1, 2]],
    ['', 2_000, [2, 3]],
  ] as const) {
    const place = { collection: 'issues', scope };
    await writer.beginList({ place, estimatedRows: null, now });
    await writer.putListPage({ place, rows: ids.map(issue), now });
    await writer.finishSyncRun({ place, now });
  }
  const query = { ...all, scope: null, filter: {} };
  const { rows } = await compared(reader, query, 'issues');
  expect(rows.map(({ scope, fetchedAt }) => [scope, fetchedAt])).toEqual([
    ['project:7', 1_000],
    ['project:7', 2_000],
    ['project:7', 2_000],
  ]);
});

test.each([
  ['long texts', (id: number) => user(id, { note: 'x'.repeat(200_000) })],
  ['many values', (id: number) => user(id, { list: Array.from({ length: 20_000 }, () => 0) })],
  [
    'many names',
    (id: number) => user(id, Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`f${id}_${at}`, at]))),
  ],
])('rows with %s are cut in the same way', async (_, make) => {
  const { store: writer, reader } = await openBoth();
  const rows = usersBetween(1, 30, (id) => (id === 1 ? user(1) : make(id)));
  await runSync(writer, [{ pages: paged(rows, 4) }]);
  const { rows: received } = await compared(reader);
  expect(received[0]).not.toHaveProperty('isCut');
  expect(received.at(-1)?.isCut).toBe(true);
});
