import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { salvage } from '#main/cache/write/salvage.ts';
import { pageOf } from '../../rows.ts';
import { member, members, openRecorded, ours } from './rig.ts';

const rows = [1, 2].map((id) => member(id));
const byPath = { collection: 'members', scope: 'group:acme/web' };
const moves = [{ from: 'group:acme/web', to: 'group:5' }];

test('a place that is known by its ID keeps its history, also a sync in progress', async () => {
  const { write, sync, all, db } = await openRecorded();
  sync(byPath, rows, 1_000);
  write.beginList({ place: byPath, estimatedRows: null, now: 2_000 });
  write.putListPage({ place: byPath, rows: pageOf([member(1, { access_level: 40 }), member(2)]), now: 2_001 });
  write.moveScopes({ moves });
  write.moveScopes({ moves });
  write.finishSyncRun({ place: members, now: 2_010 });
  expect(sync(members, [member(1, { access_level: 40 }), member(2)], 3_000)).toMatchObject({ notReturned: 0 });
  expect(all().map(({ kind, scope, found, fields }) => [kind, scope, found, fields])).toMatchObject([
    ['synced', 'group:5', 1_010, {}],
    ['moved', 'group:5', null, { from: 'group:acme/web', to: 'group:5' }],
    ['changed', 'group:5', 2_010, { access_level: [30, 40] }],
    ['synced', 'group:5', 2_010, {}],
    ['synced', 'group:5', 3_010, {}],
  ]);
  expect(db.prepare('SELECT scope, started_at FROM history_places').raw().all()).toEqual([['group:5', 3_000]]);
});

test('two places that become one give no entries, whichever was synced last', async () => {
  for (const [older, newer] of [
    [byPath, members],
    [members, byPath],
  ] as const) {
    const { write, sync, added, db } = await openRecorded();
    sync(older, [...rows, member(3)], 1_000);
    sync(newer, [member(1, { access_level: 40 }), member(2)], 2_000);
    expect(added(() => write.moveScopes({ moves }))).toEqual([]);
    expect(added(() => sync(members, [member(1, { access_level: 40 }), member(2)], 3_000))).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM history_places').pluck().get()).toBe(1);
  }
});

test('after an update, the first sync records changes since the start of the sync before', async () => {
  const first = await openRecorded();
  first.sync(members, rows, 1_000);
  first.db.exec('DROP TABLE history_outbox; DROP TABLE history_places; DROP TABLE own_writes;');
  first.db.exec(`DELETE FROM meta WHERE name LIKE 'history:%'; PRAGMA user_version = 40;`);
  first.close();
  const { sync, entries } = await openRecorded({ file: first.file });
  sync(members, [member(1, { access_level: 40 }), member(3)], 2_000);
  expect(entries()).toMatchObject([
    { kind: 'changed', since: 1_000 },
    { kind: 'came', id: 3, since: 1_000 },
    { kind: 'notReturned', id: 2, since: 1_000 },
  ]);
});

test('another token or dialect begins another sight, the first opening does not', async () => {
  const { db, close, file } = await openRecorded();
  const sight = `SELECT value FROM meta WHERE name = 'history:sight'`;
  expect(db.prepare(sight).get()).toBeUndefined();
  close();
  const other = await openRecorded({ file, seenBy: 'other' });
  expect(other.db.prepare(sight).pluck().get()).toBe('1');
});

test('a repaired cache keeps its outbox in a new epoch; a list that lost rows is synced again without entries, and the gap is noted', async () => {
  const { write, sync, close, file, all, db } = await openRecorded();
  const other = { collection: 'members', scope: 'group:6' };
  for (const place of [members, other]) sync(place, rows, 1_000);
  sync(other, [member(1, { access_level: 50 }), member(2)], 1_500);
  write.putFields({
    at: { ...other, id: 2 },
    fields: { access_level: 20 },
    by: ours({ access_level: 20 }),
    now: 1_600,
  });
  write.beginList({ place: other, estimatedRows: null, now: 1_700 });
  write.putListPage({ place: other, rows: pageOf([member(1, { access_level: 40 })]), now: 1_701 });
  const before = all();
  // The list of `members` counts as one that lost rows
  db.exec(`DELETE FROM passes WHERE scope = 'group:5'; DELETE FROM documents WHERE scope = 'group:5' AND id = 2;`);
  close();
  salvage({ from: file.file, to: `${file.file}.new`, key: file.key, now: 1_800 });
  renameSync(`${file.file}.new`, `${file.file}.repaired`);
  const repaired = await openRecorded({ file: { ...file, file: `${file.file}.repaired` } });
  expect(repaired.all()).toEqual(before.map((one) => ({ ...one, found: one.found ?? 1_800 })));
  repaired.sync(members, [member(1, { access_level: 40 }), member(2), member(3)], 2_000);
  expect(repaired.all().slice(before.length)).toMatchObject([
    { kind: 'synced', found: 2_010, scope: 'group:5', fields: { isFirst: true } },
  ]);
  expect(repaired.added(() => repaired.sync(other, [member(1, { access_level: 40 }), member(2)], 3_000))).toMatchObject(
    [['changed', 2, { access_level: [20, 30] }]],
  );
  const numbers = repaired.db.prepare<[], number>('SELECT n FROM history_outbox ORDER BY n').pluck().all();
  expect(numbers.map((n) => Math.floor(n / 2 ** 32))).toEqual([1, 1, 1, 1, 1, 2, 3, 3, 3]);
});
