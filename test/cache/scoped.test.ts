import { expect, onTestFinished, test } from 'vitest';
import { definitions } from '#main/cache/definitions.ts';
import type { Place } from '#main/cache/cache-types.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { listStatements } from '#main/cache/read/id-list.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { writer } from '#main/cache/write/writer.ts';
import type { runners as contract } from '#shared/contract/runners.ts';
import type { z } from 'zod';
import { buildIndexes, definitionFor, freshFile, idsOf, openBoth, storedTexts, usersPlace } from './rig.ts';
import { pageOf, textBody, usersBetween } from './rows.ts';

const users = definitionFor('users');
const runners = definitionFor('runners');

type Query = z.output<(typeof contract)['verbs']['list']['input']>['query'];
const runner = (id: number, over: object = {}) => ({ id, description: `Runner ${id}`, status: 'online', ...over });
const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => runner(from + at));
const placeOf = (scope: string): Place => ({ collection: 'runners', scope });
const queryOf = (query: Partial<Query>): Query => ({
  scope: null,
  search: '',
  filter: {},
  sort: { by: 'id', direction: 'asc' },
  notReturned: 'hide',
  ...query,
});
const listed = async (reader: CacheReader, query: Partial<Query> = {}) =>
  (await reader.lists('runners').list({ query: queryOf(query), slice: { from: 0, count: 200 } })).rows;
const ids = async (reader: CacheReader, query: Partial<Query> = {}) =>
  (await listed(reader, query)).map(({ row }) => row.id);

/** A full sync with these pages, in this order. */
async function pass(
  store: CacheWriter,
  scope: string,
  pages: object[][],
  { now = 1_000, acceptNotReturned = false } = {},
) {
  await store.beginList({ place: placeOf(scope), estimatedRows: null, now });
  for (const rows of pages) await store.putListPage({ place: placeOf(scope), rows: pageOf(rows), now });
  return store.finishSyncRun({ place: placeOf(scope), now, acceptNotReturned });
}

test('a row in two scopes is stored as two rows with different keys, and the list of all scopes shows both', async () => {
  const { store, reader } = await openBoth();
  await pass(store, 'group:2', [[runner(7), runner(9)]]);
  await pass(store, '', [[runner(7, { description: 'of the instance' })]]);
  expect(await ids(reader, { scope: '' })).toEqual([7]);
  expect(await ids(reader, { scope: 'group:2' })).toEqual([7, 9]);
  const rows = await listed(reader);
  expect(rows.map(({ scope, row }) => [row.id, scope])).toEqual([
    [7, ''],
    [7, 'group:2'],
    [9, 'group:2'],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  const { keys } = await keysOf(reader, 'group:2');
  await pass(store, 'group:2', [[runner(9), runner(7, { status: 'stale' })]], { now: 2_000 });
  expect((await keysOf(reader, 'group:2')).keys).toEqual(keys);
});

async function keysOf(reader: CacheReader, scope: string) {
  const keys = await reader.lists('runners').ids({ query: queryOf({ scope }), from: 0, count: 100 });
  return { keys };
}

test('rows that a full sync did not return, in any order, are marked as not returned in that scope only', async () => {
  const { store, reader } = await openBoth();
  await pass(store, '', [between(11, 30), between(1, 10)]);
  await pass(store, 'group:2', [between(1, 30)]);
  const left = between(1, 30).filter(({ id }) => ![1, 15, 30].includes(id));
  const outcome = await pass(store, '', [left.slice(20), left.slice(5, 20), left.slice(0, 5)], { now: 2_000 });
  expect(outcome).toEqual({ notReturned: 3, live: 27, needsPerson: false });
  expect(await ids(reader, { scope: '', notReturned: 'only' })).toEqual([1, 15, 30]);
  expect(await ids(reader, { scope: 'group:2', notReturned: 'only' })).toEqual([]);
  expect(await reader.lists('runners').detail({ scope: '', id: 15 })).toMatchObject({ notReturnedSince: 2_000 });
  expect(await pass(store, '', [between(1, 30)], { now: 3_000 })).toMatchObject({ notReturned: 0, live: 30 });
  expect(await ids(reader, { scope: '', notReturned: 'only' })).toEqual([]);
});

test('pages of an interrupted sync do not count: the next sync starts over', async () => {
  const { store, reader } = await openBoth();
  await pass(store, '', [between(1, 20)]);
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 2_000 });
  await store.putListPage({ place: placeOf(''), rows: between(1, 10), now: 2_000 });
  // Rows 1 to 4 were returned only by the interrupted sync
  expect(await pass(store, '', [between(5, 20)], { now: 3_000 })).toMatchObject({ notReturned: 4, needsPerson: false });
  expect(await ids(reader, { notReturned: 'only' })).toEqual([1, 2, 3, 4]);
});

test('a sync of a part of a list marks no row as not returned', async () => {
  const { store } = await openBoth();
  await pass(store, '', [between(1, 20)]);
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 2_000 });
  await store.putListPage({ place: placeOf(''), rows: between(15, 20), now: 2_000 });
  expect(await store.finishSyncRun({ place: placeOf(''), now: 2_000, isPartial: true })).toEqual({
    notReturned: 0,
    live: 20,
    needsPerson: false,
  });
});

test('if a returned row has no id, no row is marked as not returned', async () => {
  const { store } = await openBoth();
  await pass(store, '', [between(1, 20)]);
  expect(await pass(store, '', [[...between(1, 19), { description: 'without an ID' }]])).toMatchObject({
    notReturned: 0,
    live: 20,
  });
});

test('a row that was stored during the sync is not marked as not returned', async () => {
  const { store } = await openBoth();
  await pass(store, '', [between(1, 20)]);
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 2_000 });
  await store.putRows({ place: placeOf(''), rows: [runner(21)], by: 'details', now: 2_500 });
  await store.putListPage({ place: placeOf(''), rows: between(1, 20), now: 2_600 });
  expect(await store.finishSyncRun({ place: placeOf(''), now: 3_000 })).toMatchObject({ notReturned: 0, live: 21 });
});

test('if more than a fifth of the rows were not returned, a person must confirm, also after the file was closed', async () => {
  const first = await openBoth();
  await pass(first.store, 'group:2', [between(1, 20)]);
  await pass(first.store, '', [between(1, 200)]);
  expect(await pass(first.store, 'group:2', [between(1, 10)], { now: 2_000 })).toEqual({
    notReturned: 10,
    live: 20,
    needsPerson: true,
  });
  await first.reader.close();
  await first.store.close();
  const { store, reader } = await openBoth(first.file);
  expect(await ids(reader, { scope: 'group:2', notReturned: 'only' })).toEqual([]);
  expect(await store.finishSyncRun({ place: placeOf('group:2'), now: 3_000, acceptNotReturned: true })).toMatchObject({
    notReturned: 10,
    live: 10,
  });
});

test('a sync without changes writes no rows and updates their age', async () => {
  const { store, reader } = await openBoth();
  await pass(store, '', [between(1, 5)]);
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 9_000 });
  const page = await store.putListPage({ place: placeOf(''), rows: between(1, 5), now: 9_000 });
  expect(page).toMatchObject({ rows: 5, changed: 0, unreadable: 0, fresh: 5 });
  expect(await store.putListPage({ place: placeOf(''), rows: between(1, 5), now: 9_000 })).toMatchObject({ fresh: 0 });
  await store.finishSyncRun({ place: placeOf(''), now: 9_000 });
  expect((await listed(reader)).every(({ fetchedAt }) => fetchedAt === 9_000)).toBe(true);
});

test('fields that the list request defines are stored with the rows, and count as unchanged in the next sync', async () => {
  const { store, reader } = await openBoth();
  const page = { rows: between(1, 2), annotation: { all: { group_id: 4 }, facts: 'of members' }, now: 1_000 };
  await store.addFacts({ key: 'of members', facts: [[2, { group_id: 5 }]] });
  for (const changed of [2, 0]) {
    await store.beginList({ place: placeOf(''), estimatedRows: null, now: 1_000 });
    expect(await store.putListPage({ place: placeOf(''), ...page })).toMatchObject({ changed });
    await store.finishSyncRun({ place: placeOf(''), now: 1_000 });
  }
  expect((await listed(reader)).map(({ row }) => row['group_id'])).toEqual([4, 5]);
  await store.dropFacts({ key: 'of members' });
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 1_000 });
  await expect(store.putListPage({ place: placeOf(''), ...page })).rejects.toMatchObject({ code: 'bug' });
});

test('a page that is not a list is refused, and the sync continues without it', async () => {
  const { store, reader } = await openBoth();
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 1_000 });
  await store.putListPage({ place: placeOf(''), rows: between(1, 2), now: 1_000 });
  const refused = store.putListPage({ place: placeOf(''), rows: textBody('<html>'), now: 1_000 });
  await expect(refused).rejects.toMatchObject({ code: 'remote', reason: 'unreadable-reply' });
  await store.putListPage({ place: placeOf(''), rows: between(3, 4), now: 1_000 });
  await store.finishSyncRun({ place: placeOf(''), now: 1_000 });
  expect(await ids(reader)).toEqual([1, 2, 3, 4]);
});

test('details are merged into the row; rows without details are reported first, then those with the oldest details', async () => {
  const { store, reader } = await openBoth();
  await pass(store, '', [between(1, 3)]);
  const lists = reader.lists('runners');
  expect(await lists.undetailed({ scope: '', before: 5_000 })).toEqual([1, 2, 3]);
  const detail = runner(2, { version: '17.10.0', tag_list: ['gpu', 'a "b"'], access_level: 'not_protected' });
  await store.put({
    place: { collection: 'runners.detail', scope: '' },
    id: 2,
    record: detail,
    by: 'details',
    now: 5_000,
  });
  expect(await lists.undetailed({ scope: '', before: 5_000 })).toEqual([1, 3]);
  expect(await lists.undetailed({ scope: '', before: 6_000 })).toEqual([1, 3, 2]);
  expect(await ids(reader, { filter: { tag_list: ['a "b"', 'gpu'] } })).toEqual([2]);
  expect(await ids(reader, { filter: { tag_list: ['gp'] } })).toEqual([]);
  expect(await ids(reader, { search: 'gpu' })).toEqual([2]);
  expect(await lists.summary({ scope: '' })).toMatchObject({ detailsFetchedAt: 5_000 });
  expect(await lists.summary({ scope: 'group:1' })).toMatchObject({ detailsFetchedAt: null });
  await store.markNotReturned({ place: placeOf(''), id: 1, by: 'details', now: 6_000 });
  expect(await lists.undetailed({ scope: '', before: 9_000 })).toEqual([3, 2]);
});

test('versions are sorted by number, and rows without a version come last in both directions', async () => {
  const { store, reader } = await openBoth();
  const versions = ['17.10.0', '17.9.2', null, '9.0.0'];
  await pass(store, '', [versions.map((version, at) => runner(at + 1, { version }))]);
  expect(await ids(reader, { sort: { by: 'version', direction: 'asc' } })).toEqual([4, 2, 1, 3]);
  expect(await ids(reader, { sort: { by: 'version', direction: 'desc' } })).toEqual([1, 2, 4, 3]);
});

test('a summary counts by scope, and the summary of all scopes has the age of the oldest sync', async () => {
  const { store, reader } = await openBoth();
  const lists = reader.lists('runners');
  expect(await lists.summary({ scope: null })).toMatchObject({
    live: 0,
    notReturned: 0,
    completedAt: null,
    unreadable: 0,
  });
  await pass(store, '', [[runner(1), runner(2, { status: 'stale' }), { id: 3.5, status: 'stale' }]], { now: 2_000 });
  await pass(store, 'group:2', [[runner(1)]], { now: 1_000 });
  expect(await lists.summary({ scope: '' })).toMatchObject({
    live: 2,
    completedAt: 2_000,
    unreadable: 1,
    counts: { status: { online: 1, stale: 1 } },
  });
  expect(await lists.summary({ scope: null })).toMatchObject({
    live: 3,
    completedAt: 1_000,
    counts: { status: { online: 2 } },
  });
  expect(await lists.summary({ scope: 'group:3' })).toMatchObject({ live: 0, completedAt: null });
});

test('projects that records refer to are reported once, and not again for unchanged records', async () => {
  const { store } = await openBoth();
  const references: unknown[] = [];
  store.onReferences((named) => void references.push(...named));
  const projects = [{ id: 7, name: 'Core', path_with_namespace: 'acme/core' }];
  const where = { collection: 'runners.detail', scope: '' };
  await store.put({ place: where, id: 1, record: runner(1, { projects }), by: 'details', now: 1_000 });
  await store.put({ place: where, id: 2, record: runner(2, { projects }), by: 'details', now: 1_000 });
  await store.put({ place: where, id: 1, record: runner(1, { projects }), by: 'details', now: 2_000 });
  await expect.poll(() => references).toHaveLength(1);
  expect(references).toEqual([{ collection: 'runners', kind: 'project', id: 7, path: 'acme/core', name: 'Core' }]);
});

test('rows of a lookup are stored without a sync, and each lookup updates their age', async () => {
  const { store, reader } = await openBoth();
  expect(
    await store.putRows({ place: placeOf(''), rows: [runner(1), { id: 'x' }], by: 'details', now: 1_000 }),
  ).toEqual({
    rows: 1,
    changed: 1,
    unreadable: 1,
  });
  expect(await store.putRows({ place: placeOf(''), rows: [runner(1)], by: 'details', now: 2_000 })).toMatchObject({
    changed: 0,
  });
  expect(await listed(reader, { search: 'runner 1' })).toMatchObject([{ fetchedAt: 2_000, row: { id: 1 } }]);
});

test('users have no scopes and cannot be synced as a list in any order, and runners cannot be synced in windows', async () => {
  const { store } = await openBoth();
  const bug = { code: 'bug' };
  await expect(store.beginList({ place: usersPlace, estimatedRows: null, now: 1 })).rejects.toMatchObject(bug);
  await expect(
    store.put({ place: { ...usersPlace, scope: 'group:1' }, id: 1, record: {}, by: 'details', now: 1 }),
  ).rejects.toMatchObject(bug);
  const windows = { windows: [], estimatedRows: null, now: 1 };
  await expect(store.beginSyncRun({ place: placeOf(''), ...windows })).rejects.toMatchObject(bug);
});

test('a file that has only users, from a version without scopes, opens and keeps them', async () => {
  const file = await freshFile();
  const db = openCache(file, 'write');
  const old = writer(db, [users], () => undefined);
  const open = { from: null, to: null };
  const plan = { windows: [{ key: '/', span: open }], estimatedRows: null, now: 1 };
  old.beginSyncRun({ place: usersPlace, ...plan });
  const body = pageOf(usersBetween(1, 20));
  old.putPage({ place: usersPlace, windowKey: '/', body, cursor: null, isLast: true, now: 1 });
  old.finishSyncRun({ place: usersPlace, now: 1 });
  db.exec('DROP TABLE seen');
  old.close();

  const { store, reader } = await openBoth(file);
  expect(await idsOf(reader, { search: 'person 7' })).toEqual([7, 17]);
  await pass(store, '', [between(1, 3)]);
  expect(await ids(reader)).toEqual([1, 2, 3]);
  expect((await reader.lists('users').summary({ scope: '' })).live).toBe(20);
});

test('a changed definition rebuilds the list of every scope from its records', async () => {
  const { store, reader, file } = await openBoth();
  await pass(store, 'group:2', [between(1, 800), between(801, 1_500)]);
  await pass(store, '', [between(1, 3)]);
  await store.markNotReturned({ place: placeOf('group:2'), id: 4, by: 'details', now: 2_000 });
  await reader.close();
  await store.close();

  const db = openCache(file, 'write');
  const { description: _, ...columns } = runners.columns;
  const later = { ...runners, columns, indexes: [['status']], searched: ['status'] };
  const write = writer(db, [users, later], () => undefined);
  onTestFinished(() => write.close());
  const number = (sql: string) => db.prepare(sql).pluck().get();
  expect(number(`SELECT count(*) FROM runners`)).toBe(1_503);
  expect(number(`SELECT count(DISTINCT key) FROM runners`)).toBe(1_503);
  expect(number(`SELECT scope || ':' || id FROM runners WHERE is_gone = 1`)).toBe('group:2:4');
  const online = () => [...storedTexts(db, 'runners').values()].filter((text) => text === 'online').length;
  expect(online()).toBe(1_503);
  write.put({ place: placeOf(''), id: 3, record: runner(3, { status: 'stale' }), by: 'details', now: 3_000 });
  expect(online()).toBe(1_502);
});

test('a row that is nested too deeply is left out and counted, and does not count as deleted', async () => {
  const { store, reader } = await openBoth();
  await pass(store, '', [[runner(1), runner(2)]]);
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 2_000 });
  const deep = JSON.stringify({ ...runner(2), x: 0 }).replace(':0}', `:${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
  const rows = textBody(`[${JSON.stringify(runner(1))},${deep},${JSON.stringify(runner(3))}]`);
  const page = await store.putListPage({ place: placeOf(''), rows, now: 2_000 });
  expect(page).toMatchObject({ rows: 2, unreadable: 1 });
  expect(await store.finishSyncRun({ place: placeOf(''), now: 2_000 })).toMatchObject({ notReturned: 0, live: 3 });
  expect(await ids(reader)).toEqual([1, 2, 3]);
});

test.each([
  ['rows', `[${'{"id":1},'.repeat(1_000)}{"id":1}]`],
  ['values', `[{"id":1,"tag_list":[${'0,'.repeat(100_000)}0]}]`],
])('a page with too many %s is refused, and the list stays as it was', async (_, text) => {
  const { store, reader } = await openBoth();
  await pass(store, '', [[runner(1), runner(2)]]);
  await store.beginList({ place: placeOf(''), estimatedRows: null, now: 2_000 });
  const refused = store.putListPage({ place: placeOf(''), rows: textBody(text), now: 2_000 });
  await expect(refused).rejects.toMatchObject({ code: 'remote', reason: 'too-large' });
  await store.dropSyncRun({ place: placeOf('') });
  expect(await ids(reader)).toEqual([1, 2]);
});

test('the list of one scope and the list of all scopes use the same index', async () => {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, definitions, () => undefined);
  onTestFinished(() => write.close());
  write.beginList({ place: placeOf(''), estimatedRows: null, now: 1 });
  write.putListPage({ place: placeOf(''), rows: between(1, 4_000), now: 1 });
  write.finishSyncRun({ place: placeOf(''), now: 1 });
  buildIndexes(write);
  for (const scope of [null, '']) {
    const sort = { column: 'description', direction: 'desc' } as const;
    const [statement] = listStatements(runners, { scope, conditions: [], sort, notReturned: 'hide', among: null });
    const steps = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement?.sql}`)
      .all(...(statement?.values ?? []));
    const plan = steps.map(({ detail }) => detail).join('\n');
    expect(plan).toMatch(/COVERING INDEX runners_by_description /);
    // In one scope, only rows with equal descriptions are sorted
    expect(plan.replace('USE TEMP B-TREE FOR LAST TERM OF ORDER BY', '')).not.toContain('TEMP B-TREE');
  }
});
