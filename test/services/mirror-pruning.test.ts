import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { AppContext } from '#main/services/app-context.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { mirrorMonitor } from '#main/services/remote-mirrors/mirror-monitor.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import { migrations } from '#main/state/archive-migrations/all.ts';
import { mirrorMarks, type MirrorAt, type MirrorMark, type MirrorMarkKind } from '#main/state/mirror-marks.ts';
import { migrate } from '#main/state/open/migrate.ts';
import type { WatchedMirror } from '#shared/contract/remote-mirrors.ts';
import { days, hours, minutes, toIso } from '#shared/time.ts';
import { fakeClock, silentLog } from '../helpers/fake-ports.ts';

const start = Date.parse('2026-11-20T08:00:00Z');
const mirror: MirrorAt = { profileId: 'p', scope: 'project:7', id: 3 };
const kinds: readonly MirrorMarkKind[] = ['update', 'enabled', 'host-keys', 'accepted-keys', 'muted'];

function archived() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  migrate(db, { before: () => undefined }, migrations);
  const marks = mirrorMarks(db);
  const clock = fakeClock(start);
  const failed: unknown[] = [];
  const noRows = { lists: () => ({ rows: () => [] }) };
  /** Each monitor begins without a history, as after a start. */
  const monitorOf = () => {
    const monitor = mirrorMonitor({
      state: {
        mirrorMarks: marks,
        catalogue: { get: () => null },
        preferences: { get: () => ({ mirrorNoSuccessHours: 6 }) },
      } as unknown as StateTables,
      clock,
      log: { ...silentLog(), warn: (...why) => void failed.push(why) },
      instanceOf: () => Promise.resolve({ reader: noRows } as unknown as Instance),
      observe: () => undefined,
      watches: { poke: () => undefined } as unknown as AppContext['watches'],
    });
    onTestFinished(() => monitor.close());
    return monitor;
  };
  const add = (at: number, mark: MirrorMark, to = mirror) => marks.add([{ mirror: to, mark }], at);
  /** Add updates, the last of which ended `endAgoMs` ago. Every seventh failed, and every 50th was slow. */
  const addUpdates = (count: number, endAgoMs: number, to = mirror, everyMs = minutes(5)) => {
    const all = Array.from({ length: count }, (_, index) => start - endAgoMs - (count - 1 - index) * everyMs);
    db.transaction(() => {
      all.forEach((endedAt, index) => {
        const isOk = index % 7 !== 0;
        const startedAt = endedAt - 1_000 - index;
        const error = isOk ? null : 'refused';
        const fields = { endedAt, startedAt, isOk, isSlow: index % 50 === 1, medianMs: 900, error };
        add(endedAt, { kind: 'update', ...fields }, to);
      });
    })();
    return all;
  };
  const endsOf = (of = mirror) => marks.newest(of, 'update', 10_000).map(({ endedAt }) => endedAt);
  const rowsOf = (at = mirror) => kinds.map((kind) => marks.newest(at, kind, 10_000));
  /** Check a project, and let the pruning end. */
  const check = async (monitor: ReturnType<typeof monitorOf>, profileId = 'p') => {
    await monitor.checked(profileId, 'project:7');
    await clock.advance(minutes(1));
    expect(failed).toEqual([]);
  };
  return { db, marks, clock, failed, monitorOf, add, addUpdates, endsOf, rowsOf, check };
}

test('of an active mirror the newest 500 updates stay', async () => {
  const { monitorOf, addUpdates, endsOf, check } = archived();
  const all = addUpdates(2_700, 0);
  await check(monitorOf());
  expect(endsOf()).toEqual(all.slice(-500).reverse());
});

test('updates older than 90 days are deleted, except the newest 200', async () => {
  const { monitorOf, addUpdates, endsOf, check } = archived();
  const old = addUpdates(300, days(91));
  const young = addUpdates(150, 0);
  const silent = { ...mirror, id: 4 };
  const ofSilent = addUpdates(300, days(400), silent);
  const few = { ...mirror, scope: 'project:8' };
  const ofFew = addUpdates(200, days(400), few);
  const edge = { ...mirror, id: 5 };
  const ofEdge = addUpdates(400, 0, edge, hours(9));
  await check(monitorOf());
  expect(endsOf()).toEqual([...old.slice(-50), ...young].reverse());
  expect(endsOf(silent)).toEqual(ofSilent.slice(-200).reverse());
  expect(endsOf(few)).toEqual(ofFew.toReversed());
  expect(endsOf(edge)).toEqual(ofEdge.filter((at) => at >= start - days(90)).reverse());
});

test('marks of other kinds stay, however old and many they are', async () => {
  const { monitorOf, add, addUpdates, rowsOf, check } = archived();
  add(1, { kind: 'host-keys', keys: ['a'], isFirst: true });
  add(1, { kind: 'enabled', isEnabled: true, isFirst: true });
  for (let at = 2; at < 600; at += 1) {
    add(at, { kind: 'host-keys', keys: [`k${at}`], isFirst: false });
    add(at, { kind: 'accepted-keys', keys: [`k${at}`] });
    add(at, { kind: 'enabled', isEnabled: at % 2 === 0, isFirst: false });
    add(at, { kind: 'muted', until: at });
  }
  addUpdates(600, 0);
  const [updates, ...others] = rowsOf();
  await check(monitorOf());
  const [after, ...othersAfter] = rowsOf();
  expect(othersAfter).toEqual(others);
  expect(after).toEqual(updates?.slice(0, 500));
});

test.each([
  ['active', 0],
  ['without an update for a year', days(365)],
])('bars, median, alarm and events of a mirror are the same after the pruning (%s)', async (_, endAgoMs) => {
  const { monitorOf, add, addUpdates, endsOf, check } = archived();
  add(1, { kind: 'host-keys', keys: ['a'], isFirst: true });
  add(2, { kind: 'host-keys', keys: ['b'], isFirst: false });
  add(3, { kind: 'muted', until: start + days(1) });
  const all = addUpdates(1_002, endAgoMs);
  // The last ones failed, so that the alarm counts them
  addUpdates(1, endAgoMs - 1);
  const last = all.at(-1) ?? 0;
  const rows: WatchedMirror[] = ['failed', 'finished', 'started'].map((update_status) => {
    const times = { last_update_at: toIso(last), last_update_started_at: toIso(last - hours(1)) };
    return { id: 3, enabled: true, update_status, host_keys: [], ...times };
  });
  const shown = () => {
    const monitor = monitorOf();
    return { record: monitor.record(mirror), facts: rows.map((row) => monitor.of(mirror, row)) };
  };
  const before = shown();
  const running = monitorOf();
  const ofRunning = rows.map((row) => running.of(mirror, row));
  await check(running);
  expect(endsOf().length).toBeLessThan(1_003);
  expect(shown()).toEqual(before);
  expect(rows.map((row) => running.of(mirror, row))).toEqual(ofRunning);
  expect(before.facts.map(({ alarm }) => alarm?.kind)).toEqual(['failed', 'host_keys', 'stuck']);
  // More than the updates of the bars contain
  expect(before.record.events.length).toBeGreaterThan(30);
  expect(before.facts[0]?.history.updates).toHaveLength(20);
});

test('a second check on the same day deletes nothing; one on the next day, or after a start, does', async () => {
  const { clock, monitorOf, addUpdates, endsOf, check } = archived();
  const monitor = monitorOf();
  addUpdates(510, 0);
  await check(monitor);
  expect(endsOf()).toHaveLength(500);
  addUpdates(30, 0);
  await clock.advance(hours(23));
  await check(monitor);
  expect(endsOf()).toHaveLength(530);
  await clock.advance(hours(1));
  await check(monitor);
  expect(endsOf()).toHaveLength(500);
  addUpdates(30, 0);
  await check(monitorOf());
  expect(endsOf()).toHaveLength(500);
});

test('a step deletes at most 1,000 updates, and the next one continues after a pause, until the end of the monitor', async () => {
  const { clock, failed, monitorOf, addUpdates, endsOf } = archived();
  addUpdates(3_700, 0);
  const monitor = monitorOf();
  await monitor.checked('p', 'project:7');
  expect(endsOf()).toHaveLength(2_700);
  await clock.advance(50);
  expect(endsOf()).toHaveLength(1_700);
  monitor.close();
  await clock.advance(minutes(1));
  expect(endsOf()).toHaveLength(1_700);
  expect(failed).toEqual([]);
});

test('every mirror of the profile is pruned, and none of another profile', async () => {
  const { monitorOf, addUpdates, endsOf, check } = archived();
  const mirrors = Array.from({ length: 120 }, (_, n) => ({ ...mirror, scope: `project:${n % 40}`, id: n + 1 }));
  const others = mirrors.slice(0, 3).map((one) => ({ ...one, profileId: 'q' }));
  for (const one of [...mirrors, ...others]) addUpdates(202, days(100), one);
  await check(monitorOf());
  expect(new Set(mirrors.map((one) => endsOf(one).length))).toEqual(new Set([200]));
  expect(others.map((one) => endsOf(one).length)).toEqual([202, 202, 202]);
});

test('no query of marks reads the whole table or sorts it', () => {
  const { db } = archived();
  const queries: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    queries.push(sql);
    return prepare(sql);
  };
  mirrorMarks(db);
  const read = queries.filter((sql) => !sql.startsWith('INSERT'));
  expect(read).toHaveLength(4);
  for (const sql of read) {
    const plan = prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`).all();
    const steps = plan.map(({ detail }) => detail).join('; ');
    expect(steps).toContain('mirror_marks_by_kind');
    expect(steps).not.toMatch(/SCAN|TEMP B-TREE/);
  }
});
