import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { indexesOf } from '#main/cache/derive.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { collectionReader } from '#main/cache/read/collection-reader.ts';
import { listReader } from '#main/cache/read/list-reader.ts';
import { textMemory } from '#main/cache/read/text-memory.ts';
import { serveStore } from '#main/cache/worker/serve-store.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { writer } from '#main/cache/write/writer.ts';
import type { ListQuery } from '#shared/contract/collection.ts';
import { sameThread } from '../../helpers/same-thread.ts';
import { buildIndexes, definitionFor, freshFile, openBoth, openSpan, runSync, usersPlace } from '../rig.ts';
import { pageOf, user, usersBetween } from '../rows.ts';

const users = definitionFor('users');
const issues = { ...definitionFor('issues'), leastIndexedBytes: 0 };
const issuesPlace = { collection: 'issues', scope: 'group:2' };
const issue = (id: number, over: object = {}) => ({
  id,
  iid: id,
  project_id: 7 + (id % 3),
  title: `${id % 4 === 0 ? 'Fix' : 'Add'} ${String((id * 7_919) % 1_000)}`,
  description: `Text ${id % 50} ${'with many words '.repeat(id % 20)}`,
  state: id % 5 === 0 ? 'closed' : 'opened',
  created_at: new Date(1_600_000_000_000 + id * 1_000).toISOString(),
  ...over,
});

async function openSynced() {
  const file = await freshFile();
  const db = openCache(file, 'write');
  const write = writer(db, [users, issues], () => undefined);
  onTestFinished(() => write.close());
  write.beginSyncRun({ place: usersPlace, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now: 1 });
  const rows = usersBetween(1, 600).map((row) => ({ ...row, state: row.id % 7 === 0 ? 'blocked' : 'active' }));
  write.putPage({ place: usersPlace, windowKey: '/', body: pageOf(rows), cursor: null, isLast: true, now: 1 });
  write.finishSyncRun({ place: usersPlace, now: 1 });
  write.beginList({ place: issuesPlace, estimatedRows: null, now: 1 });
  write.putListPage({ place: issuesPlace, rows: Array.from({ length: 700 }, (_, at) => issue(at + 1)), now: 1 });
  write.finishSyncRun({ place: issuesPlace, now: 1 });
  return { db, write, file };
}

const indexNames = `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('users', 'issues') AND name NOT LIKE '%_unexpected' ORDER BY name`;
const complete = (collections = [users, issues]) =>
  [...collections.flatMap(indexesOf).map(({ name }) => name), 'issues_by_path'].toSorted();

const queries: [string, Partial<ListQuery>][] = [
  ...['', '7', 'person 1', 'zzz'].flatMap((search): [string, Partial<ListQuery>][] => [
    ['users', { search, scope: '' }],
    ['users', { search, scope: '', filter: { blocked: true }, sort: { by: 'email', direction: 'desc' } }],
  ]),
  ...['', 'fix', 'many words', 'te', 'add 7', 'changed', 'zzz'].flatMap((search): [string, Partial<ListQuery>][] => [
    ['issues', { search }],
    ['issues', { search, scope: 'project:7', filter: { state: 'opened' } }],
    ['issues', { search, scope: 'group:2', sort: { by: 'created_at', direction: 'desc' }, notReturned: 'show' }],
  ]),
];

test('every query returns the same rows with none, some or all of the indexes', async () => {
  const { db, write, file } = await openSynced();
  /** A new reader for each state, so that no list is known from the state before. */
  const results = () => {
    const connection = openCache(file, 'read');
    const read = collectionReader(connection);
    const found = queries.map(([collection, over]) => {
      const query: ListQuery = {
        ...{ scope: null, search: '', filter: {}, sort: { by: 'id', direction: 'asc' }, notReturned: 'hide' },
        ...over,
      };
      return read.ids({ collection, query, from: 0, count: 5_000 });
    });
    connection.close();
    return found;
  };
  let steps = 0;
  let expected = results();
  expect(expected.filter((ids) => ids.length > 0).length).toBeGreaterThan(20);
  while (write.buildNextIndex()) {
    steps += 1;
    expect(results()).toEqual(expected);
    // Rows below and above the part of the full-text index that exists
    for (const id of [steps, 100 * (steps % 7) + steps, 701 + (steps % 9)]) {
      write.put({
        place: issuesPlace,
        id,
        record: issue(id, { title: `Changed ${steps}` }),
        by: 'details',
        now: 10 + steps,
      });
    }
    write.markNotReturned({ place: issuesPlace, id: 650 - steps, by: 'details', now: 10 + steps });
    expected = results();
  }
  expect(steps).toBeGreaterThan(complete().length);
  expect(db.prepare(indexNames).pluck().all()).toEqual(complete());
  db.exec(`INSERT INTO issues_fts (issues_fts, rank) VALUES ('integrity-check', 1)`);
});

test('a step that fails is rolled back, and building continues with it', async () => {
  const { db, write } = await openSynced();
  db.exec(
    `CREATE TEMP TRIGGER refuse BEFORE INSERT ON meta WHEN new.name = 'indexed-texts:issues' AND new.value > '0'
     BEGIN SELECT raise(ABORT, 'full'); END`,
  );
  expect(() => buildIndexes(write)).toThrow(/full/);
  write.put({ place: issuesPlace, id: 3, record: issue(3, { title: 'Changed' }), by: 'details', now: 10 });
  db.exec('DROP TRIGGER refuse');
  buildIndexes(write);
  expect(db.prepare(indexNames).pluck().all()).toEqual(complete());
  db.exec(`INSERT INTO issues_fts (issues_fts, rank) VALUES ('integrity-check', 1)`);
  const hits = db.prepare(`SELECT rowid FROM issues_fts WHERE issues_fts MATCH '"changed"'`).pluck().all();
  expect(hits).toHaveLength(1);
});

test('long texts get a full-text index at the end of the sync in which they become large', async () => {
  const { file, queryIssues, sync } = await openSmall();
  sync(1, 300);
  expect(fullTextIndexes(file)).toEqual([]);
  expect(queryIssues('many')).toHaveLength(285);
  sync(301, 310);
  expect(fullTextIndexes(file)).toEqual([]);
  expect(queryIssues('many add')).toEqual(expect.arrayContaining([301, 302, 303, 305]));
  sync(311, 700);
  expect(fullTextIndexes(file)).toEqual(['issues_fts']);
  expect(queryIssues('many')).toHaveLength(665);
  sync(701, 710);
  expect(queryIssues('many')).toHaveLength(675);
});

function fullTextIndexes(file: CacheFile): unknown[] {
  const db = openCache(file, 'read');
  const names = db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'issues_fts'`).pluck().all();
  db.close();
  return names;
}

/** Issues with a full-text index from 100 KB on. No texts fit into the memory of `queryIssues`. */
async function openSmall() {
  const file = await freshFile();
  const small = { ...issues, leastIndexedBytes: 100_000 };
  const write = writer(openCache(file, 'write'), [small], () => undefined);
  onTestFinished(() => write.close());
  return {
    file,
    sync: (from: number, to: number) => {
      write.beginList({ place: issuesPlace, estimatedRows: null, now: from });
      const rows = Array.from({ length: to - from + 1 }, (_, at) => issue(from + at));
      write.putListPage({ place: issuesPlace, rows, now: from });
      write.finishSyncRun({ place: issuesPlace, now: from, isPartial: true });
      buildIndexes(write);
    },
    queryIssues: (search: string) => {
      const db = openCache(file, 'read');
      const reader = listReader(db, small, textMemory(1_000));
      const query = { scope: null, filter: {}, sort: { by: 'id', direction: 'asc' }, notReturned: 'hide' } as const;
      const ids = reader.ids({ query: { ...query, search }, from: 0, count: 5_000 });
      db.close();
      return ids;
    },
  };
}

/** The names of the indexes, as another connection sees them. */
function indexesIn(file: CacheFile, collection: string): unknown[] {
  const db = openCache(file, 'read');
  try {
    return db
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ? AND name NOT LIKE '%_unexpected' ORDER BY name`,
      )
      .pluck()
      .all(collection);
  } finally {
    db.close();
  }
}

test('the indexes are built after the first sync while no call arrives, also after a restart', async () => {
  const { store, file } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 300)] }]);
  expect(indexesIn(file, 'users')).toEqual([]);
  await store.close();
  expect(indexesIn(file, 'users')).not.toEqual(complete([users]));
  const { store: again } = await openBoth(file);
  await again.put({ place: usersPlace, id: 1, record: user(1, { name: 'Changed' }), by: 'details', now: 2_000 });
  const names = indexesOf(users).map(({ name }) => name);
  await expect.poll(() => indexesIn(file, 'users')).toEqual(names.toSorted());
});

test('an index that cannot be built is reported once, and is built as soon as it can be', async () => {
  const file = await freshFile();
  const failures: string[] = [];
  const store = await openStore(sameThread(serveStore), file, ({ message }) => failures.push(message));
  onTestFinished(() => store.close());
  const db = openCache(file, 'write');
  onTestFinished(() => void db.close());
  const put = (name: string) =>
    store.put({ place: usersPlace, id: 1, record: user(1, { name }), by: 'details', now: 2_000 });
  db.exec('CREATE TABLE users_by_name (name TEXT)');
  await runSync(store, [{ pages: [usersBetween(1, 300)] }]);
  await put('Changed');
  await expect.poll(() => failures.length).toBe(1);
  expect(failures[0]).toContain('users_by_name');
  await put('Changed again');
  db.exec('DROP TABLE users_by_name');
  await put('Changed later');
  const names = indexesOf(users).map(({ name }) => name);
  await expect.poll(() => indexesIn(file, 'users')).toEqual(names.toSorted());
  expect(failures).toHaveLength(1);
});

test('after the process was killed between two steps, the remaining indexes are built', async () => {
  const file = await freshFile();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'index-child.ts'), file.file, file.key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let steps = 0;
  for await (const _ of createInterface({ input: child.stdout })) if (++steps === 2) break;
  child.kill('SIGKILL');
  expect((await exit)[1]).toBe('SIGKILL');

  const db = openCache(file, 'write');
  const write = writer(db, [users, issues], () => undefined);
  onTestFinished(() => write.close());
  const before = db.prepare(indexNames).pluck().all();
  expect(before.length).toBeGreaterThanOrEqual(3);
  buildIndexes(write);
  expect(write.buildNextIndex()).toBe(false);
  expect(db.prepare(indexNames).pluck().all()).toEqual(complete([issues]));
  db.exec(`INSERT INTO issues_fts (issues_fts, rank) VALUES ('integrity-check', 1)`);
  const count = db.prepare(`SELECT count(*) FROM issues_fts WHERE issues_fts MATCH '"issue"'`).pluck();
  expect(count.get()).toBe(2_000);
});
