import { expect, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { freshFile, openBoth, runSync } from '../cache/rig.ts';
import { usersBetween } from '../cache/rows.ts';
import { contentPages, readLog } from './programs/written-pages.ts';

test('the log of a database shows whether a sync wrote to documents, derived tables or indexes', async () => {
  const { store, file } = await openBoth();
  const rows = usersBetween(1, 300);
  await runSync(store, [{ pages: [rows] }]);

  const before = readLog(file.file);
  await runSync(store, [{ pages: [rows.map((row) => ({ ...row, local_time: '9:12 AM' }))] }], { now: 2_000 });
  const unchanged = readLog(file.file);
  await runSync(store, [{ pages: [[...rows.slice(1), { ...rows[0], id: 1, name: 'Another name' }]] }], { now: 3_000 });
  const changed = readLog(file.file);
  await store.close();

  const content = contentPages(file.file, file.key);
  const writtenTo = (pages: number[]) => pages.filter((page) => content.has(page)).length;
  expect([before, unchanged, changed].map(({ restarts }) => restarts)).toEqual([0, 0, 0]);
  expect(writtenTo(before.pages)).toBeGreaterThan(0);
  expect(unchanged.pages.length).toBeGreaterThan(before.pages.length);
  expect(writtenTo(unchanged.pages.slice(before.pages.length))).toBe(0);
  expect(writtenTo(changed.pages.slice(unchanged.pages.length))).toBeGreaterThan(2);
});

test('a log that SQLite has restarted is recognized, because its first frames are lost', async () => {
  const file = await freshFile();
  const db = openCache(file, 'write');
  db.exec('CREATE TABLE written (value); INSERT INTO written VALUES (1)');
  expect(readLog(file.file)).toMatchObject({ restarts: 0 });
  db.pragma('wal_checkpoint(restart)');
  db.exec('INSERT INTO written VALUES (2)');
  expect(readLog(file.file)).toMatchObject({ restarts: 1 });
  expect(readLog(file.file).pages).toHaveLength(1);
  db.close();
});
