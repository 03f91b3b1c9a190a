import { expect, onTestFinished, test } from 'vitest';
import type { CacheFile, Place } from '#main/cache/cache-types.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { salvage } from '#main/cache/write/salvage.ts';
import { shownPlace } from '#main/cache/shown-place.ts';
import { freshFile, openBoth } from '../rig.ts';
import { pageOf } from '../rows.ts';

const placeOf = (scope: string): Place => ({ collection: 'issues', scope });
/** An issue as a group lists it: the reference is relative to the group. */
const issue = (id: number, over: object = {}, relative = `web#${id}`) => ({
  id,
  iid: id,
  project_id: 7,
  title: `Issue ${id}`,
  state: 'opened',
  references: { short: `#${id}`, relative, full: `acme/web#${id}` },
  ...over,
});
const between = (from: number, to: number, over: object = {}) =>
  Array.from({ length: to - from + 1 }, (_, at) => issue(from + at, over));

async function sync(store: CacheWriter, scope: string, rows: object[], now: number, acceptNotReturned = false) {
  await store.beginList({ place: placeOf(scope), estimatedRows: null, now });
  const { changed } = await store.putListPage({ place: placeOf(scope), rows: pageOf(rows), now });
  return { changed, ...(await store.finishSyncRun({ place: placeOf(scope), now, acceptNotReturned })) };
}
async function listed(reader: CacheReader, scope: string | null, notReturned: 'hide' | 'only' = 'hide') {
  const query = { scope, search: '', filter: {}, sort: { by: 'id', direction: 'asc' as const }, notReturned };
  return (await reader.lists('issues').list({ query, slice: { from: 0, count: 200 } })).rows;
}
const ids = async (...asked: Parameters<typeof listed>) => (await listed(...asked)).map(({ row }) => row.id);

test('a row that several places return is stored once, and shown in its project', async () => {
  const { store, reader } = await openBoth();
  await sync(store, 'group:2', [issue(1), issue(2, { project_id: 8 })], 1_000);
  const key = (await listed(reader, 'group:2'))[0]?.key;
  await sync(store, '', [issue(1, {}, 'acme/web#1'), issue(3, { project_id: 9 })], 2_000);
  expect(await ids(reader, null)).toEqual([1, 2, 3]);
  expect(await ids(reader, '')).toEqual([1, 2, 3]);
  expect(await ids(reader, 'group:2')).toEqual([1, 2]);
  expect(await ids(reader, 'group:3')).toEqual([]);
  for (const [scope, id] of [
    ['project:7', 1],
    ['project:8', 2],
    ['project:9', 3],
  ] as const)
    expect(await ids(reader, scope)).toEqual([id]);
  expect((await listed(reader, 'group:2'))[0]).toMatchObject({ key, scope: 'project:7' });
  for (const scope of ['', 'group:2', 'project:7'])
    expect(await reader.lists('issues').detail({ scope, id: 1 })).toMatchObject({ key, row: { title: 'Issue 1' } });
});

test('the project of an issue has the path in its references, also if its web address is that of another host', async () => {
  const { store } = await openBoth();
  const references: unknown[] = [];
  store.onReferences((named) => void references.push(...named));
  await sync(store, 'group:2', [issue(1, { web_url: 'https://other.example/acme/web/-/issues/1' })], 1_000);
  await expect
    .poll(() => references)
    .toContainEqual({ collection: 'issues', kind: 'project', id: 7, path: 'acme/web', name: null });
});

test('references relative to different places do not count as a change', async () => {
  const { store } = await openBoth();
  await sync(store, 'group:2', [issue(1), issue(2)], 1_000);
  // The same rows, listed in a new place
  expect(await sync(store, '', [issue(1, {}, 'acme/web#1'), issue(2, {}, 'acme/web#2')], 2_000)).toMatchObject({
    changed: 2,
  });
  expect(await sync(store, '', [issue(1, {}, 'x#1'), issue(2, {}, 'x#2')], 3_000)).toMatchObject({ changed: 0 });
  expect(await sync(store, '', [issue(1, { title: 'Other' }, 'x#1'), issue(2)], 4_000)).toMatchObject({ changed: 1 });
});

test('a row that one place no longer returns leaves that place, and is marked only if no place returns it', async () => {
  const { store, reader } = await openBoth();
  await sync(store, 'group:2', between(1, 20), 1_000);
  await sync(store, 'group:3', between(1, 20), 1_000);
  const outcome = await sync(store, 'group:2', between(1, 18), 2_000);
  expect(outcome).toMatchObject({ notReturned: 2, live: 18, needsPerson: false });
  expect(await ids(reader, 'group:2')).toHaveLength(18);
  expect(await ids(reader, 'group:2', 'only')).toEqual([]);
  expect(await ids(reader, 'project:7')).toHaveLength(20);
  await sync(store, 'group:3', between(1, 19), 3_000);
  expect(await ids(reader, '', 'only')).toEqual([20]);
  expect(await ids(reader, 'project:7', 'only')).toEqual([20]);
  // Both have returned it before
  expect(await ids(reader, 'group:2', 'only')).toEqual([20]);
  expect((await listed(reader, 'group:3', 'only'))[0]?.notReturnedSince).toBe(3_000);
  await sync(store, 'group:2', between(1, 20), 4_000);
  expect(await ids(reader, 'project:7', 'only')).toEqual([]);
  expect(await ids(reader, 'group:3')).toHaveLength(19);
});

test('the fifth that needs confirmation is counted on the rows of that place', async () => {
  const { store, reader } = await openBoth();
  await sync(store, '', between(1, 100), 1_000);
  await sync(store, 'group:2', between(1, 20), 1_000);
  expect(await sync(store, 'group:2', between(1, 10), 2_000)).toMatchObject({
    notReturned: 10,
    live: 20,
    needsPerson: true,
  });
  expect(await ids(reader, 'group:2')).toHaveLength(20);
  expect(await store.finishSyncRun({ place: placeOf('group:2'), now: 3_000, acceptNotReturned: true })).toMatchObject({
    live: 10,
  });
  expect(await ids(reader, '')).toHaveLength(100);
});

test('the summary of a project has the state of the scope whose sync covers it', async () => {
  const { store, reader } = await openBoth();
  const summary = (scope: string) => reader.lists('issues').summary({ scope });
  expect(await summary('project:7')).toMatchObject({ live: 0, completedAt: null, syncedIn: null });
  await sync(store, 'group:2', [issue(1), { ...issue(2), title: 4 }], 1_000);
  expect(await summary('project:7')).toMatchObject({ live: 1, completedAt: 1_000, syncedIn: 'group:2', unreadable: 1 });
  expect(await summary('project:8')).toMatchObject({ live: 0, completedAt: null, syncedIn: null });
  await sync(store, '', [issue(1)], 2_000);
  expect(await summary('project:7')).toMatchObject({ completedAt: 2_000, syncedIn: '', unreadable: 0 });
  expect(await summary('project:8')).toMatchObject({ live: 0, completedAt: 2_000, syncedIn: '' });
  expect(await summary('group:2')).not.toHaveProperty('syncedIn');
  await sync(store, 'group:2', [issue(1)], 3_000);
  expect(await summary('project:7')).toMatchObject({ syncedIn: 'group:2' });
  const [row] = await listed(reader, 'project:7');
  expect(row?.fetchedAt).toBe(3_000);
});

test('when the id of a path becomes known, the places that list a row and the place that shows it are renamed', async () => {
  const { store, reader, file } = await openBoth();
  await sync(store, 'group:Acme', between(1, 3), 1_000);
  await sync(store, 'group:5', between(1, 1), 500);
  const moves = [{ from: 'group:acme', to: 'group:5' }];
  expect(await store.moveScopes({ moves })).toEqual(['issues']);
  expect(await store.moveScopes({ moves })).toEqual([]);
  expect(await ids(reader, 'group:Acme')).toEqual([]);
  expect(await ids(reader, 'group:5')).toEqual([1, 2, 3]);
  expect(await reader.lists('issues').summary({ scope: 'group:5' })).toMatchObject({ live: 3, completedAt: 1_000 });
  expect(await sync(store, 'group:5', between(1, 3), 2_000)).toMatchObject({ changed: 0, notReturned: 0 });

  // Rows that refer to their project only by its path, as merge requests may
  await reader.close();
  await store.close();
  const db = openCache(file, 'write');
  db.exec(`UPDATE issues SET scope = 'project:Acme/Web'`);
  db.close();
  const again = await openBoth(file);
  expect(await again.store.moveScopes({ moves: [{ from: 'project:acme/web', to: 'project:7' }] })).toEqual(['issues']);
  expect(await ids(again.reader, 'project:7')).toEqual([1, 2, 3]);
});

test('the place of a row is read from its project, else from its reference, else from its web address', () => {
  const full = { full: 'acme/web/app#12' };
  const page = 'https://platform.example/tools/acme/site/-/issues/12';
  expect(shownPlace({ project_id: 7, references: full, web_url: page })).toBe('project:7');
  expect(shownPlace({ project_id: null, references: full, web_url: page })).toBe('project:acme/web/app');
  expect(shownPlace({ references: { full: 'acme/web!3' } })).toBe('project:acme/web');
  expect(shownPlace({ references: { full: null }, web_url: page }, '/tools')).toBe('project:acme/site');
  expect(shownPlace({ web_url: 'https://platform.example/acme/site/-/merge_requests/1' })).toBe('project:acme/site');
  expect(shownPlace({ web_url: 'no address' })).toBe('');
  expect(shownPlace({})).toBe('');
});

/** A cache in which each scope has its own copy of an issue. */
async function writeVersion10(): Promise<CacheFile> {
  const { store, file } = await openBoth();
  await store.close();
  const db = openCache(file, 'write');
  db.exec(`ALTER TABLE documents DROP COLUMN deleted_at; DROP TABLE listed_in; DROP TABLE issues; DROP TABLE issues_hay; DELETE FROM meta WHERE name LIKE '%:issues';
    CREATE TABLE issues (key INTEGER PRIMARY KEY, scope TEXT NOT NULL, id ANY NOT NULL, is_gone INTEGER NOT NULL,
      UNIQUE (scope, id)) STRICT;
    INSERT INTO meta VALUES ('derived:issues', 'of version 10');
    PRAGMA user_version = 10;`);
  const add = db.prepare('INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)');
  const row = db.prepare('INSERT INTO issues (scope, id, is_gone) VALUES (?, ?, 0)');
  const copy = (
    scope: string,
    id: number,
    title: string,
    fetchedAt: number,
    notReturnedSince: number | null = null,
  ) => {
    add.run('issues', scope, BigInt(id), 'old', fetchedAt, notReturnedSince, JSON.stringify(issue(id, { title })));
    row.run(scope, BigInt(id));
  };
  copy('group:2', 2, 'changed before the last sync of the instance', 4_000);
  copy('', 1, 'confirmed by the last sync', 1_000);
  copy('group:2', 1, 'older', 2_000);
  copy('', 2, 'confirmed too', 1_000);
  copy('', 3, 'absent here', 6_000, 9_000);
  copy('group:2', 3, 'still returned', 1_000);
  copy('', 4, 'absent', 1_000, 8_000);
  copy('group:2', 4, 'absent last', 1_000, 9_000);
  add.run(
    'issues.detail',
    '',
    3n,
    'old',
    1_500,
    9_000,
    JSON.stringify(issue(3, { title: 'still returned', weight: 5 })),
  );
  const pass = db.prepare('INSERT INTO passes VALUES (?, ?, 1, 0, 0, NULL, 0, ?)');
  pass.run('issues', '', 9_000);
  pass.run('issues', 'group:2', 3_000);
  db.close();
  return file;
}

test('issues that were cached for each scope are merged without the network', async () => {
  const { store, reader } = await openBoth(await writeVersion10());
  expect((await listed(reader, '')).map(({ row }) => [row.id, row.title])).toEqual([
    [1, 'confirmed by the last sync'],
    [2, 'confirmed too'],
    [3, 'still returned'],
  ]);
  expect(await ids(reader, 'group:2')).toEqual([1, 2, 3]);
  expect(await ids(reader, 'project:7')).toEqual([1, 2, 3]);
  expect(
    (await listed(reader, 'group:2', 'only')).map(({ row, notReturnedSince }) => [row.id, notReturnedSince]),
  ).toEqual([[4, 9_000]]);
  expect(await reader.lists('issues').detail({ scope: '', id: 3 })).toMatchObject({
    row: { weight: 5 },
    notReturnedSince: null,
  });
  expect(await reader.lists('issues').summary({ scope: 'group:2' })).toMatchObject({ live: 3, completedAt: 3_000 });
  // The lowest key of each row is kept
  expect((await listed(reader, '')).map(({ key }) => key)).toEqual([2, 1, 5]);
  const rows = [
    issue(1, { title: 'confirmed by the last sync' }, 'x'),
    issue(2, { title: 'confirmed too' }),
    issue(3, { title: 'still returned' }),
  ];
  expect(await sync(store, 'group:2', rows, 10_000)).toMatchObject({ changed: 0, notReturned: 0 });
});

test('merged issues stay as they are when the cache is opened again', async () => {
  const file = await freshFile();
  const first = await openBoth(file);
  await sync(first.store, 'group:2', between(1, 3), 1_000);
  await first.reader.close();
  await first.store.close();
  const db = openCache(file, 'write');
  onTestFinished(() => void db.close());
  const stored = () => db.prepare('SELECT collection, scope, id FROM documents').raw().all();
  expect(stored()).toEqual([1, 2, 3].map((id) => ['issues', '', id]));
  const { reader } = await openBoth(file);
  expect(await ids(reader, 'group:2')).toEqual([1, 2, 3]);
});

test.each([
  ['this version', false],
  ['version 10', true],
])('a repaired cache of %s knows which places return a row', async (_, isOld) => {
  const file = isOld ? await writeVersion10() : await freshFile();
  if (!isOld) {
    const { store, reader } = await openBoth(file);
    await sync(store, '', between(1, 4), 1_000);
    await sync(store, 'group:2', between(1, 3), 1_000);
    await reader.close();
    await store.close();
  }
  const repaired = await freshFile();
  const { lists } = salvage({ from: file.file, to: repaired.file, key: file.key, now: 20_000 });
  expect(lists?.map(({ scope, isWhole }) => [scope, isWhole]).toSorted()).toEqual([
    ['', true],
    ['group:2', true],
  ]);
  const { reader } = await openBoth(repaired);
  expect(await ids(reader, 'group:2')).toEqual([1, 2, 3]);
  expect(await ids(reader, 'project:7')).toEqual(isOld ? [1, 2, 3] : [1, 2, 3, 4]);
});

test('a deleted row leaves all places, and stays deleted if later syncs do not return it', async () => {
  const { store, reader, file } = await openBoth();
  await sync(store, '', between(1, 20), 1_000);
  await sync(store, 'group:2', between(1, 20), 1_000);
  for (const id of [1, 2, 3, 4, 5, 6]) await store.markDeleted({ place: placeOf('group:2'), id, now: 2_000 });
  const shown = await listed(reader, 'group:2', 'only');
  expect(shown.map(({ notReturnedSince, deletedAt }) => [notReturnedSince, deletedAt])).toEqual(
    shown.map(() => [2_000, 2_000]),
  );
  expect(shown).toHaveLength(6);
  // Rows that Reeve deleted do not count as rows that a sync did not return
  expect(await sync(store, '', between(7, 19), 3_000)).toMatchObject({ notReturned: 1, needsPerson: false });
  expect((await reader.lists('issues').detail({ scope: '', id: 1 }))?.deletedAt).toBe(2_000);
  await reader.close();
  await store.close();
  const repaired = await freshFile();
  salvage({ from: file.file, to: repaired.file, key: file.key, now: 20_000 });
  const again = await openBoth(repaired);
  expect(await again.reader.lists('issues').detail({ scope: '', id: 1 })).toMatchObject({
    notReturnedSince: 2_000,
    deletedAt: 2_000,
  });
  await sync(again.store, '', between(1, 19), 21_000);
  expect(await again.reader.lists('issues').detail({ scope: '', id: 1 })).not.toHaveProperty('deletedAt');
});
