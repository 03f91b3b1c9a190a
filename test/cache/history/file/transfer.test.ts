import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attachHistory } from '#main/cache/history/file/open-history.ts';
import { copyWaiting, dropCopied, makeDurable, noteLost } from '#main/cache/history/file/transfer.ts';
import { noteKinds } from '#main/cache/history/history-types.ts';
import { readSyncs } from '#main/cache/history/sync-times.ts';
import { openCache, type Connection } from '#main/cache/open-cache.ts';
import { entriesOf, gapsOf, key, openPair, outboxOf, transferNext } from './rig.ts';

interface Covered {
  from_at: number;
  until_at: number;
  full_at: number | null;
  status: string;
  ends: Uint8Array;
  scope: string;
}
const coverageOf = (history: Connection) =>
  history
    .prepare<[], Covered>('SELECT c.*, scope FROM coverage c JOIN places p ON p.n = c.place ORDER BY from_at')
    .all();

test('entries of ended syncs are copied once, and those of a running sync wait', () => {
  const { cache, history } = openPair();
  const { changed, end, waiting } = outboxOf(cache);
  const late = changed(1, 0, { run: 7, foundAt: null });
  changed('a', 1_000);
  const first = transferNext(cache, history);
  expect(first?.entries.map(({ id }) => id)).toEqual(['a']);
  expect(waiting()).toBe(1);
  // It has a smaller number than what was copied before
  end(7, 2_000);
  expect(transferNext(cache, history)?.entries.map(({ n }) => n)).toEqual([late]);
  expect(entriesOf(history)).toMatchObject([
    { id: 1, found_at: 2_000 },
    { id: 'a', found_at: 1_000 },
  ]);
  expect(waiting()).toBe(0);
});

test('nothing is written if nothing waits', () => {
  const { cache, history } = openPair();
  const changes = () => [cache, history].map((db) => db.prepare<[], number>('SELECT total_changes()').pluck().get());
  const before = changes();
  expect(transferNext(cache, history)).toBeNull();
  expect(changes()).toEqual(before);
});

test('if Reeve ends after one of the three commits, no entry is lost or copied twice', () => {
  const { cache, history } = openPair();
  const { changed, synced } = outboxOf(cache);
  changed(1, 1_000);
  synced(500, 1_000);
  makeDurable(cache, history);
  copyWaiting(cache, history);
  const copied = entriesOf(history);
  // The next start copies the same rows again
  makeDurable(cache, history);
  copyWaiting(cache, history);
  expect(entriesOf(history)).toEqual(copied);
  dropCopied(cache, history);
  expect(entriesOf(history)).toHaveLength(1);
  expect(coverageOf(history).map(({ ends }) => readSyncs(ends, 1_000).length)).toEqual([1]);
});

test('a reader can attach the history while it is written, and cannot write', () => {
  const { cache, history, files } = openPair();
  const { changed } = outboxOf(cache);
  const reader = openCache({ file: files.cache, key }, 'read');
  attachHistory(reader, files.history, key);
  const count = reader.prepare<[], number>('SELECT count(*) FROM history.entries').pluck();
  expect(count.get()).toBe(0);
  changed(1, 1_000);
  transferNext(cache, history);
  expect(count.get()).toBe(1);
  expect(() => reader.exec('DELETE FROM history.entries')).toThrow(/readonly/);
  reader.close();
});

test('a missing history is not created by a reader', () => {
  const { cache, folder } = openPair();
  const missing = `${folder}/none.db`;
  expect(() => attachHistory(cache, missing, key)).toThrow(/no history/);
  expect(existsSync(missing)).toBe(false);
});

test('the file contains no plain text', () => {
  const { cache, history, files } = openPair();
  outboxOf(cache).changed(1, 1_000);
  transferNext(cache, history);
  history.pragma('wal_checkpoint(TRUNCATE)');
  expect(readFileSync(files.history, 'latin1')).not.toMatch(/before 1|CREATE TABLE/);
});

test('an unchanged sync extends one row of the coverage, and its times can be read', () => {
  const { cache, history } = openPair();
  const { synced } = outboxOf(cache);
  const hour = 3_600_000;
  const from = Date.UTC(2026, 10, 1);
  const ends = Array.from({ length: 60 }, (_, at) => from + at * 6 * hour + at * 333);
  for (const end of ends) {
    synced(end - 2_500, end);
    transferNext(cache, history);
  }
  const [only, ...others] = coverageOf(history);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ from_at: from, until_at: ends.at(-1), full_at: ends.at(-1), status: 'complete' });
  // Differences of less than a second do not add up
  const read = readSyncs(only?.ends ?? new Uint8Array(), from);
  for (const [at, { startedAt, endedAt }] of read.entries()) {
    expect(endedAt - (ends[at] ?? 0)).toBeLessThan(1_000);
    expect(endedAt - (ends[at] ?? 0)).toBeGreaterThanOrEqual(0);
    expect(endedAt - startedAt).toBe(3_000);
  }
  expect(read).toHaveLength(60);
});

test('another result, another month and too many syncs begin a new row', () => {
  const { cache, history } = openPair();
  const { put, synced } = outboxOf(cache);
  const at = Date.UTC(2026, 10, 29);
  const refusal = { at: at + 2_000, status: 403, reason: null, message: 'no' };
  synced(at, at + 1_000);
  put({ kind: noteKinds.refused, fields: refusal });
  put({ kind: noteKinds.refused, fields: { ...refusal, at: at + 3_000 } });
  put({ kind: noteKinds.refused, fields: { ...refusal, at: at + 4_000, hidden: true } });
  synced(at, at + 5_000, { isFull: false });
  synced(at, at + 10 * 86_400_000);
  for (let more = 0; more < 300; more += 1) synced(at, at + 10 * 86_400_000 + more * 1_000);
  transferNext(cache, history);
  const rows = coverageOf(history).map(({ status, from_at, until_at, full_at }) => ({
    ...{ status, from: (from_at - at) / 1_000, until: (until_at - at) / 1_000 },
    full: ((full_at ?? 0) - at) / 1_000,
  }));
  expect(rows.slice(0, 4)).toEqual([
    { status: 'complete', from: 1, until: 1, full: 1 },
    { status: 'refused', from: 2, until: 3, full: 1 },
    { status: 'hidden', from: 4, until: 4, full: 1 },
    { status: 'complete', from: 5, until: 5, full: 1 },
  ]);
  expect(rows.slice(4)).toMatchObject([{ from: 864_000 }, { until: 864_299 }]);
});

test('a place that never had a full sync is partial', () => {
  const { cache, history } = openPair();
  outboxOf(cache).synced(0, 1_000, { isFull: false });
  transferNext(cache, history);
  expect(coverageOf(history)).toMatchObject([{ status: 'partial', full_at: null }]);
});

test('a moved project is one place, with the places below it, and its coverage goes on', () => {
  const { cache, history } = openPair();
  const { put, synced, changed } = outboxOf(cache);
  changed(1, 500, { collection: 'branches', scope: 'project:Acme/core' });
  synced(0, 1_000, { collection: 'branches', scope: 'project:Acme/core' });
  changed(2, 600, { collection: 'notes', scope: 'project:acme/core/issue:4' });
  changed(3, 700, { collection: 'branches', scope: 'project:7' });
  transferNext(cache, history);
  put({ kind: noteKinds.moved, foundAt: 1_500, fields: { from: 'project:acme/core', to: 'project:7' } });
  synced(1_600, 2_000, { collection: 'branches', scope: 'project:7' });
  changed(4, 2_000, { collection: 'branches', scope: 'project:7' });
  transferNext(cache, history);
  const scopes = history
    .prepare<[], string>('SELECT scope FROM entries JOIN places ON place = places.n ORDER BY entries.n')
    .pluck();
  expect(scopes.all()).toEqual(['project:7', 'project:7/issue:4', 'project:7', 'project:7']);
  expect(coverageOf(history)).toMatchObject([{ scope: 'project:7', from_at: 1_000, until_at: 2_000 }]);
});

test('a first sync of a place that was recorded before is a gap of its list', () => {
  const { cache, history } = openPair();
  const { synced } = outboxOf(cache);
  synced(0, 1_000);
  synced(8_000, 9_000, { isFirst: true });
  transferNext(cache, history);
  expect(history.prepare('SELECT from_at, until_at, why, name FROM gaps JOIN names ON n = collection').all()).toEqual([
    { from_at: 1_000, until_at: 9_000, why: 'lost', name: 'users' },
  ]);
});

test('what a damaged cache had not sent yet is a gap since the last copied change', () => {
  const { cache, history } = openPair();
  const { changed } = outboxOf(cache);
  changed(1, 1_000);
  transferNext(cache, history);
  noteLost(cache, { from: null, why: 'damaged' });
  changed(2, 5_000);
  transferNext(cache, history);
  expect(gapsOf(history)).toEqual([{ from_at: 1_000, until_at: 5_000, collection: null, why: 'damaged' }]);
});
