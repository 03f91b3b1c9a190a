import { expect, test } from 'vitest';
import { epochStart } from '#main/cache/history/history-types.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { pageOf, user, usersBetween } from '../../rows.ts';
import { openSpan, usersPlace } from '../../rig.ts';
import { issue, member, members, openRecorded, runners } from './rig.ts';

const ids = [1, 2, 3];
const all = ids.map((id) => member(id));

test('the first sync of a place writes only that it was synced', async () => {
  const { sync, all: outbox } = await openRecorded();
  sync(members, all, 1_000);
  expect(outbox()).toMatchObject([
    { kind: 'synced', scope: 'group:5', found: 1_010, fields: { startedAt: 1_000, endedAt: 1_010, isFull: true } },
  ]);
});

test('an unchanged sync writes one row into the outbox', async () => {
  const { sync, all: outbox, added } = await openRecorded();
  sync(members, all, 1_000);
  expect(added(() => sync(members, all, 2_000))).toEqual([]);
  expect(outbox()).toHaveLength(2);
});

test('rows that were added, changed, not returned or returned again have the end of the sync and the start of the one before', async () => {
  const { sync, entries } = await openRecorded();
  sync(members, all, 1_000);
  sync(members, [member(1, { access_level: 40 }), member(2), member(4)], 2_000);
  sync(members, [member(1, { access_level: 40 }), member(2), member(3), member(4)], 3_000);
  expect(entries()).toMatchObject([
    { kind: 'changed', id: 1, fields: { access_level: [30, 40] }, found: 2_010, since: 1_000, source: 'sync' },
    { kind: 'came', id: 4, fields: { username: 'person-4', access_level: 30 }, found: 2_010, since: 1_000 },
    { kind: 'notReturned', id: 3, fields: { access_level: 30 }, found: 2_010, since: 1_000 },
    { kind: 'back', id: 3, found: 3_010, since: 2_000 },
  ]);
});

test('a field that was not sent before or is no longer sent is not a change, and neither are details that are read for the first time', async () => {
  const { sync, write, added } = await openRecorded();
  sync(runners(), [{ id: 1, description: 'One', paused: false }], 1_000);
  const detail = { id: 1, description: 'One', paused: false, maximum_timeout: 3_600 };
  const put = (now: number, over = {}) =>
    write.put({
      place: { ...runners(), collection: 'runners.detail' },
      id: 1,
      record: { ...detail, ...over },
      by: 'details',
      now,
    });
  expect(added(() => put(1_500))).toEqual([['sent', 1, { maximum_timeout: 3_600 }]]);
  expect(added(() => put(1_600, { maximum_timeout: 7_200 }))).toEqual([
    ['changed', 1, { maximum_timeout: [3_600, 7_200] }],
  ]);
  expect(added(() => sync(runners(), [{ id: 1, description: 'One', paused: false, runner_type: 'x' }], 2_000))).toEqual(
    [['sent', 1, { runner_type: 'x' }]],
  );
});

test('a change that was found after the row was read alone is not older than that', async () => {
  const { sync, write, entries } = await openRecorded();
  sync(members, all, 1_000);
  write.put({ place: members, id: 1, record: member(1), by: 'details', now: 1_700 });
  sync(members, [member(1, { access_level: 50 }), member(2), member(3)], 2_000);
  expect(entries()).toMatchObject([{ kind: 'changed', since: 1_700 }]);
});

test('rows that are looked up, and rows of a partial sync before a full one, are only known', async () => {
  const { sync, write, added } = await openRecorded();
  sync(members, all.slice(0, 1), 1_000, { isPartial: true });
  const known = [['known', 2, expect.objectContaining({ username: 'person-2' })]];
  expect(added(() => sync(members, all.slice(0, 2), 2_000, { isPartial: true }))).toEqual(known);
  const put = { place: members, id: 3, record: member(3), now: 2_500 };
  expect(added(() => write.put({ ...put, by: 'details' }))).toMatchObject([['known', 3, {}]]);
  expect(added(() => write.put({ ...put, id: 4, record: member(4), by: 'unrecorded' }))).toEqual([]);
  expect(added(() => write.markNotReturned({ ...put, id: 4, by: 'unrecorded' }))).toEqual([]);
});

test('a deletion that a 404 confirmed is not the same as a row that is not returned', async () => {
  const { sync, write, added } = await openRecorded();
  sync(members, all, 1_000);
  expect(added(() => write.markDeleted({ place: members, id: 1, now: 1_500 }))).toMatchObject([['deleted', 1, {}]]);
  expect(added(() => sync(members, all.slice(1), 2_000))).toEqual([]);
});

test('rows that a person accepted as missing are not returned', async () => {
  const { write, sync, entries } = await openRecorded();
  const many = Array.from({ length: 20 }, (_, at) => member(at + 1));
  sync(members, many, 1_000);
  write.beginList({ place: members, estimatedRows: null, now: 2_000 });
  write.putListPage({ place: members, rows: pageOf(many.slice(0, 5)), now: 2_001 });
  expect(write.finishSyncRun({ place: members, now: 2_010 }).needsPerson).toBe(true);
  expect(entries()).toEqual([]);
  write.finishSyncRun({ place: members, now: 9_000, acceptNotReturned: true });
  expect(entries().map(({ kind }) => kind)).toEqual(Array.from({ length: 15 }, () => 'notReturned'));
});

test('one runner in three scopes has one history', async () => {
  const { sync, write, entries } = await openRecorded();
  const scopes = ['', 'group:1', 'project:2'];
  const runner = { id: 1, description: 'One', paused: false };
  for (const [at, scope] of scopes.entries()) sync(runners(scope), [runner, { id: 2 }], 1_000 + at * 100);
  while (write.buildNextIndex());
  for (const [at, scope] of scopes.entries())
    sync(runners(scope), [{ ...runner, paused: true }, { id: 2 }, { id: 3 }], 2_000 + at * 100);
  for (const [at, scope] of scopes.entries())
    sync(runners(scope), [{ ...runner, paused: true }, { id: 3 }], 3_000 + at * 100);
  expect(entries().map(({ kind, scope, id }) => [kind, scope, id])).toEqual([
    ['changed', '', 1],
    ['came', '', 3],
    ['listed', 'group:1', 3],
    ['listed', 'project:2', 3],
    ['unlisted', '', 2],
    ['unlisted', 'group:1', 2],
    ['notReturned', '', 2],
  ]);
});

test('an issue in the lists of the instance and of a group has one history', async () => {
  const { sync, entries } = await openRecorded();
  const [instance, group] = ['', 'group:1'].map((scope) => ({ collection: 'issues', scope }));
  sync(instance!, [issue(1), issue(2)], 1_000);
  sync(group!, [issue(1)], 1_100);
  sync(instance!, [issue(1, { title: 'New' }), issue(2), issue(3)], 2_000);
  sync(group!, [issue(1, { title: 'New' }), issue(3)], 2_100);
  sync(group!, [issue(1, { title: 'New' })], 3_000);
  sync(instance!, [issue(1, { title: 'New' }), issue(2)], 3_100);
  expect(entries().map(({ kind, scope, id }) => [kind, scope, id])).toEqual([
    ['changed', '', 1],
    ['came', '', 3],
    ['listed', 'group:1', 3],
    ['unlisted', 'group:1', 3],
    ['notReturned', '', 3],
  ]);
});

test('collections without a current state have no history', async () => {
  const { sync, all: outbox } = await openRecorded();
  const place = { collection: 'commits', scope: 'project:1' };
  sync(place, [{ id: 'a', title: 'One' }], 1_000);
  sync(place, [{ id: 'a', title: 'Two' }], 2_000);
  expect(outbox()).toEqual([]);
});

test('entries are not final before their sync ends, and then have numbers above those of all others', async () => {
  const { sync, write, db, all: outbox } = await openRecorded();
  sync(members, all, 1_000);
  write.beginList({ place: members, estimatedRows: null, now: 2_000 });
  write.putListPage({ place: members, rows: pageOf([member(1, { access_level: 40 })]), now: 2_001 });
  expect(outbox().at(-1)).toMatchObject({ kind: 'changed', found: null });
  const elsewhere = { collection: 'members', scope: 'group:6' };
  write.put({ place: elsewhere, id: 9, record: member(9), by: 'details', now: 2_005 });
  write.dropSyncRun({ place: members });
  expect(outbox().slice(1)).toMatchObject([
    { kind: 'known', found: 2_005 },
    { kind: 'changed', found: 2_005 },
  ]);
  const numbers = db.prepare<[], number>('SELECT n FROM history_outbox ORDER BY n').pluck().all();
  const written = db.prepare<[], string>(`SELECT value FROM meta WHERE name = 'history:written'`).pluck().get();
  expect(Number(written)).toBe(numbers.at(-1));
  expect(numbers[0]).toBe(epochStart(1) + 1);
});

test('each start has another epoch, which is stored with its first entry', async () => {
  const first = await openRecorded();
  first.sync(members, all, 1_000);
  first.close();
  (await openRecorded({ file: first.file })).close();
  const third = await openRecorded({ file: first.file });
  third.sync(members, [member(1, { access_level: 40 }), member(2), member(3)], 2_000);
  const last = third.db.prepare<[], number>('SELECT max(n) FROM history_outbox').pluck().get() ?? 0;
  expect(Math.floor(last / 2 ** 32)).toBe(2);
});

test('a page that is rolled back leaves no entry, and a row is never stored without its entry', async () => {
  const { write, db, entries, file } = await openRecorded();
  const windows = [{ key: '/', span: openSpan }];
  const put = (rows: unknown[], now: number, isLast = true) =>
    write.putPage({ place: usersPlace, windowKey: '/', body: pageOf(rows), cursor: isLast ? null : 'c', isLast, now });
  write.beginSyncRun({ place: usersPlace, windows, estimatedRows: null, now: 1_000 });
  put(usersBetween(1, 3), 1_001);
  write.finishSyncRun({ place: usersPlace, now: 1_010 });
  write.beginSyncRun({ place: usersPlace, windows, estimatedRows: null, now: 2_000 });
  db.exec(`CREATE TEMP TRIGGER full BEFORE UPDATE ON crawls BEGIN SELECT raise(ABORT, 'full'); END`);
  expect(() => put([user(1, { is_admin: true })], 2_001)).toThrow('full');
  expect(entries()).toEqual([]);
  db.exec('DROP TRIGGER full');
  // Neither is stored without the other
  db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON history_outbox BEGIN SELECT raise(ABORT, 'full'); END`);
  const stored = db.prepare<[], string>(`SELECT doc FROM documents WHERE id = 1`).pluck();
  expect(() => put([user(1, { is_admin: true })], 2_002)).toThrow('full');
  expect(stored.get()).toContain('"is_admin":false');
  db.exec('DROP TRIGGER full');
  put([user(1, { is_admin: true }), user(2), user(3)], 2_002);
  expect(entries()).toMatchObject([{ kind: 'changed', fields: { is_admin: [false, true] } }]);
  const other = openCache(file, 'read');
  expect(other.prepare('SELECT 1 FROM history_outbox WHERE kind = 2').all()).toHaveLength(1);
  other.close();
});
