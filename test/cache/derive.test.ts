import { expect, onTestFinished, test } from 'vitest';
import type { Definition } from '#main/cache/derive.ts';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { writer } from '#main/cache/write/writer.ts';
import {
  buildIndexes,
  definitionFor,
  detailPlace,
  freshFile,
  idsOf,
  openBoth,
  openSpan,
  storedTexts,
  usersPlace as place,
} from './rig.ts';
import { pageOf, user, usersBetween } from './rows.ts';

const users = definitionFor('users');

/**
 * The definition of another version of Reeve: it also searches biographies, in a full-text index, sorts by location, and
 * has no states.
 */
const { state: _, ...columns } = users.columns;
const later: Definition = {
  ...users,
  columns: { ...columns, location: { field: 'location', as: 'normal' } },
  searched: [...users.searched, 'bio'],
  hasLongTexts: true,
  leastIndexedBytes: 0,
  indexes: [['name'], ['location']],
};

function openWith(file: CacheFile, definition: Definition) {
  const db = openCache(file, 'write');
  const write = writer(db, [definition], () => undefined);
  onTestFinished(() => {
    if (db.open) write.close();
  });
  const column = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .all(...values);
  return { db, write, column };
}

async function crawledFile(isFinished: boolean): Promise<CacheFile> {
  const file = await freshFile();
  const { write } = openWith(file, users);
  write.beginSyncRun({ place, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now: 1 });
  const rows = usersBetween(1, 30).map((row) => ({ ...row, location: `City ${row.id}`, bio: `likes ${row.id}` }));
  write.putPage({ place, windowKey: '/', body: pageOf(rows), cursor: null, isLast: true, now: 1 });
  if (isFinished) write.finishSyncRun({ place, now: 1 });
  write.markNotReturned({ place, id: 5, by: 'details', now: 2 });
  write.put({ place: detailPlace, id: 6, record: user(6, { bio: 'knows Lisp' }), by: 'details', now: 3 });
  write.close();
  return file;
}

test('a changed definition rebuilds all derived tables from the records', async () => {
  const file = await crawledFile(true);
  const { db, write, column } = openWith(file, later);
  expect(column('SELECT count(*) FROM users')).toEqual([30]);
  expect(column('SELECT id FROM users WHERE is_gone = 1')).toEqual([5]);
  expect(column(`SELECT location FROM users WHERE id = 7`)).toEqual(['city 7']);
  buildIndexes(write);
  expect(column(`SELECT rowid FROM users_fts WHERE users_fts MATCH '"lisp"'`)).toEqual([6]);
  expect(
    column(`SELECT name FROM pragma_index_list('users') WHERE name NOT LIKE '%_unexpected' ORDER BY name`),
  ).toEqual(['users_by_location', 'users_by_name']);
  expect(column(`SELECT count(*) FROM pragma_table_info('users') WHERE name = 'state'`)).toEqual([0]);
  db.exec(`INSERT INTO users_fts (users_fts, rank) VALUES ('integrity-check', 1)`);
  expect(write.put({ place, id: 7, record: user(7, { name: 'Later' }), by: 'details', now: 9 })).toEqual({
    changed: true,
  });
  expect(column(`SELECT rowid FROM users_fts WHERE users_fts MATCH '"later"'`)).toEqual([7]);
  write.close();

  const { reader } = await openBoth(file);
  expect(await idsOf(reader, { search: 'later' })).toEqual([7]);
  expect(await idsOf(reader, { filter: { active: true } })).toHaveLength(29);
});

test('if the texts of a collection are no longer long, its full-text index is dropped', async () => {
  const file = await crawledFile(true);
  const before = openWith(file, later);
  buildIndexes(before.write);
  before.write.close();
  const { db, column } = openWith(file, users);
  expect(column(`SELECT name FROM sqlite_schema WHERE name LIKE 'users%' AND type = 'table'`)).toEqual([
    'users',
    'users_texts',
  ]);
  expect(storedTexts(db, 'users').get(7)).toBe('person 7\nuser-7@mail.example');
});

test('an unchanged definition does not rebuild the derived tables', async () => {
  const file = await crawledFile(true);
  const first = openWith(file, users);
  first.db.exec(`UPDATE users SET name = 'marked' WHERE id = 9`);
  first.write.close();
  expect(openWith(file, users).column('SELECT name FROM users WHERE id = 9')).toEqual(['marked']);
});

test('if the definition changes during a first sync, the indexes are still built after its end', async () => {
  const file = await crawledFile(false);
  const { write, column } = openWith(file, later);
  const indexes = `SELECT count(*) FROM pragma_index_list('users') WHERE name NOT LIKE '%_unexpected'`;
  expect(column(indexes)).toEqual([0]);
  expect(write.resumeSyncRun({ place })).toMatchObject({ isFirst: true });
  expect(write.finishSyncRun({ place, now: 4 })).toMatchObject({ live: 29 });
  expect(column(indexes)).toEqual([0]);
  buildIndexes(write);
  expect(column(indexes)).toEqual([2]);
  expect(column(`SELECT rowid FROM users_fts WHERE users_fts MATCH '"lisp"'`)).toEqual([6]);
});

test('fields of an unexpected type have no value in the narrow table, and the row is stored', async () => {
  const { write, column } = openWith(await freshFile(), users);
  const odd = user(1, {
    identities: [null, 'x', { provider: 3 }],
    email: '',
    last_activity_on: 'never',
    is_admin: null,
  });
  write.put({ place, id: 1, record: { ...odd, identities: null, ['__proto__x']: 1 }, by: 'details', now: 1 });
  expect(column('SELECT count(*) FROM users WHERE email IS NULL AND last_activity_on IS NULL')).toEqual([1]);
  expect(column('SELECT is_admin FROM users')).toEqual([null]);
});
