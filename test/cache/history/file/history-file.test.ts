import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { definitions } from '#main/cache/definitions.ts';
import { copyHistory } from '#main/cache/history/file/copy-history.ts';
import { historyFile } from '#main/cache/history/file/history-file.ts';
import { openHistory } from '#main/cache/history/file/open-history.ts';
import { dropTooMany } from '#main/cache/history/file/transfer.ts';
import { serveStore } from '#main/cache/worker/serve-store.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { keptHistory } from '#main/services/instances/kept-history.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { runSync } from '../../rig.ts';
import { usersBetween } from '../../rows.ts';
import { flip } from '../../../helpers/damage.ts';
import { canMount, fill, smallDisk } from '../../../helpers/disks.ts';
import { sameThread } from '../../../helpers/same-thread.ts';
import { entriesOf, filesIn, freshFolder, gapsOf, key, openCacheOf, outboxOf, transferNext } from './rig.ts';

const thread = sameThread(serveStore);

function opened(folder = freshFolder()) {
  const cache = openCacheOf(folder);
  const { history: file } = filesIn(folder);
  const seen = { recorded: 0, damaged: 0 };
  const history = historyFile(cache, { file, key }, definitions, {
    recorded: () => (seen.recorded += 1),
    damaged: () => (seen.damaged += 1),
  });
  const read = <T>(use: (db: ReturnType<typeof openHistory>) => T): T => {
    const db = openHistory({ file, key });
    const answer = use(db);
    db.close();
    return answer;
  };
  return { cache, history, seen, file, read, outbox: outboxOf(cache) };
}

test('changes are copied when a sync has ended and the store is idle, and then reported', () => {
  const { history, seen, outbox, read } = opened();
  outbox.changed(1, 1_000);
  outbox.put({ kind: 11, id: 2, foundAt: 1_000, fields: {} });
  expect(history.step()).toBe(true);
  expect(seen).toMatchObject({ recorded: 1 });
  expect(read(entriesOf)).toHaveLength(2);
  while (history.step() === true);
  // Changes that are not from a sync wait for some seconds
  outbox.changed(3, 2_000);
  expect(history.step()).toBeGreaterThan(1_000);
  history.runEnded();
  expect(history.step()).toBe(true);
  expect(outbox.waiting()).toBe(0);
  expect(history.verbs.historyState()).toEqual({ failure: null, waiting: 0, gapSince: null });
});

test('an open transaction of the writer is left alone', () => {
  const { cache, history, outbox } = opened();
  outbox.changed(1, 1_000);
  cache.exec('BEGIN');
  expect(history.step()).toBe(true);
  history.runEnded();
  history.close();
  cache.exec('ROLLBACK');
  expect(outbox.waiting()).toBe(1);
});

test('what waits is copied when the store is closed', () => {
  const { history, outbox, read } = opened();
  outbox.changed(1, 1_000);
  history.close();
  expect(read(entriesOf)).toHaveLength(1);
});

test('a newer history is not opened, and the changes wait', () => {
  const folder = freshFolder();
  const newer = openHistory({ file: filesIn(folder).history, key });
  newer.pragma('user_version=99');
  newer.close();
  const { history, outbox } = opened(folder);
  outbox.changed(1, 1_000);
  expect(history.step()).toBeGreaterThan(1_000);
  expect(history.verbs.historyState()).toMatchObject({ failure: { message: /newer version/ }, waiting: 1 });
  expect(() => history.verbs.historySizes()).toThrow(/newer version/);
});

test.skipIf(!canMount())('a full disk of the history stops only the recording, and the gap is reported', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = freshFolder();
  const disk = smallDisk(4);
  const cache = openCacheOf(folder);
  const file = join(disk, 'history.db');
  const on = { recorded: () => undefined, damaged: () => undefined };
  const history = historyFile(cache, { file, key }, definitions, on);
  const { changed, waiting } = outboxOf(cache);
  changed(1, 1_000);
  while (history.step() === true);
  const free = fill(disk);
  changed(2, 2_000);
  history.runEnded();
  history.step();
  vi.advanceTimersByTime(40_000);
  // The rest of the last page may still have been enough
  for (let id = 3; id < 200 && history.verbs.historyState().failure === null; id += 1) {
    changed(id, 2_000, { fields: { name: ['x'.repeat(3_000), 'y'] } });
    history.runEnded();
    vi.advanceTimersByTime(40_000);
  }
  expect(history.verbs.historyState()).toMatchObject({ failure: { reason: 'disk-full' }, gapSince: null });
  const left = waiting();
  expect(left).toBeGreaterThan(0);
  dropTooMany(cache, 'disk-full', { rows: 0, bytes: 0 });
  expect(history.verbs.historyState()).toMatchObject({ waiting: 0, gapSince: 2_000 });
  free();
  changed(999, 9_000);
  history.runEnded();
  vi.advanceTimersByTime(40_000);
  while (history.step() === true);
  expect(history.verbs.historyState()).toEqual({ failure: null, waiting: 0, gapSince: null });
  history.close();
  const db = openHistory({ file, key });
  expect(gapsOf(db)).toEqual([{ from_at: 2_000, until_at: 9_000, collection: null, why: 'disk-full' }]);
  expect(entriesOf(db).map(({ id }) => id)).toContain(999);
  db.close();
});

test('damage that only a reader finds is repaired, and a sound file is kept', () => {
  const { history, seen, file, outbox } = opened();
  outbox.changed(1, 1_000);
  expect(history.step()).toBe(true);
  expect(history.verbs.examineHistory()).toBe(false);
  expect(history.verbs.historyState().failure).toBeNull();
  flip(file, statSync(file).size - 100);
  expect(history.verbs.examineHistory()).toBe(true);
  expect(seen.damaged).toBe(1);
});

test('the outbox is emptied only if it is too large, and moves of places stay', () => {
  const { cache, outbox } = opened();
  outbox.changed(1, 5_000);
  dropTooMany(cache, 'lost');
  expect(outbox.waiting()).toBe(1);
  outbox.put({ kind: 23, fields: { from: 'a', to: 'b' } });
  dropTooMany(cache, 'lost', { rows: 1, bytes: 1e9 });
  expect(outbox.waiting()).toBe(1);
});

async function store(folder: string) {
  const { cache, history: file } = filesIn(folder);
  const kept = keptHistory({ workers: { store: thread }, clock: systemClock, file, key });
  const opening = kept.keep((onDamaged) =>
    openStore(thread, { file: cache, key, history: file }, undefined, undefined, onDamaged),
  );
  return { store: await opening, file };
}

test('the store copies its history once a week, and replaces a damaged one while it is used', async () => {
  const folder = freshFolder();
  const cache = openCacheOf(folder);
  const first = openHistory({ file: filesIn(folder).history, key });
  const { changed, synced } = outboxOf(cache);
  for (let id = 0; id < 500; id += 1) changed(id, 1_000 + id);
  synced(500, 2_000);
  transferNext(cache, first);
  first.pragma('wal_checkpoint(TRUNCATE)');
  first.close();
  changed(777, 3_000);
  cache.close();

  const before = await store(folder);
  await expect.poll(() => existsSync(`${before.file}.copy`), { timeout: 5_000 }).toBe(true);
  expect((await before.store.historySizes(undefined)).collections).toMatchObject([
    { collection: 'users', entries: 501 },
  ]);
  await before.store.close();
  // The first page
  flip(before.file, 60);

  const after = await store(folder);
  await runSync(after.store, [{ pages: [usersBetween(1, 3)] }]);
  await expect.poll(() => existsSync(`${after.file}.damaged`), { timeout: 5_000 }).toBe(true);
  await expect
    .poll(() => after.store.historyState(undefined).then(({ failure }) => failure), { timeout: 5_000 })
    .toBeNull();
  expect((await after.store.historySizes(undefined)).collections).toMatchObject([{ entries: 501 }]);
  const forgotten = { id: 1, usernames: [], names: ['before 777'], emails: [] };
  expect(await after.store.forgetPerson(forgotten)).toEqual({ entries: 3, states: 0 });
  expect([`${after.file}.copy`, `${after.file}.damaged`].filter(existsSync)).toEqual([]);
  await after.store.close();
  rmSync(folder, { recursive: true });
});

test('a new cache does not reuse numbers of a history that is damaged at the same time, and the gap is reported', async () => {
  const folder = freshFolder();
  const cache = openCacheOf(folder);
  const first = openHistory({ file: filesIn(folder).history, key });
  const { changed, synced } = outboxOf(cache);
  for (let id = 0; id < 50; id += 1) changed(id, 1_000 + id);
  synced(500, 2_000);
  transferNext(cache, first);
  first.close();
  cache.close();
  copyHistory({ file: filesIn(folder).history, key, to: `${filesIn(folder).history}.copy` });
  for (const tail of ['', '-wal', '-shm']) rmSync(filesIn(folder).cache + tail, { force: true });
  // Byte 60 is in the first page, so the file can't be opened
  flip(filesIn(folder).history, 60);

  const after = await store(folder);
  await runSync(after.store, [{ pages: [usersBetween(1, 3)] }], { now: 3_000 });
  await runSync(after.store, [{ pages: [usersBetween(1, 5)] }], { now: 4_000 });
  await expect.poll(() => existsSync(`${after.file}.damaged`), { timeout: 5_000 }).toBe(true);
  await after.store.close();
  const db = openHistory({ file: after.file, key });
  const ids = db.prepare<[], number>('SELECT id FROM entries WHERE kind IN (1, 2) ORDER BY n').pluck().all();
  expect(ids).toEqual([...Array.from({ length: 50 }, (_, id) => id), 4, 5]);
  expect(gapsOf(db)).toMatchObject([
    { from_at: 2_000, until_at: 3_000, collection: 1, why: 'lost' },
    { from_at: 2_000, until_at: 4_000, collection: null, why: 'lost' },
  ]);
  db.close();
});
