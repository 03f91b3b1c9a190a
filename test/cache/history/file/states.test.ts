import { expect, test } from 'vitest';
import { definitions } from '#main/cache/definitions.ts';
import { addGap } from '#main/cache/history/file/gaps.ts';
import { stateMaker } from '#main/cache/history/file/make-states.ts';
import { scopesOfPlaces } from '#main/cache/history/file/places.ts';
import { readBlock, writeBlock, type StateRow } from '#main/cache/history/file/state-blocks.ts';
import type { Connection } from '#main/cache/open-cache.ts';
import { writer } from '#main/cache/write/writer.ts';
import { pageOf, usersBetween } from '../../rows.ts';
import { openSpan, usersPlace } from '../../rig.ts';
import { openPair, outboxOf, transferNext } from './rig.ts';

interface Stored {
  n: number;
  made_at: number;
  part: number;
  rows: number;
  block: Uint8Array;
  name: string;
}
const storedIn = (history: Connection): Stored[] =>
  history
    .prepare<[], Stored>('SELECT states.*, name FROM states JOIN names ON names.n = collection ORDER BY made_at, part')
    .all();

function usersIn(history: Connection): { fields: readonly string[]; rows: StateRow[] } {
  const blocks = storedIn(history).map(({ block }) => readBlock(block, scopesOfPlaces(history)));
  return { fields: blocks[0]?.fields ?? [], rows: blocks.flatMap(({ rows }) => rows) };
}

const october = Date.UTC(2026, 9, 20);

function filled(count: number) {
  const pair = openPair();
  const write = writer(pair.cache, definitions, () => undefined);
  const rows = usersBetween(1, count);
  write.beginSyncRun({ place: usersPlace, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now: 1 });
  for (let at = 0; at < count; at += 500) {
    const body = pageOf(rows.slice(at, at + 500));
    write.putPage({ place: usersPlace, windowKey: '/', body, cursor: null, isLast: at + 500 >= count, now: 1 });
  }
  write.finishSyncRun({ place: usersPlace, now: october });
  const maker = stateMaker(pair.cache, pair.history, definitions);
  const makeAll = (): number => {
    let steps = 0;
    while (maker.step()) steps += 1;
    return steps;
  };
  const synced = (at: number): void => {
    pair.cache.exec('DELETE FROM history_outbox');
    outboxOf(pair.cache).synced(at - 1_000, at);
    transferNext(pair.cache, pair.history);
    maker.check();
  };
  return { ...pair, write, makeAll, synced };
}

test('after the first complete sync, all rows are stored in blocks, with details and rows that are gone', () => {
  const { history, write, makeAll, synced } = filled(4_500);
  write.markNotReturned({ place: usersPlace, id: 7, by: 'details', now: 2 });
  write.put({
    place: { collection: 'users.detail', scope: '' },
    id: 5,
    record: { id: 5, username: 'user-5', name: 'Renamed' },
    by: 'details',
    now: october + 5,
  });
  expect(makeAll()).toBe(0);
  synced(october);
  expect(makeAll()).toBeGreaterThan(9);
  expect(storedIn(history).map(({ rows, part, made_at }) => [part, rows, made_at])).toEqual([
    [0, 2_000, october],
    [1, 2_000, october],
    [2, 500, october],
  ]);
  const { fields, rows } = usersIn(history);
  expect(rows).toHaveLength(4_500);
  const at = (name: string): number => fields.indexOf(name) + 3;
  expect(rows.map(([scope, id]) => [scope, id]).slice(0, 2)).toEqual([
    ['', 1],
    ['', 2],
  ]);
  expect(rows[4]?.[at('name')]).toBe('Renamed');
  expect(rows.filter(([, , isGone]) => isGone === 1).map(([, id]) => id)).toEqual([7]);
  // The platform did not send it
  expect(rows[0]?.[at('two_factor_enabled')]).toBeUndefined();
});

test('there is one state a month, and another one after a gap', () => {
  const { history, makeAll, synced } = filled(10);
  const times = (): number[] => [...new Set(storedIn(history).map(({ made_at }) => made_at))];
  const day = 86_400_000;
  for (const after of [0, 1, 2, 20, 21]) {
    synced(october + after * day);
    makeAll();
  }
  expect(times()).toEqual([october, october + 20 * day]);
  addGap(history, { from: october, until: october + 22 * day, why: 'lost' });
  synced(october + 23 * day);
  makeAll();
  expect(times()).toHaveLength(3);
});

test('no state is made while a running sync of the list has changed rows', () => {
  const { cache, makeAll, synced } = filled(10);
  synced(october);
  const { changed, end } = outboxOf(cache);
  changed(1, 0, { run: 3, foundAt: null });
  expect(makeAll()).toBe(0);
  end(3, october + 1);
  synced(october + 2);
  expect(makeAll()).toBeGreaterThan(0);
});

test('a block keeps null and unknown values apart, and follows a moved place', () => {
  const rows: StateRow<number>[] = [[4, 'key', 0, null, undefined, { absentees: 2 }, ['x', { id: 1 }]]];
  const block = writeBlock({ fields: ['a', 'b', 'c', 'd'], rows });
  expect(readBlock(block, (place) => `project:${place}`).rows).toEqual([
    ['project:4', 'key', 0, null, undefined, { absentees: 2 }, ['x', { id: 1 }]],
  ]);
});
