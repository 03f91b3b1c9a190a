import { expect, test } from 'vitest';
import { retention, sizesOf } from '#main/cache/history/file/retention.ts';
import { meta } from '#main/cache/schema.ts';
import { openPair, outboxOf, transferNext } from './rig.ts';

const month = 31 * 86_400_000;
const now = Date.UTC(2026, 10, 30);

function withYears() {
  const pair = openPair();
  const { changed, synced } = outboxOf(pair.cache);
  for (let back = 30; back >= 0; back -= 1) {
    for (const collection of ['users', 'runners']) {
      changed(back, now - back * month, { collection });
      synced(now - back * month - 1, now - back * month, { collection });
    }
  }
  transferNext(pair.cache, pair.history);
  pair.history.exec(`INSERT INTO states VALUES (1, 1, 1000, 0, 0, x'00')`);
  return pair;
}

test('older entries and coverage are removed, states stay, and the removal is reported', () => {
  const { history } = withYears();
  const kept = retention(history);
  kept.set({ collection: 'runners', months: null });
  while (kept.step());
  const count = (name: string): number =>
    history
      .prepare<[string], number>('SELECT count(*) FROM entries JOIN names ON names.n = collection WHERE name = ?')
      .pluck()
      .get(name) ?? 0;
  expect(count('runners')).toBe(31);
  expect(count('users')).toBe(12);
  const before = Date.UTC(2025, 10, 30);
  expect(
    history.prepare('SELECT count(*) FROM coverage WHERE collection = 1 AND until_at < ?').pluck().get(before),
  ).toBe(0);
  expect(history.prepare('SELECT count(*) FROM states').pluck().get()).toBe(1);
  expect(meta(history).get('removed:users')).toBe(String(before));
  expect(meta(history).get('removed:runners')).toBeUndefined();
  expect(kept.step()).toBe(false);
});

test('no removal is reported if recording began later', () => {
  const { cache, history } = openPair();
  outboxOf(cache).changed(1, now);
  transferNext(cache, history);
  const kept = retention(history);
  while (kept.step());
  expect(meta(history).get('removed:users')).toBeUndefined();
});

test('a shorter time is applied at once, and the file becomes smaller', () => {
  const { cache, history } = openPair();
  const { changed } = outboxOf(cache);
  const fields = { name: ['x'.repeat(300), 'y'.repeat(300)] };
  cache.transaction(() => {
    for (let id = 0; id < 3_000; id += 1) changed(id, now - 5 * month, { fields });
    changed(9_999, now);
  })();
  transferNext(cache, history);
  const kept = retention(history);
  while (kept.step());
  const before = sizesOf(history);
  expect(before.collections).toMatchObject([{ collection: 'users', entries: 3_001, months: 12 }]);
  kept.set({ collection: 'users', months: 3 });
  while (kept.step());
  const after = sizesOf(history);
  expect(after.collections).toMatchObject([{ entries: 1, months: 3 }]);
  expect(after.bytes).toBeLessThan(before.bytes / 4);
});
