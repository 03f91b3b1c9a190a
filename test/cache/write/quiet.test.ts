import { statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { writer } from '#main/cache/write/writer.ts';
import { definitionFor, freshFile, openSpan, usersPlace as place } from '../rig.ts';
import { pageOf, paged, user, usersBetween } from '../rows.ts';

const users = definitionFor('users');

/** The writer without its thread, so that what it writes can be counted. */
async function openWriter() {
  const file = await freshFile();
  const db = openCache(file, 'write');
  const revisions: number[] = [];
  const write = writer(db, [users], (changes) => revisions.push(...changes.map(({ revision }) => revision)));
  onTestFinished(() => write.close());
  const total = db.prepare<[], number>('SELECT total_changes()').pluck();
  const written = (work: () => void): number => {
    const before = total.get() ?? 0;
    work();
    return (total.get() ?? 0) - before;
  };
  const windows = [{ key: '/', span: openSpan }];
  const begin = (now: number) => write.beginSyncRun({ place, windows, estimatedRows: null, now });
  const put = (rows: unknown[], isLast: boolean, now: number) =>
    write.putPage({ place, windowKey: '/', body: pageOf(rows), cursor: isLast ? null : 'next', isLast, now });
  const pass = (pages: unknown[][], now: number) => {
    begin(now);
    pages.forEach((rows, at) => put(rows, at === pages.length - 1, now));
    return write.finishSyncRun({ place, now });
  };
  return { db, write, file, revisions, written, begin, put, pass };
}

test('an unchanged page writes one row of the sync run and nothing else, although volatile fields changed', async () => {
  const { db, file, revisions, written, begin, put, pass } = await openWriter();
  const rows = usersBetween(1, 300);
  pass(paged(rows, 100), 1_000);
  db.pragma('wal_checkpoint(truncate)');
  const revision = revisions.at(-1);
  begin(2_000);
  const later = paged(
    rows.map((row) => ({ ...row, local_time: '9:12 AM' })),
    100,
  );
  const perPage = later.map((page, at) => written(() => put(page, at === 2, 2_000)));
  expect(perPage).toEqual([1, 1, 1]);
  expect(revisions.at(-1)).toBe(revision);
  // Two database pages of 16 KB with their frame headers, for the start of the sync run
  expect(statSync(`${file.file}-wal`).size).toBeLessThan(40_000);
});

test('unchanged pages are committed together, and a page with a change at once', async () => {
  const { db, begin, put, pass } = await openWriter();
  const [first, second, third] = paged(usersBetween(1, 300), 100);
  pass([first ?? [], second ?? [], third ?? []], 1_000);
  begin(2_000);
  put(first ?? [], false, 2_000);
  expect(db.inTransaction).toBe(true);
  put([...(second ?? []).slice(0, 99), user(200, { name: 'Changed' })], false, 2_000);
  expect(db.inTransaction).toBe(false);
});

test('a different order of fields is no change, swapped values are', async () => {
  const { put, begin, pass } = await openWriter();
  pass([[user(1, { identities: [{ provider: 'ldap', extern_uid: 'x' }] })]], 1_000);
  begin(2_000);
  const turned = Object.fromEntries(Object.entries(user(1)).toReversed());
  const swapped = { ...turned, identities: [{ extern_uid: 'x', provider: 'ldap' }] };
  expect(put([swapped], false, 2_000).changed).toBe(0);
  expect(put([{ ...swapped, identities: [{ extern_uid: 'ldap', provider: 'x' }] }], true, 2_000).changed).toBe(1);
});

test('only the changed row of a page is stored', async () => {
  const file = await openWriter();
  file.pass([usersBetween(1, 100)], 1_000);
  file.begin(2_000);
  const rows = usersBetween(1, 100).map((row) => (row.id === 42 ? { ...row, name: 'Somebody else' } : row));
  expect(file.put(rows, true, 2_000).changed).toBe(1);
  const fetched = file.db.prepare(`SELECT id FROM documents WHERE fetched_at = 2000`).pluck().all();
  expect(fetched).toEqual([42]);
});

test('a page that fails inside a batch is rolled back alone', async () => {
  const { db, write, begin, put } = await openWriter();
  begin(1_000);
  put(usersBetween(1, 10), false, 1_000);
  db.exec(
    `CREATE TEMP TRIGGER refuse BEFORE INSERT ON documents WHEN new.id = 15 BEGIN SELECT raise(ABORT, 'full'); END`,
  );
  expect(() => put(usersBetween(11, 20), false, 1_000)).toThrow(/full/);
  expect(write.resumeSyncRun({ place })?.windows).toMatchObject([{ rows: 10, idTo: 10 }]);
  expect(db.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(10);
});

test('after a lost batch, pages are refused until the sync is resumed', async () => {
  const { db, write, begin, put } = await openWriter();
  begin(1_000);
  put(usersBetween(1, 10), false, 1_000);
  db.exec('ROLLBACK');
  expect(() => write.finishSyncRun({ place, now: 1_000 })).toThrow();
  expect(() => put(usersBetween(11, 20), false, 1_000)).toThrow(/pages were lost/);
  expect(write.resumeSyncRun({ place })?.windows).toMatchObject([{ cursor: null, rows: 0, idTo: null }]);
  expect(put(usersBetween(1, 10), true, 1_000)).toMatchObject({ rows: 10 });
  expect(write.finishSyncRun({ place, now: 1_000 })).toMatchObject({ live: 10 });
});
