import { expect, test } from 'vitest';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { mostOfRow } from '#main/cache/row-size.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { runSync, detailPlace, freshFile, listOf, openBoth, queryOf, usersPlace } from '../rig.ts';
import { user, usersBetween, type Row } from '../rows.ts';

const megabyte = 1_100_000;
const tooLarge = mostOfRow.characters;
const withNote =
  (characters: number) =>
  (id: number): Row =>
    user(id, { note: 'x'.repeat(characters) });
const manyFields = (id: number, count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${id}_${at}`, at]));
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

test('a row that is too large is left out and counted, and does not count as deleted', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 4)] }]);
  await runSync(store, [{ pages: [[user(1), withNote(tooLarge)(2), user(3, manyFields(3, 1_001)), user(4)]] }], {
    now: 2_000,
  });
  expect(await reader.lists('users').summary({ scope: '' })).toMatchObject({ live: 4, notReturned: 0, unreadable: 2 });
  const { rows } = await listOf(reader);
  expect(rows.map(({ row }) => row.note)).toEqual([undefined, undefined, undefined, undefined]);
});

test('a single record that is too large is refused', async () => {
  const { store, reader } = await openBoth();
  await expect(
    store.put({ place: detailPlace, id: 1, record: withNote(tooLarge)(1), by: 'details', now: 1_000 }),
  ).rejects.toMatchObject({
    code: 'remote',
    reason: 'unreadable-reply',
  });
  expect(await reader.lists('users').detail({ scope: '', id: 1 })).toBeNull();
});

test('a runner with 4,000 projects is stored completely', async () => {
  const { store, reader } = await openBoth();
  const projects = Array.from({ length: 4_000 }, (_, at) => ({
    id: at,
    name: `project ${at}`,
    name_with_namespace: `Company / Platform / project ${at}`,
    path: `project-${at}`,
    path_with_namespace: `company/platform/project-${at}`,
  }));
  await store.put({
    place: { collection: 'runners.detail', scope: '' },
    id: 7,
    record: { id: 7, projects },
    by: 'details',
    now: 1_000,
  });
  expect(await reader.lists('runners').detail({ scope: '', id: 7 })).toMatchObject({ row: { projects } });
});

test('a window of large rows shows each of them, with long texts cut', async () => {
  const { store, reader } = await openBoth();
  const rows = usersBetween(1, 60, withNote(200_000));
  await runSync(store, [{ pages: [rows.slice(0, 30), rows.slice(30)] }]);
  const window = await listOf(reader, { sort: { by: 'id', direction: 'asc' } });
  expect(window.rows.map(({ row }) => row.id)).toEqual(rows.map(({ id }) => id));
  expect(window.rows[59]?.row).toMatchObject({ username: 'user-60', email: 'user-60@mail.example' });
  expect(window.rows[59]?.row.note).toMatch(/^x+…$/);
  expect(window.rows.map(({ row, isCut }) => isCut === true || row.note === rows[0]?.note)).not.toContain(false);
  expect(window.rows[0]).not.toHaveProperty('isCut');
  expect(window.rows[59]?.isCut).toBe(true);
  expect(sizeOf(window)).toBeLessThan(1.1 * megabyte);
  expect((await reader.lists('users').detail({ scope: '', id: 60 }))?.row).toEqual(rows[59]);
});

test('a few large rows in a window are not cut', async () => {
  const { store, reader } = await openBoth();
  const rows = usersBetween(1, 100, (id) => (id % 40 === 0 ? withNote(200_000)(id) : user(id)));
  await runSync(store, [{ pages: [rows] }]);
  const window = await listOf(reader, { sort: { by: 'id', direction: 'asc' } });
  expect(window.rows.map(({ row }) => row)).toEqual(rows);
  expect(window.rows.filter(({ isCut }) => isCut === true)).toEqual([]);
});

test('a window of rows with many different undocumented fields leaves these fields out, and marks the rows', async () => {
  const { store, reader } = await openBoth();
  const rows = usersBetween(1, 60, (id) => user(id, manyFields(id, 900)));
  await runSync(store, [{ pages: [rows] }]);
  const window = await listOf(reader, { sort: { by: 'id', direction: 'asc' } });
  expect(window.rows.map(({ row }) => row.name)).toEqual(rows.map(({ name }) => name));
  const names = new Set(window.rows.flatMap(({ row }) => Object.keys(row)));
  expect(names.size).toBeLessThan(10_100);
  for (const { row, isCut } of window.rows) expect(isCut === true).toBe(Object.keys(row).length < 900);
});

test('a stream of large rows is complete, and none of its pieces is too large', async () => {
  const { store, reader } = await openBoth();
  const rows = usersBetween(1, 30, withNote(400_000));
  await runSync(store, [{ pages: [rows.slice(0, 15), rows.slice(15)] }]);
  const query = queryOf({ sort: { by: 'id', direction: 'asc' } });
  const pieces = [];
  for await (const piece of reader.lists('users').rows({ kind: 'all', query, except: [] })) pieces.push(piece);
  expect(pieces.flat().map(({ row }) => row)).toEqual(rows);
  expect(Math.max(...pieces.map(sizeOf))).toBeLessThan(2.7 * megabyte);
});

test('a row of an earlier version that is larger than the maximum result is cut in every query', async () => {
  const file = await freshFile();
  await withLargeRecord(file);
  const { reader } = await openBoth(file);
  const { rows } = await listOf(reader);
  expect(rows.map(({ row }) => row.id)).toEqual([1, 2]);
  const detail = await reader.lists('users').detail({ scope: '', id: 2 });
  expect(detail?.row).toMatchObject({ id: 2, username: 'user-2' });
  const pieces = [];
  for await (const piece of reader.lists('users').rows({ kind: 'ids', ids: [1, 2] })) pieces.push(piece);
  expect(pieces.flat().map(({ row }) => row.id)).toEqual([1, 2]);
  for (const answer of [rows, detail, ...pieces]) expect(sizeOf(answer)).toBeLessThan(2.7 * megabyte);
});

test('references to projects with unrealistically long names are ignored', async () => {
  const { store } = await openBoth();
  const references: unknown[] = [];
  store.onReferences((named) => void references.push(...named));
  const long = 'x'.repeat(1_001);
  const projects = [
    { id: 7, name: 'Core', path_with_namespace: `acme/${long}` },
    { id: 8, name: long, path_with_namespace: 'acme/web' },
    { id: 9, name: 'Docs', path_with_namespace: 'acme/docs' },
  ];
  await store.put({
    place: { collection: 'runners.detail', scope: '' },
    id: 1,
    record: { id: 1, projects },
    by: 'details',
    now: 1_000,
  });
  await expect.poll(() => references).toMatchObject([{ id: 9, path: 'acme/docs' }]);
});

test('a summary counts the most frequent values only, and cuts long ones', async () => {
  const { store, reader } = await openBoth();
  const others = Array.from({ length: 150 }, (_, at) => user(100 + at, { state: `state ${at}` }));
  const long = [user(1, { state: 'y'.repeat(900_000) }), user(2, { state: 'y'.repeat(900_000) })];
  await runSync(store, [{ pages: [[...long, ...others, user(500), user(501), user(502)]] }]);
  const { counts } = await reader.lists('users').summary({ scope: '' });
  expect(counts['state']).toMatchObject({ active: 3, [`${'y'.repeat(100)}…`]: 2 });
  expect(Object.keys(counts['state'] ?? {})).toHaveLength(100);
});

/** Change the second user of the cache: more fields and longer texts than a record may have today. */
async function withLargeRecord(file: CacheFile): Promise<void> {
  const { store } = await openBoth(file);
  await runSync(store, [{ pages: [usersBetween(1, 2)] }]);
  const db = openCache(file, 'write');
  const doc = JSON.stringify(user(2, { ...manyFields(2, 50_000), note: 'x'.repeat(15 * megabyte) }));
  db.prepare('UPDATE documents SET doc = ? WHERE collection = ? AND id = 2').run(doc, usersPlace.collection);
  db.close();
}
