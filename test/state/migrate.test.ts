import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, versionOf } from '#main/state/files/database.ts';
import { migrate, newestVersion, refuseNewer } from '#main/state/open/migrate.ts';
import { migrations } from '#main/state/migrations/all.ts';
import { tempFolder } from './data-folders.ts';

function emptyDatabase() {
  const db = openDatabase(join(tempFolder(), 'a.db'), randomBytes(32).toString('hex'));
  onTestFinished(() => void db.close());
  return db;
}
const one = { id: 10, name: 'one', sql: 'CREATE TABLE one (a TEXT) STRICT' };
const two = { id: 20, name: 'two', sql: 'CREATE TABLE two (a TEXT) STRICT' };

test('the IDs of migrations are multiples of ten, increase and are unique', () => {
  const ids = migrations.map(({ id }) => id);
  expect(ids.filter((id) => id % 10 !== 0)).toEqual([]);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(newestVersion).toBe(ids.at(-1));
});

test('`before` runs once for an older database, and not for a new one', () => {
  const db = emptyDatabase();
  const seen: number[] = [];
  const before = () => void seen.push(versionOf(db));
  migrate(db, { before }, [one]);
  expect(seen).toEqual([]);
  migrate(db, { before }, [one, two, { id: 30, name: 'three', sql: 'CREATE TABLE three (a TEXT) STRICT' }]);
  expect(seen).toEqual([10]);
  migrate(db, { before }, [one, two, { id: 30, name: 'three', sql: 'CREATE TABLE three (a TEXT) STRICT' }]);
  expect(seen).toEqual([10]);
});

test('a failing migration is rolled back completely, and earlier ones stay', () => {
  const db = emptyDatabase();
  const broken = { id: 20, name: 'broken', sql: 'CREATE TABLE half (a TEXT) STRICT; INSERT INTO nowhere VALUES (1);' };
  const run = () => migrate(db, { before: () => undefined }, [one, broken]);
  expect(run).toThrow(/migration 20 \(broken\) failed: no such table/);
  expect(versionOf(db)).toBe(10);
  const tables = db.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
  expect(tables).toEqual(['one']);
});

test('an older or equal version is accepted, and a newer one is refused', () => {
  refuseNewer('state.db', 0, 20);
  refuseNewer('state.db', 20, 20);
  expect(() => refuseNewer('state.db', 30, 20)).toThrow(expect.objectContaining({ code: 'conflict' }));
});
