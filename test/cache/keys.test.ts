import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Definition } from '#main/cache/derive.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { listReader } from '#main/cache/read/list-reader.ts';
import { textMemory } from '#main/cache/read/text-memory.ts';
import type { ListQuery } from '#shared/contract/collection.ts';
import { createTables, newestCacheVersion } from '#main/cache/schema.ts';
import { writer } from '#main/cache/write/writer.ts';
import { Key } from '#shared/contract/collection.ts';
import { definitionFor, freshFile, openBoth } from './rig.ts';

const sha = '1234567890123456789012345678901234567890';
const twins = ['\u00e9', 'e\u0301'];
/** Each key would equal another one after a conversion that a database or a program could make. */
const keys: readonly Key[] = [
  7,
  '7',
  '007',
  '7.0',
  1000,
  '1e3',
  '1000',
  sha,
  ...twins,
  'A',
  'a',
  ' a',
  'a\0b',
  'x/y.z',
];

const place = { collection: 'branches', scope: 'project:7' };
const detailPlace = { collection: 'branches.detail', scope: 'project:7' };
const anyKey = z.looseObject({ name: Key });
const mixed: Definition = { ...definitionFor('branches'), record: anyKey, leastRecord: anyKey };
const rowOf = (name: Key, more: object = {}) => ({ name, is: `${typeof name} ${name}`, ...more });
const query: ListQuery = {
  scope: null,
  search: '',
  filter: {},
  sort: { by: 'id', direction: 'asc' },
  notReturned: 'show',
};

async function opened(definition = mixed) {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, [definition], () => undefined);
  onTestFinished(() => write.close());
  const read = listReader(db, definition, textMemory());
  const shown = (over: Partial<ListQuery> = {}) =>
    read.window({ ...query, ...over }, { from: 0, count: 200 }, ({ row }) => row['name']).rows;
  /** Returns the outcome of the sync. */
  const sync = (rows: object[], now: number) => {
    write.beginList({ place, estimatedRows: null, now });
    const page = write.putListPage({ place, rows, now });
    return { ...page, ...write.finishSyncRun({ place, now, acceptNotReturned: true }) };
  };
  return { db, write, read, shown, sync };
}

const sorted = (names: readonly unknown[]) => names.map((name) => JSON.stringify(name)).sort();

test('similar keys are different rows: stored, listed, read and refreshed separately', async () => {
  const { db, write, read, shown, sync } = await opened();
  expect(sync([...keys.map((name) => rowOf(name))], 1_000)).toMatchObject({
    rows: keys.length,
    unreadable: 0,
    notReturned: 0,
  });
  expect(sorted(shown())).toEqual(sorted(keys));
  for (const key of keys) {
    expect(read.detail(place.scope, key)?.row).toEqual(rowOf(key));
    write.put({ place: detailPlace, id: key, record: rowOf(key, { protected: true }), by: 'details', now: 2_000 });
    expect(read.detail(place.scope, key)?.detailFetchedAt).toBe(2_000);
    const refreshed = keys.filter((one) => read.detail(place.scope, one)?.row['protected'] === true);
    expect(sorted(refreshed)).toEqual(sorted(keys.slice(0, keys.indexOf(key) + 1)));
  }
  const types = db.prepare('SELECT typeof(id), count(*) FROM documents GROUP BY 1').raw();
  expect(types.all()).toEqual([
    ['integer', 4],
    ['text', 2 * (keys.length - 2)],
  ]);
  expect(read.undetailed({ scope: place.scope, before: 3_000 })).toHaveLength(keys.length);
});

test.each(keys)('one of several similar keys is marked as not returned, and the others are not: %j', async (absent) => {
  const { shown, sync } = await opened();
  sync([...keys.map((name) => rowOf(name))], 1_000);
  const rest = keys.filter((key) => key !== absent).map((name) => rowOf(name));
  expect(sync(rest, 2_000)).toMatchObject({ notReturned: 1, changed: 0 });
  expect(shown({ notReturned: 'only' })).toEqual([absent]);
  expect(sync([...rest, rowOf(absent)], 3_000)).toMatchObject({ notReturned: 0, changed: 1 });
});

test.each(keys)('one of several similar keys is deleted and filtered, and the others are not: %j', async (key) => {
  const { write, shown, sync } = await opened({ ...mixed, sides: { regex: 'server' } });
  sync([...keys.map((name) => rowOf(name))], 1_000);
  write.putFilterIds({ place, filter: { regex: '.' }, ids: [key], now: 1_000 });
  expect(shown({ filter: { regex: '.' } })).toEqual([key]);
  write.markNotReturned({ place, id: key, by: 'details', now: 2_000 });
  expect(shown({ notReturned: 'only' })).toEqual([key]);
});

test('rows move to another scope with their keys', async () => {
  const { write, read, sync } = await opened();
  sync([...keys.map((name) => rowOf(name))], 1_000);
  write.moveScopes({ moves: [{ from: place.scope, to: 'project:8' }] });
  for (const key of keys) expect(read.detail('project:8', key)?.row).toEqual(rowOf(key));
});

test('a different row with the same key counts as unreadable, and the first one is kept', async () => {
  const { read, sync } = await opened();
  const rows = [rowOf('main', { merged: false }), rowOf('main', { merged: true }), rowOf('main', { merged: false })];
  expect(sync(rows, 1_000)).toMatchObject({ unreadable: 1 });
  expect(read.detail(place.scope, 'main')?.row).toMatchObject({ merged: false });
});

test.each([[null], [''], [1.5], [true], [2 ** 53], ['\ud800']])(
  'a row whose key is no whole number and no text is unreadable: %j',
  async (name) => {
    const { shown, sync } = await opened({ ...mixed, record: z.looseObject({}), leastRecord: z.looseObject({}) });
    expect(sync([{ name }], 1_000)).toMatchObject({ rows: 0, unreadable: 1 });
    expect(shown()).toEqual([]);
  },
);

/** The tables of version 0, in which every key was an integer. */
const version0 = `
  CREATE TABLE documents (
    collection TEXT NOT NULL, scope TEXT NOT NULL, id INTEGER NOT NULL,
    hash TEXT NOT NULL, fetched_at INTEGER NOT NULL, gone_at INTEGER, doc TEXT NOT NULL,
    PRIMARY KEY (collection, scope, id)
  );
  CREATE TABLE passes (
    collection TEXT NOT NULL, scope TEXT NOT NULL, started_at INTEGER NOT NULL, is_first INTEGER NOT NULL,
    resumed INTEGER NOT NULL, estimated_rows INTEGER, unreadable INTEGER NOT NULL, finished_at INTEGER
  );
  CREATE TABLE crawls (
    collection TEXT NOT NULL, scope TEXT NOT NULL, window TEXT NOT NULL, position INTEGER NOT NULL,
    span_from TEXT, span_to TEXT, id_from INTEGER, id_to INTEGER, direction TEXT,
    cursor TEXT, rows INTEGER NOT NULL, unreadable INTEGER NOT NULL, finished_at INTEGER,
    PRIMARY KEY (collection, scope, window)
  ) WITHOUT ROWID;
  CREATE TABLE missing (
    collection TEXT NOT NULL, scope TEXT NOT NULL, id INTEGER NOT NULL, window TEXT NOT NULL,
    PRIMARY KEY (collection, scope, id, window)
  ) WITHOUT ROWID;
  CREATE TABLE seen (
    collection TEXT NOT NULL, scope TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (collection, scope, id)
  ) WITHOUT ROWID;
  CREATE TABLE filter_ids (
    collection TEXT NOT NULL, scope TEXT NOT NULL, key TEXT NOT NULL, fetched_at INTEGER NOT NULL, ids TEXT NOT NULL,
    PRIMARY KEY (collection, scope, key)
  );
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE commits (key INTEGER PRIMARY KEY, scope TEXT NOT NULL, id INTEGER NOT NULL, is_gone INTEGER NOT NULL,
    committed_date INTEGER, UNIQUE (scope, id));
  INSERT INTO meta VALUES ('derived:commits', 'of version 0');`;

const shas = ['f'.repeat(40), sha, 'a'.repeat(40)];

function writeVersion0(db: Database.Database): void {
  db.exec(version0);
  const add = db.prepare(`INSERT INTO documents VALUES (?, ?, ?, 'hash', 5, ?, ?)`);
  add.run('branches', 'project:7', 111, null, JSON.stringify({ name: 'main' }));
  add.run('branches.detail', 'project:7', 111, null, JSON.stringify({ name: 'main', protected: true }));
  add.run('branches', 'project:7', 222, 9, JSON.stringify({ name: '007' }));
  add.run('branches', 'project:7', 333, null, JSON.stringify({ merged: true }));
  for (const [at, id] of shas.entries()) {
    add.run('commits', 'project:7', 10 - at, null, JSON.stringify({ id, committed_date: '2026-01-01T00:00:00Z' }));
    db.prepare('INSERT INTO commits VALUES (?, ?, ?, 0, 1)').run(at + 1, 'project:7', 10 - at);
  }
  add.run('users', '', 3, null, JSON.stringify({ id: 3, username: 'ada' }));
  add.run('runners', 'group:2', 4, null, JSON.stringify({ id: 4, description: 'four' }));
  const seen = db.prepare(`INSERT INTO seen VALUES (?, ?, ?)`);
  for (const id of [111, 222, 999]) seen.run('branches', 'project:7', id);
  seen.run('runners', 'group:2', 4);
  db.exec(`INSERT INTO missing VALUES ('users', '', 3, '/')`);
  db.exec(`INSERT INTO filter_ids VALUES ('users', '', '{"two_factor":"enabled"}', 5, '[3]')`);
}

test('a cache of version 0 is migrated from its own records: hashes become names, and numbers stay numbers', () => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  writeVersion0(db);
  createTables(db);
  expect(db.pragma('user_version', { simple: true })).toBe(newestCacheVersion);
  const rows = db.prepare(
    `SELECT collection || ' ' || typeof(id) || ' ' || id FROM documents WHERE collection <> 'commits' ORDER BY rowid`,
  );
  expect(rows.pluck().all()).toEqual([
    'branches text main',
    'branches.detail text main',
    'branches text 007',
    'users integer 3',
    'runners integer 4',
  ]);
  expect(db.prepare('SELECT fetched_at, gone_at FROM documents WHERE id = ?').raw().get('007')).toEqual([5, 9]);
  expect(db.prepare('SELECT collection, id FROM seen').raw().all()).toEqual([
    ['branches', '007'],
    ['branches', 'main'],
    ['runners', 4],
  ]);
  expect(db.prepare('SELECT typeof(id) FROM missing').pluck().all()).toEqual(['integer']);
  expect(db.prepare('SELECT ids FROM filter_ids').pluck().all()).toEqual(['[3]']);
  const before = db.serialize();
  createTables(db);
  expect(db.serialize().equals(before)).toBe(true);
});

test('the rows of a migrated cache keep their order, and a sync finds them unchanged', async () => {
  const file = await freshFile();
  const old = openCache(file, 'write');
  writeVersion0(old);
  old.close();
  const { store, reader } = await openBoth(file);
  const commits = reader.lists('commits');
  const byDate = { ...query, sort: { by: 'committed_date', direction: 'asc' as const } };
  const { rows } = await commits.list({ query: byDate, slice: { from: 0, count: 10 } });
  expect(rows.map(({ row }) => row.id)).toEqual(shas);
  const at = { collection: 'commits', scope: 'project:7' };
  await store.beginList({ place: at, estimatedRows: null, now: 10 });
  const sent = shas.map((id) => ({ id, committed_date: '2026-01-01T00:00:00Z' }));
  expect(await store.putListPage({ place: at, rows: sent, now: 10 })).toMatchObject({ rows: 3, changed: 0 });
  expect(await store.finishSyncRun({ place: at, now: 10 })).toMatchObject({ notReturned: 0, live: 3 });
  const branch = await reader.lists('branches').detail({ scope: 'project:7', id: 'main' });
  expect(branch?.row).toEqual({ name: 'main', protected: true });
});

test('a cache of a newer version is refused', () => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  createTables(db);
  db.pragma(`user_version=${newestCacheVersion + 10}`);
  expect(() => createTables(db)).toThrow(expect.objectContaining({ code: 'conflict' }));
});
