import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openHistory } from '#main/cache/history/file/open-history.ts';
import { agree } from '#main/cache/history/file/set-back.ts';
import { waitingEdges } from '#main/cache/history/stored-edges.ts';
import { readSyncs } from '#main/cache/history/sync-times.ts';
import type { Connection } from '#main/cache/open-cache.ts';
import { meta } from '#main/cache/schema.ts';
import { entriesOf, filesIn, freshFolder, gapsOf, key, openCacheOf, openPair, outboxOf, transferNext } from './rig.ts';

const tails = ['', '-wal', '-shm'];
type Name = 'cache' | 'history';

/** The bytes of a database at one commit, as a power cut leaves it. */
function snapshot(folder: string, name: Name, at: number): void {
  for (const tail of tails) {
    const file = filesIn(folder)[name] + tail;
    if (existsSync(file)) copyFileSync(file, `${file}.at${at}`);
  }
}

/** A new folder with both databases, each as it was at a commit. */
function setBack(folder: string, at: Record<Name, number>): { cache: Connection; history: Connection } {
  const cut = freshFolder();
  for (const name of ['cache', 'history'] as const) {
    // Without the file with shared memory: SQLite reads the log again
    for (const tail of ['', '-wal']) {
      const from = `${filesIn(folder)[name]}${tail}.at${at[name]}`;
      if (existsSync(from)) copyFileSync(from, filesIn(cut)[name] + tail);
    }
  }
  const cache = openCacheOf(cut);
  const history = openHistory({ file: filesIn(cut).history, key });
  onTestFinished(() => void history.close());
  agree(cache, history);
  return { cache, history };
}

/** A sync that changes the user `id`, in two commits: the change, and the end of the sync. */
function syncOf(cache: Connection, id: number, at: number): void {
  const { changed, synced, end } = outboxOf(cache);
  changed(id, 0, { run: id, foundAt: null });
  cache.transaction(() => {
    end(id, at);
    synced(at - 500, at);
  })();
}

const coverageEnds = (history: Connection): number[] =>
  history
    .prepare<[], { ends: Uint8Array; from_at: number }>('SELECT ends, from_at FROM coverage ORDER BY from_at')
    .all()
    .flatMap(({ ends, from_at }) => readSyncs(ends, from_at).map(({ endedAt }) => endedAt));

test('files that were set back by any number of commits agree, or the gap is reported', () => {
  const { folder, cache, history } = openPair();
  let commits = 0;
  /** The user and time of each sync that the cache knows at a commit, and what it had sent. */
  const known: { syncs: number; sentSyncs: number }[] = [];
  let [syncs, sent] = [0, 0];
  const note = (): void => {
    for (const name of ['cache', 'history'] as const) snapshot(folder, name, commits);
    known.push({ syncs, sentSyncs: sent });
    commits += 1;
  };
  // An earlier start recorded something
  outboxOf(cache).put({ collection: 'keys', foundAt: 1 });
  transferNext(cache, history);
  note();
  for (let id = 1; id <= 4; id += 1) {
    syncOf(cache, id, id * 10_000);
    syncs = id;
    note();
    if (id % 2 === 1) continue;
    transferNext(cache, history);
    sent = id;
    note();
  }
  const at = known.flatMap((_, a) => known.map((__, b) => [a, b] as const));
  for (const [inCache, inHistory] of at) {
    const cut = setBack(folder, { cache: inCache, history: inHistory });
    transferNext(cut.cache, cut.history);
    const [mirror, file] = [known[inCache], known[inHistory]];
    const found = entriesOf(cut.history).flatMap(({ id }) => (id === null ? [] : [Number(id)]));
    const gaps = gapsOf(cut.history);
    const label = `cache at commit ${inCache}, history at ${inHistory}`;
    expect(new Set(found).size, label).toBe(found.length);
    const expected = Array.from({ length: mirror?.syncs ?? 0 }, (_, n) => n + 1);
    const isInGap = (id: number) => gaps.some((gap) => gap.from_at <= id * 10_000 && gap.until_at >= id * 10_000);
    expect(
      found.toSorted((a, b) => a - b),
      label,
    ).toEqual(expected.filter((id) => found.includes(id)));
    expect(
      expected.filter((id) => !found.includes(id) && !isInGap(id)),
      label,
    ).toEqual([]);
    expect(gaps.length > 0, label).toBe((mirror?.sentSyncs ?? 0) > (file?.sentSyncs ?? 0));
    expect(
      coverageEnds(cut.history).filter((end) => !isInGap(end / 10_000)),
      label,
    ).toEqual(expected.filter((id) => !isInGap(id)).map((id) => id * 10_000));
    // What is recorded next is neither lost nor doubled
    syncOf(cut.cache, 99, 990_000);
    expect(
      transferNext(cut.cache, cut.history)?.entries.map(({ id }) => id),
      label,
    ).toEqual([99]);
    cut.history.close();
    cut.cache.close();
  }
});

test('an entry of a sync that the cache has not ended is deleted', () => {
  const { folder, cache, history } = openPair();
  const { changed, end } = outboxOf(cache);
  changed(1, 0, { run: 5, foundAt: null });
  snapshot(folder, 'cache', 0);
  end(5, 3_000);
  transferNext(cache, history);
  meta(history).set('noticed', String(entriesOf(history)[0]?.n));
  snapshot(folder, 'history', 0);
  const cut = setBack(folder, { cache: 0, history: 0 });
  expect(entriesOf(cut.history)).toEqual([]);
  outboxOf(cut.cache).end(5, 9_000);
  transferNext(cut.cache, cut.history);
  const found = entriesOf(cut.history);
  expect(found).toMatchObject([{ id: 1, found_at: 9_000 }]);
  // What the next sync finds again gets a notice
  expect(waitingEdges(cut.history).last).toBe(found[0]?.n);
});

test('if the history is missing, everything that it had is a gap', () => {
  const { folder, cache, history, files } = openPair();
  for (const id of [1, 2]) {
    syncOf(cache, id, id * 10_000);
    transferNext(cache, history);
  }
  history.close();
  for (const tail of tails) rmSync(files.history + tail, { force: true });
  const again = openHistory({ file: filesIn(folder).history, key });
  onTestFinished(() => void again.close());
  agree(cache, again);
  expect(gapsOf(again)).toEqual([{ from_at: 10_000, until_at: 20_000, collection: null, why: 'lost' }]);
  agree(cache, again);
  expect(gapsOf(again)).toHaveLength(1);
});

test('a new cache does not give the numbers of stored entries again', () => {
  const { cache, history } = openPair();
  syncOf(cache, 1, 10_000);
  transferNext(cache, history);
  const fresh = openCacheOf(freshFolder());
  agree(fresh, history);
  expect(entriesOf(history)).toHaveLength(1);
  expect(Number(meta(fresh).get('history:written'))).toBeGreaterThanOrEqual(entriesOf(history)[0]?.n ?? 0);
  // Until its first syncs, nothing leads from the new cache to the earlier entries
  expect(gapsOf(history)).toEqual([{ from_at: 10_000, until_at: 10_000, collection: null, why: 'lost' }]);
  // Set back to before its first number, it keeps them
  agree(fresh, history);
  expect(entriesOf(history)).toHaveLength(1);
});

test('the entries of a cache that was set back to before its first number are deleted', () => {
  const { folder, cache, history } = openPair();
  agree(cache, history);
  snapshot(folder, 'cache', 0);
  syncOf(cache, 1, 10_000);
  transferNext(cache, history);
  snapshot(folder, 'history', 0);
  const cut = setBack(folder, { cache: 0, history: 0 });
  expect([entriesOf(cut.history), coverageEnds(cut.history), gapsOf(cut.history)]).toEqual([[], [], []]);
  // Recording begins again
  expect(meta(cut.history).get('since')).toBeUndefined();
});

test('if the history is set back, the last sync of each place is still known, or the gap lasts until the next one', () => {
  const { folder, cache, history } = openPair();
  const { synced } = outboxOf(cache);
  const place = cache.prepare('INSERT INTO history_places VALUES (?, ?, ?, ?, 0, NULL)');
  for (const collection of ['users', 'runners', 'keys']) place.run(collection, '', 0, 0);
  snapshot(folder, 'history', 0);
  synced(9_000, 10_000);
  synced(9_000, 10_000, { collection: 'runners' });
  transferNext(cache, history);
  synced(19_000, 20_000, { collection: 'runners' });
  synced(29_000, 30_000, { collection: 'keys', isFirst: true });
  snapshot(folder, 'cache', 0);
  const cut = setBack(folder, { cache: 0, history: 0 });
  transferNext(cut.cache, cut.history);
  expect(gapsOf(cut.history)).toMatchObject([{ from_at: 10_000, until_at: 20_000 }]);
  expect(coverageEnds(cut.history)).toEqual([10_000, 20_000, 30_000]);
});
