import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyHistory } from '#main/cache/history/file/copy-history.ts';
import { openHistory } from '#main/cache/history/file/open-history.ts';
import { salvageHistory } from '#main/cache/history/file/salvage-history.ts';
import { flip, pageBytesOf } from '../../../helpers/damage.ts';
import { entriesOf, freshFolder, gapsOf, key, openPair, outboxOf, transferNext } from './rig.ts';

const days = 20;
const perDay = 150;
const day = 86_400_000;
const start = Date.UTC(2026, 10, 1);

/** A closed history of some weeks, or of `count` days. `copyAt`: the day after which it is copied. */
function closedHistory({ count = days, copyAt }: { count?: number; copyAt?: number } = {}) {
  const { cache, history, files, folder } = openPair();
  const { changed, synced } = outboxOf(cache);
  for (let at = 0; at < count; at += 1) {
    cache.transaction(() => {
      for (let one = 0; one < perDay; one += 1) changed(at * perDay + one, start + at * day + one);
      synced(start + at * day, start + at * day + 1_000, { collection: at % 2 === 0 ? 'users' : 'runners' });
    })();
    transferNext(cache, history);
    if (at === copyAt) copyHistory({ file: files.history, key, to: `${files.history}.copy` });
  }
  history.pragma('wal_checkpoint(TRUNCATE)');
  history.close();
  return { file: files.history, folder };
}

function salvaged(from: string, copy: string | null) {
  const to = join(freshFolder(), 'history.db');
  salvageHistory({ from, copy, to, key });
  const db = openHistory({ file: to, key });
  const [ids, gaps] = [entriesOf(db).map(({ id }) => Number(id)), gapsOf(db)];
  const coverage = db.prepare<[], number>('SELECT count(*) FROM coverage').pluck().get() ?? 0;
  const sound = db.pragma('integrity_check', { simple: true });
  db.close();
  return { ids: new Set(ids), gaps, coverage, sound };
}

/** A sequence of numbers from a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test.each([1, 2, 3, 4, 5, 6])(
  'the rest of a history with flipped bits stays readable, and the gap is reported (seed %i)',
  (seed) => {
    const { file } = closedHistory();
    const next = numbersFrom(seed);
    const readable: number[] = [];
    const pages = statSync(file).size / pageBytesOf(file);
    for (let round = 0; round < 6; round += 1) {
      const damaged = join(freshFolder(), 'history.db');
      copyFileSync(file, damaged);
      for (let bits = 0; bits <= round % 3; bits += 1) {
        flip(
          damaged,
          (1 + Math.floor(next() * (pages - 1))) * 4_096 + Math.floor(next() * 4_096),
          Math.floor(next() * 8),
        );
      }
      const { ids, gaps, sound } = salvaged(damaged, null);
      const label = `seed ${seed}, round ${round}`;
      expect(sound, label).toBe('ok');
      const lost = Array.from({ length: days * perDay }, (_, id) => id).filter((id) => !ids.has(id));
      const foundAt = (id: number): number => start + Math.floor(id / perDay) * day + (id % perDay);
      const isReported = (at: number): boolean => gaps.some(({ from_at, until_at }) => from_at <= at && at <= until_at);
      expect(
        lost.filter((id) => !isReported(foundAt(id))).length,
        `${label} ${lost.length} ${JSON.stringify(gaps)}`,
      ).toBe(0);
      readable.push(ids.size);
    }
    // Without a copy, everything is lost only if the first page of the table is damaged
    expect(readable.filter((count) => count > (days * perDay) / 2).length).toBeGreaterThan(3);
  },
);

test('a flipped bit in any page loses at most a month of changes, and the loss is reported', () => {
  const count = 100;
  const { file } = closedHistory({ count, copyAt: count - 7 });
  const pages = statSync(file).size / pageBytesOf(file);
  const next = numbersFrom(7);
  const seen = { losses: 0, gaps: 0 };
  // All of the first pages, which contain the roots of all tables, and some of the others
  for (let page = 0; page < pages; page += page < 16 ? 1 : 23) {
    const damaged = join(freshFolder(), 'history.db');
    copyFileSync(file, damaged);
    flip(damaged, page * 4_096 + Math.floor(next() * 4_096), Math.floor(next() * 8));
    const { ids, gaps, sound } = salvaged(damaged, `${file}.copy`);
    expect(sound, `page ${page}`).toBe('ok');
    const lost = Array.from({ length: count * perDay }, (_, id) => id).filter((id) => !ids.has(id));
    const foundAt = (id: number): number => start + Math.floor(id / perDay) * day + (id % perDay);
    // If the first page is damaged, the gap is added later, when the cache is opened
    const inGaps = (id: number) => gaps.some((gap) => gap.from_at <= foundAt(id) && foundAt(id) <= gap.until_at);
    expect(page === 0 ? [] : lost.filter((id) => !inGaps(id)), `page ${page} ${JSON.stringify(gaps)}`).toEqual([]);
    expect(lost.length, `page ${page}`).toBeLessThanOrEqual(31 * perDay);
    for (const { from_at, until_at } of gaps) expect(until_at - from_at, `page ${page}`).toBeLessThanOrEqual(31 * day);
    seen.losses += Number(lost.length > 0);
    seen.gaps += Number(gaps.length > 0);
  }
  expect(Math.min(seen.losses, seen.gaps)).toBeGreaterThan(0);
});

test('what is lost is taken from the weekly copy, and then nothing is missing', () => {
  const { file, folder } = closedHistory();
  const copy = join(folder, 'history.db.copy');
  copyHistory({ file, key, to: copy });
  // All pages but the first one
  for (let at = 4_096 + 700; at < statSync(file).size; at += 4_096) flip(file, at);
  const { ids, gaps, coverage } = salvaged(file, copy);
  expect(ids.size).toBe(days * perDay);
  expect(coverage).toBe(2);
  expect(gaps.filter(({ collection }) => collection === null)).toEqual([]);
});

test('a file that cannot be opened at all is replaced by the weekly copy, or by an empty one', () => {
  const { file, folder } = closedHistory();
  const copy = join(folder, 'history.db.copy');
  copyHistory({ file, key, to: copy });
  flip(file, 50);
  expect(() => openHistory({ file, key })).toThrow(/NOTADB|CORRUPT|file is not a database/);
  expect(salvaged(file, copy).ids.size).toBe(days * perDay);
  rmSync(copy);
  expect(salvaged(file, null).ids.size).toBe(0);
});

test('a damaged history is not copied', () => {
  const { file, folder } = closedHistory();
  flip(file, 4_096 * 30 + 100);
  expect(() => copyHistory({ file, key, to: join(folder, 'x.db') })).toThrow(
    expect.objectContaining({ reason: 'corrupt' }),
  );
});
