import { expect, test } from 'vitest';
import { writeBlock } from '#main/cache/history/file/state-blocks.ts';
import { recordedFields } from '#main/cache/history/recorded-fields.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { idsOf, listOf, runSync } from '../../rig.ts';
import { pageOf, user, usersBetween } from '../../rows.ts';
import { historyRig } from './rig.ts';

async function sync(store: CacheWriter, collection: CollectionName, scope: string, rows: object[], now: number) {
  const place = { collection, scope };
  await store.beginList({ place, estimatedRows: null, now });
  await store.putListPage({ place, rows: pageOf(rows), now });
  await store.finishSyncRun({ place, now, acceptNotReturned: true });
}
function listed(reader: CacheReader, collection: CollectionName, scope: string | null, over: object = {}) {
  const sort = { by: 'id', direction: 'asc' as const };
  const query = { scope, search: '', filter: {}, sort, notReturned: 'hide' as const, ...over };
  return reader.lists(collection).list({ query, slice: { from: 0, count: 200 } });
}
const ids = async (...asked: Parameters<typeof listed>) =>
  (await listed(...asked)).rows.map(({ row }) => (row as { id: number }).id);

const issue = (id: number, over: object = {}) => ({
  id,
  iid: id,
  project_id: 7,
  title: `Issue ${id}`,
  description: 'long text',
  state: 'opened',
  references: { short: `#${id}`, relative: `web#${id}`, full: `acme/web#${id}` },
  ...over,
});
const runner = (id: number, over: object = {}) => ({
  id,
  description: `runner ${id}`,
  paused: false,
  tag_list: [],
  ...over,
});
const notRecorded = { code: 'invalid', reason: 'not-recorded' };

test('a row that several lists have is in each of them at a moment as it was', async () => {
  const { store, history, made } = await historyRig();
  await sync(store, 'runners', 'group:1', [runner(1), runner(2, { description: 'new' })], 1_000);
  await sync(store, 'runners', 'group:2', [runner(2, { description: 'new' }), runner(3)], 1_000);
  await sync(store, 'runners', 'group:9', [runner(1)], 5_000);
  for (const [scope, at] of [
    ['group:1', 1_000],
    ['group:2', 1_000],
    ['group:9', 5_000],
  ] as const)
    made.synced(at, { collection: 'runners', scope });
  // At 2,000: runner 2 has a new name. At 3,000: group 2 also returns it. At 4,000: group 2 no longer returns runner 3.
  made.entry({ collection: 'runners', id: 2, kind: 'changed', at: 2_000, fields: { description: ['old', 'new'] } });
  made.entry({ collection: 'runners', scope: 'group:2', id: 2, kind: 'listed', at: 3_000 });
  await sync(store, 'runners', 'group:2', [runner(2, { description: 'new' })], 4_000);
  made.entry({
    collection: 'runners',
    id: 3,
    kind: 'notReturned',
    at: 4_000,
    fields: { description: 'runner 3', paused: false },
  });
  const at = async (moment: number, scope: string) =>
    (await listed(history.past(moment), 'runners', scope)).rows.map(
      ({ row }) => (row as { description: string }).description,
    );
  expect(await at(1_500, 'group:1')).toEqual(['runner 1', 'old']);
  expect(await at(1_500, 'group:2')).toEqual(['runner 3']);
  expect(await at(2_500, 'group:1')).toEqual(['runner 1', 'new']);
  expect(await at(3_500, 'group:2')).toEqual(['new', 'runner 3']);
  expect(await at(4_500, 'group:2')).toEqual(['new']);
  expect(await at(4_500, 'group:9')).toEqual([]);
  expect(await at(5_500, 'group:9')).toEqual(['runner 1']);
});

test('rows that are stored once are in the lists that returned them, and are found by their title only', async () => {
  const { store, history, made } = await historyRig();
  await sync(store, 'issues', 'group:2', [issue(1), issue(2, { title: 'After' })], 1_000);
  await sync(store, 'issues', 'group:3', [issue(1), issue(4)], 3_000);
  await sync(store, 'issues', 'group:2', [issue(2, { title: 'After' }), issue(3)], 4_000);
  made.synced(1_000, { collection: 'issues', scope: 'group:2' });
  made.synced(3_000, { collection: 'issues', scope: 'group:3' });
  const collection = 'issues';
  made.entry({ collection, id: 2, kind: 'changed', at: 2_000, fields: { title: ['Before', 'After'] } });
  made.entry({ collection, scope: 'group:2', id: 1, kind: 'unlisted', at: 4_000 });
  made.entry({ collection, id: 3, kind: 'came', at: 4_000, fields: { title: 'Issue 3' } });
  expect(await ids(history.past(500), collection, null)).toEqual([]);
  expect(await ids(history.past(1_500), collection, 'group:2')).toEqual([1, 2]);
  expect(await ids(history.past(1_500), collection, null)).toEqual([1, 2]);
  expect(await ids(history.past(1_500), collection, null, { search: 'before' })).toEqual([2]);
  expect(await ids(history.past(2_500), collection, null, { search: 'before' })).toEqual([]);
  expect(await ids(history.past(2_500), collection, null, { search: 'long' })).toEqual([]);
  expect(await ids(history.past(3_500), collection, 'group:3')).toEqual([1, 4]);
  expect(await ids(history.past(3_500), collection, 'group:2')).toEqual([1, 2]);
  expect(await ids(history.past(4_500), collection, 'group:2')).toEqual([2, 3]);
  const byUpdate = listed(history.past(1_500), collection, null, { sort: { by: 'updated_at', direction: 'asc' } });
  await expect(byUpdate).rejects.toMatchObject({ ...notRecorded, field: 'updated_at' });
});

test('a list whose keys are names can be sorted by name', async () => {
  const { store, history, made } = await historyRig();
  await sync(store, 'branches', 'project:7', [{ name: 'b' }, { name: 'main' }], 3_000);
  made.synced(1_000, { collection: 'branches', scope: 'project:7' });
  made.entry({ collection: 'branches', scope: 'project:7', id: 'a', kind: 'notReturned', at: 2_000, fields: {} });
  const named = async (at: number) => {
    const { rows } = await listed(history.past(at), 'branches', 'project:7', {
      sort: { by: 'name', direction: 'desc' },
    });
    return rows.map(({ row }) => (row as { name: string }).name);
  };
  expect(await named(1_500)).toEqual(['main', 'b', 'a']);
  expect(await named(2_500)).toEqual(['main', 'b']);
});

test('a filter that needs fields of other lists which are not recorded is refused', async () => {
  const { store, history, made } = await historyRig();
  await sync(store, 'members', 'project:7', [{ id: 1, access_level: 30 }], 1_000);
  made.synced(1_000, { collection: 'members', scope: 'project:7' });
  const inactive = listed(history.past(1_500), 'members', 'project:7', { filter: { account: 'blocked_or_inactive' } });
  await expect(inactive).rejects.toMatchObject({ ...notRecorded, field: 'account' });
});

test('across a gap, the nearest stored state is the base; a moment without one is not recorded', async () => {
  const { store, history, made } = await historyRig();
  await runSync(store, [{ pages: [usersBetween(1, 3)] }], { now: 9_000 });
  made.synced(1_000);
  const fields = recordedFields('users') ?? [];
  const place = made.numberOf('places', 'scope', '');
  const rowOf = (id: number, isGone: 0 | 1, over: Record<string, unknown> = {}) => {
    const row = user(id, over);
    return [place, id, isGone, ...fields.map((field) => row[field])] as [number, number, 0 | 1, ...unknown[]];
  };
  const before = made.entry({ id: 2, kind: 'changed', at: 2_000, fields: { name: ['First', 'Second'] } });
  made.entry({ id: 4, kind: 'came', at: 4_000, fields: { ...user(4, { name: 'Lost later' }) } });
  made.entry({ id: 1, kind: 'notReturned', at: 4_500, fields: user(1) });
  const block = writeBlock({ fields, rows: [rowOf(1, 0), rowOf(2, 0, { name: 'Second' })] });
  made.history
    .prepare('INSERT INTO states VALUES (?, ?, 3000, 0, 2, ?)')
    .run(before, made.numberOf('names', 'name', 'users'), block);
  made.history.exec(`INSERT INTO gaps VALUES (5000, 6000, NULL, 'damaged')`);
  const names = async (at: number, over = {}) => (await listOf(history.past(at), over)).rows.map(({ row }) => row.name);
  expect(await names(1_500)).toEqual(['First', 'Person 1']);
  expect(await names(3_500)).toEqual(['Person 1', 'Second']);
  expect(await names(3_500, { search: 'second' })).toEqual(['Second']);
  expect(await names(4_100)).toEqual(['Lost later', 'Person 1', 'Second']);
  expect(await names(4_700)).toEqual(['Lost later', 'Second']);
  expect(await names(4_700, { notReturned: 'only' })).toEqual(['Person 1']);
  await expect(names(5_500)).rejects.toMatchObject(notRecorded);
  expect(await names(6_500)).toEqual(['Person 1', 'Person 2', 'Person 3']);
  await expect(names(0)).rejects.toMatchObject(notRecorded);
});

test('a list that began to return a row between the stored state and the moment has the row', async () => {
  const { store, history, made } = await historyRig();
  const collection = 'issues';
  await sync(store, collection, 'group:2', [issue(1), issue(2)], 1_000);
  made.synced(1_000, { collection, scope: 'group:2' });
  const fields = recordedFields(collection) ?? [];
  const place = made.numberOf('places', 'scope', '');
  const rows = [issue(1), issue(2)].map((row: Record<string, unknown>) => {
    return [place, row['id'], 0, ...fields.map((field) => row[field])] as [number, number, 0, ...unknown[]];
  });
  made.history
    .prepare('INSERT INTO states VALUES (?, ?, 2000, 0, 2, ?)')
    .run(made.newest(), made.numberOf('names', 'name', collection), writeBlock({ fields, rows }));
  made.entry({ collection, scope: 'group:2', id: 2, kind: 'listed', at: 3_000 });
  made.history.exec(`INSERT INTO gaps VALUES (5000, 6000, NULL, 'damaged')`);
  expect(await ids(history.past(4_000), collection, 'group:2')).toEqual([1, 2]);
});

test('a moment stays the same while syncs change the rows', async () => {
  const { store, history, made } = await historyRig();
  await runSync(store, [{ pages: [usersBetween(1, 5)] }], { now: 1_000 });
  made.synced(1_000);
  const past = history.past(1_500);
  const admins = { filter: { admins: true } } as const;
  expect(await idsOf(past)).toEqual([1, 2, 3, 4, 5]);
  expect(await idsOf(past, { search: 'promoted' })).toEqual([]);
  await runSync(store, [{ pages: [[user(1, { is_admin: true, name: 'Promoted' }), ...usersBetween(2, 4), user(6)]] }], {
    now: 2_000,
    acceptNotReturned: true,
  });
  const changed = { is_admin: [false, true], name: ['Person 1', 'Promoted'] };
  made.entry({ id: 1, kind: 'changed', at: null, fields: changed }, 'outbox');
  made.entry({ id: 6, kind: 'came', at: null, fields: user(6) }, 'outbox');
  made.entry({ id: 5, kind: 'notReturned', at: null, fields: user(5) }, 'outbox');
  expect(await idsOf(past)).toEqual([1, 2, 3, 4, 5]);
  expect(await idsOf(past, admins)).toEqual([]);
  expect(await idsOf(past, { search: 'promoted' })).toEqual([]);
  expect(await idsOf(past, { search: 'person 1' })).toEqual([1]);
  expect((await past.lists('users').summary({ scope: '' })).completedAt).toBe(1_000);
});

test('people, coverage and copies are those of the moment', async () => {
  const { store, history, made } = await historyRig();
  const addedBy = { id: 9, username: 'nine', name: 'Nine' };
  const member = (id: number, level: number) => ({
    ...{ ...user(id), access_level: level, expires_at: null, created_by: { ...addedBy, state: 'active' } },
  });
  await runSync(store, [{ pages: [usersBetween(1, 3)] }], { now: 1_000 });
  await sync(store, 'members', 'project:7', [member(1, 50), member(2, 40)], 1_000);
  made.synced(1_000);
  made.synced(1_000, { collection: 'members', scope: 'project:7' });
  const collection = 'members';
  made.entry({ collection, scope: 'project:7', id: 2, kind: 'changed', at: 2_000, fields: { access_level: [20, 40] } });
  made.entry({ collection, scope: 'project:7', id: 1, kind: 'came', at: 2_000, fields: {} });
  made.history
    .prepare(`INSERT INTO coverage VALUES (?, ?, 1500, 1800, 1000, 'refused', 0, '{"status":403,"message":"no"}', x'')`)
    .run(made.numberOf('names', 'name', 'users'), made.numberOf('places', 'scope', ''));
  const past = history.past(1_900);
  const { people, syncedProjects } = await past.people({ ids: [1, 2] });
  expect(syncedProjects).toEqual(['project:7']);
  expect(people.map((person) => person?.memberships.map((one) => [one.scope, one.access_level]))).toEqual([
    [],
    [['project:7', 20]],
  ]);
  expect((await past.lists('members').detail({ scope: 'project:7', id: 2 }))?.row).toMatchObject({
    created_by: addedBy,
  });
  const facts = await past.coverage({ scope: null });
  const of = (name: string) => facts.find((one) => one.collection === name)?.scopes;
  expect(of('members')).toMatchObject([{ scope: 'project:7', rows: 1, completedAt: 1_000 }]);
  expect(of('users')).toMatchObject([{ rows: 3, completedAt: 1_000, refusal: { at: 1_800, status: 403 } }]);
  const pieces = [];
  for await (const piece of past.lists('members').rows({
    kind: 'all',
    query: { scope: null, search: '', filter: {}, sort: { by: 'id', direction: 'asc' }, notReturned: 'hide' },
    except: [],
  } as never))
    pieces.push(...piece);
  expect(pieces).toMatchObject([
    { id: 2, scope: 'project:7', fetchedAt: 1_000, row: { access_level: 20, username: 'user-2' } },
  ]);
  await expect(
    past.lists('users').list({
      query: {
        scope: '',
        search: '',
        filter: {},
        sort: { by: 'last_activity_on', direction: 'asc' },
        notReturned: 'hide',
      },
      slice: { from: 0, count: 9 },
    } as never),
  ).rejects.toMatchObject({ ...notRecorded, field: 'last_activity_on' });
});
