import { expect, test } from 'vitest';
import type { ListQuery } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { writer } from '#main/cache/write/writer.ts';
import { definitionFor, openBoth, runSync } from './rig.ts';
import { pageOf, user } from './rows.ts';

const whole = { notReturned: 'hide' as const, sort: { by: 'id', direction: 'asc' as const }, scope: '', search: '' };

/** Stores a list as it is received. Texts are JSON. */
async function cached(collection: CollectionName, rows: readonly (object | string)[]) {
  const rig = await openBoth();
  const place = { collection, scope: '' };
  const body = Buffer.from(`[${rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join(',')}]`);
  await rig.store.beginList({ place, estimatedRows: null, now: 1 });
  const outcome = await rig.store.putListPage({ place, rows: new Uint8Array(body).buffer, now: 1 });
  await rig.store.finishSyncRun({ place, now: 1 });
  const list = rig.reader.lists(collection);
  const find = async (filter: Record<string, unknown>, query: Partial<ListQuery> = {}) => {
    const found = await list.list({ query: { ...whole, filter, ...query }, slice: { from: 0, count: 200 } });
    return { ids: found.rows.map(({ row }) => row['id']), unknown: found.unknown };
  };
  return { ...rig, outcome, list, find };
}

const runner = (id: number, fields: object = {}) => ({ id, description: `Runner ${id}`, status: 'online', ...fields });

test.each([
  ['deployments', { status: 'success', deployable: { coverage: '98.5' } }, { 'deployable.coverage': '98.5' }],
  ['runners', { maximum_timeout: 3600.5 }, { maximum_timeout: 3600.5 }],
  ['runners', { tag_list: 'a,b' }, { tag_list: 'a,b' }],
  ['enterpriseUsers', { username: 'u', name: 'U', state: 5 }, { state: 5 }],
  ['issues', { iid: 1, project_id: 7, title: 'T', state: false }, { state: false }],
  ['members', { username: 'u', name: 'U', access_level: 30, created_by: { id: '5' } }, { 'created_by.id': '5' }],
  ['members', { username: 'u', name: 'U', access_level: 30, expires_at: 5 }, { expires_at: 5 }],
] as const)('a row of %s with %j is stored, and the value is listed apart', async (collection, fields, values) => {
  const { outcome, list } = await cached(collection, [{ id: 1, ...fields }]);
  expect(outcome).toMatchObject({ rows: 1, unreadable: 0 });
  const found = await list.detail({ scope: '', id: 1 });
  expect(found?.row['unexpected_values']).toEqual(values);
});

test('a member whose creator has only null fields is stored as it is', async () => {
  const created_by = { id: null, username: null, name: null, state: null };
  const { list } = await cached('members', [{ id: 1, username: 'u', name: 'U', access_level: 30, created_by }]);
  expect((await list.detail({ scope: '', id: 1 }))?.row).toMatchObject({ created_by });
  expect((await list.detail({ scope: '', id: 1 }))?.row).not.toHaveProperty('unexpected_values');
});

test('a number that JavaScript would round keeps its digits, and makes the row unreadable if it is the id', async () => {
  const { outcome, list, find } = await cached('runners', [
    '{"id":1,"maximum_timeout":9007199254740993}',
    '{"id":9007199254740993}',
  ]);
  expect(outcome).toMatchObject({ rows: 1, unreadable: 1 });
  expect((await list.detail({ scope: '', id: 1 }))?.row).toEqual({
    id: 1,
    unexpected_values: { maximum_timeout: '9007199254740993' },
  });
  expect(await find({})).toEqual({ ids: [1], unknown: undefined });
});

test('a condition about users compares only its own columns: others may have unexpected values', async () => {
  const member = (id: number, fields: object) => ({ id, username: `u${id}`, name: 'U', access_level: 40, ...fields });
  const { find, store } = await cached('members', [
    member(1, { access_level: 50, state: 5 }),
    member(2, { expires_at: 5, state: 'active' }),
    member(3, { state: 'active' }),
  ]);
  await runSync(store, [{ pages: [[1, 2, 3].map((id) => user(id, { two_factor_enabled: false, bot: false }))] }]);
  expect(await find({ two_factor: 'disabled' })).toEqual({ ids: [1, 2, 3], unknown: undefined });
  expect(await find({ only_owner: true })).toEqual({ ids: [], unknown: 1 });
});

test('a row with an unexpected value matches neither a condition nor its opposite, and is counted', async () => {
  const { find, list } = await cached('runners', [
    runner(1, { tag_list: ['a'], paused: true }),
    runner(2, { tag_list: [], paused: false }),
    runner(3, { tag_list: 'a,b', paused: 'yes' }),
    runner(4),
    runner(5, { status: 5, paused: true }),
  ]);
  expect(await find({ untagged: true })).toEqual({ ids: [2], unknown: 1 });
  expect(await find({ untagged: false })).toEqual({ ids: [1], unknown: 1 });
  expect(await find({ paused: true })).toEqual({ ids: [1, 5], unknown: 1 });
  expect(await find({ paused: false })).toEqual({ ids: [2], unknown: 1 });
  // A missing status is "other"; an unexpected one is unknown
  expect(await find({ status: 'other' })).toEqual({ ids: [], unknown: 1 });
  expect(await find({ status: 'online', paused: true })).toEqual({ ids: [1], unknown: 2 });
  expect(await find({ paused: true }, { search: 'runner 3' })).toEqual({ ids: [], unknown: 1 });
  expect(await find({ paused: true }, { search: 'runner 1' })).toEqual({ ids: [1], unknown: undefined });
  const sorted = await find({}, { sort: { by: 'status', direction: 'asc' } });
  expect(sorted).toEqual({ ids: [1, 2, 3, 4, 5], unknown: undefined });
  const all = { ...whole, filter: { paused: true } };
  const selected: unknown[] = [];
  for await (const piece of list.rows({ kind: 'all', query: all, except: [] })) selected.push(...piece);
  expect(selected).toHaveLength(2);
});

test('a negated filter does not match a row whose value is unexpected', async () => {
  const issue = (id: number, fields: object) => ({
    ...{ id, iid: id, project_id: 7, title: `Issue ${id}`, state: 'opened', ...fields },
  });
  const { find } = await cached('issues', [
    issue(1, { labels: ['bug'], weight: 3 }),
    issue(2, { labels: [], weight: null }),
    issue(3, { labels: 'bug', weight: '3' }),
    issue(4, { assignees: [{ id: 7, username: 5 }] }),
  ]);
  expect(await find({ not_labels: ['bug'] })).toEqual({ ids: [2, 4], unknown: 1 });
  expect(await find({ weight: 'None' })).toEqual({ ids: [2, 4], unknown: 1 });
  expect(await find({ not_weight: 3 })).toEqual({ ids: [2, 4], unknown: 1 });
  expect(await find({ not_assignee_username: ['mei'] })).toEqual({ ids: [1, 2, 3], unknown: 1 });
});

test('a later expected value replaces an unexpected one, from the list and from the details', async () => {
  const { store, find, list } = await cached('runners', [runner(1, { paused: 'yes' }), runner(2, { paused: 'yes' })]);
  await store.put({
    place: { collection: 'runners.detail', scope: '' },
    id: 1,
    record: runner(1, { paused: true }),
    by: 'details',
    now: 2,
  });
  expect(await find({ paused: true })).toEqual({ ids: [1], unknown: 1 });
  const place = { collection: 'runners', scope: '' };
  await store.putFields({
    at: { collection: 'runners', scope: null, id: 2 },
    fields: { paused: true },
    by: 'details',
    now: 3,
  });
  expect(await find({ paused: true })).toEqual({ ids: [1, 2], unknown: undefined });
  expect((await list.detail({ scope: '', id: 2 }))?.row).not.toHaveProperty('unexpected_values');
  await store.beginList({ place, estimatedRows: null, now: 4 });
  const rows = pageOf([runner(1, { paused: 'no' }), runner(2, { paused: 'no' })]);
  expect(await store.putListPage({ place, rows, now: 4 })).toMatchObject({ changed: 2 });
  expect(await find({ paused: true })).toEqual({ ids: [], unknown: 2 });
});

test('a cache of an earlier version gets the column without a rebuild, and a changed definition rebuilds the table', async () => {
  const { store, reader, file } = await cached('issues', [
    { id: 1, iid: 1, project_id: 7, title: 'A', state: 'opened', weight: 'x' },
  ]);
  await reader.close();
  await store.close();
  const db = openCache(file, 'write');
  db.exec(`DROP INDEX issues_unexpected; ALTER TABLE issues DROP COLUMN unexpected; UPDATE issues SET title = 'kept'`);
  db.pragma('user_version = 30');
  const issues = definitionFor('issues');
  const first = writer(db, [issues], () => undefined);
  expect(db.prepare('SELECT title, unexpected FROM issues').all()).toEqual([{ title: 'kept', unexpected: null }]);
  first.close();
  const again = openCache(file, 'write');
  const later = writer(again, [{ ...issues, searched: ['title'] }], () => undefined);
  expect(again.prepare('SELECT title, unexpected FROM issues').all()).toEqual([
    { title: 'a', unexpected: expect.stringContaining('weight') as string },
  ]);
  later.close();
});
