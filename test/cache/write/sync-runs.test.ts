import { expect, test } from 'vitest';
import { runSync, freshFile, idsOf, listOf, openBoth, openSpan, queryOf, usersPlace } from '../rig.ts';
import { createdAt, pageOf, paged, publicUser, textBody, user, usersBetween } from '../rows.ts';

const oneWindow = { windows: [{ key: '/', span: openSpan }], estimatedRows: 30, now: 1_000 };

test('a first sync stores every row and returns the counts', async () => {
  const { store, reader } = await openBoth();
  const begun = await store.beginSyncRun({ place: usersPlace, ...oneWindow });
  expect(begun).toMatchObject({ isFirst: true, resumed: 0, estimatedRows: 30, startedAt: 1_000 });
  const page = { windowKey: '/', cursor: 'next', isLast: false, now: 1_000 };
  const first = await store.putPage({ place: usersPlace, ...page, body: pageOf(usersBetween(1, 20)) });
  expect(first).toEqual({ rows: 20, changed: 20, unreadable: 0, idFrom: 1, idTo: 20 });
  const last = { ...page, cursor: null, isLast: true };
  const second = await store.putPage({ place: usersPlace, ...last, body: pageOf(usersBetween(21, 30)) });
  expect(second).toEqual({ rows: 10, changed: 10, unreadable: 0, idFrom: 1, idTo: 30 });
  expect(await store.finishSyncRun({ place: usersPlace, now: 2_000 })).toEqual({
    notReturned: 0,
    live: 30,
    needsPerson: false,
  });
  expect(await store.resumeSyncRun({ place: usersPlace })).toBeNull();
  expect(await reader.lists('users').summary({ scope: '' })).toEqual({
    live: 30,
    notReturned: 0,
    view: 'administrator',
    completedAt: 2_000,
    unreadable: 0,
    counts: { state: { active: 30 } },
  });
});

test('rows are listed during the first sync, and are searched without an index', async () => {
  const { store, reader } = await openBoth();
  await store.beginSyncRun({ place: usersPlace, ...oneWindow });
  const page = { windowKey: '/', cursor: 'next', isLast: false, now: 1_000 };
  await store.putPage({ place: usersPlace, ...page, body: pageOf(usersBetween(1, 20)) });
  await expect.poll(() => idsOf(reader)).toHaveLength(20);
  expect(await idsOf(reader, { search: 'person 1' })).toEqual([1, ...usersBetween(10, 19).map(({ id }) => id)]);
  expect(await reader.lists('users').summary({ scope: '' })).toMatchObject({ live: 20, completedAt: null });
});

test('an unreadable row is left out and counted, and does not count as absent', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }], { now: 1_000 });
  const rows = usersBetween(1, 20).map((row) => (row.id === 7 ? { id: 7, username: null } : row));
  await store.beginSyncRun({ place: usersPlace, ...oneWindow, now: 2_000 });
  const body = pageOf([...rows, { name: 'without an ID' }, 'text', null]);
  const outcome = await store.putPage({
    place: usersPlace,
    windowKey: '/',
    body,
    cursor: null,
    isLast: true,
    now: 2_000,
  });
  expect(outcome).toMatchObject({ rows: 19, changed: 0, unreadable: 4 });
  expect(await store.finishSyncRun({ place: usersPlace, now: 2_000 })).toMatchObject({ notReturned: 0, live: 20 });
  expect((await reader.lists('users').summary({ scope: '' })).unreadable).toBe(4);
  expect((await reader.lists('users').detail({ scope: '', id: 7 }))?.row.name).toBe('Person 7');
});

test('if a page has a row without an id, a missing row is not marked', async () => {
  const { store } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }]);
  const rows = usersBetween(1, 20).map((row) => (row.id === 7 ? { name: 'without an ID' } : row));
  await store.beginSyncRun({ place: usersPlace, ...oneWindow, now: 2_000 });
  await store.putPage({
    place: usersPlace,
    windowKey: '/',
    body: pageOf(rows),
    cursor: null,
    isLast: true,
    now: 2_000,
  });
  expect(await store.finishSyncRun({ place: usersPlace, now: 2_000 })).toMatchObject({ notReturned: 0, live: 20 });
});

test.each(['<html>maintenance</html>', '{"message":"no"}', '[{"id":1}', ''])(
  'a body that is no list (%s) is refused and the window stands where it was',
  async (text) => {
    const { store } = await openBoth();
    await store.beginSyncRun({ place: usersPlace, ...oneWindow });
    const page = { windowKey: '/', cursor: 'next', isLast: false, now: 1_000 };
    await store.putPage({ place: usersPlace, ...page, body: pageOf(usersBetween(1, 5)) });
    const bad = store.putPage({ place: usersPlace, ...page, cursor: 'later', body: textBody(text) });
    await expect(bad).rejects.toMatchObject({ code: 'remote', reason: 'unreadable-reply' });
    const pass = await store.resumeSyncRun({ place: usersPlace });
    expect(pass?.windows).toMatchObject([{ cursor: 'next', rows: 5, idTo: 5, finishedAt: null }]);
  },
);

test('a row in overlapping windows is stored once', async () => {
  const { store, reader } = await openBoth();
  const border = createdAt(11);
  const outcome = await runSync(store, [
    { key: 'early', span: { from: null, to: border }, pages: paged(usersBetween(1, 12), 5) },
    { key: 'late', span: { from: border, to: null }, pages: paged(usersBetween(9, 25), 5) },
  ]);
  expect(outcome).toEqual({ notReturned: 0, live: 25, needsPerson: false });
  expect(await idsOf(reader)).toEqual(usersBetween(1, 25).map(({ id }) => id));
});

test('an unfinished sync continues at its position, and counts how often it was resumed', async () => {
  const { store } = await openBoth();
  expect(await store.resumeSyncRun({ place: usersPlace })).toBeNull();
  await store.beginSyncRun({
    place: usersPlace,
    ...oneWindow,
    windows: ['a', 'b'].map((key) => ({ key, span: openSpan })),
  });
  const page = { windowKey: 'b', cursor: 'go on', isLast: false, now: 1_500 };
  await store.putPage({ place: usersPlace, ...page, body: pageOf(usersBetween(1, 5)) });
  const begun = { cursor: 'go on', idFrom: 1, idTo: 5, rows: 5 };
  expect(await store.resumeSyncRun({ place: usersPlace })).toMatchObject({
    resumed: 1,
    isFirst: true,
    windows: [
      { key: 'a', cursor: null, idTo: null },
      { key: 'b', ...begun },
    ],
  });
  expect(await store.resumeSyncRun({ place: usersPlace })).toMatchObject({ resumed: 2 });
  await store.dropSyncRun({ place: usersPlace });
  expect(await store.resumeSyncRun({ place: usersPlace })).toBeNull();
});

test('a window that starts over discards its range and its missing rows', async () => {
  const { store } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }]);
  await store.beginSyncRun({ place: usersPlace, ...oneWindow, now: 2_000 });
  const page = { windowKey: '/', cursor: 'next', isLast: false, now: 2_000 };
  await store.putPage({ place: usersPlace, ...page, body: pageOf([user(1), user(5)]) });
  await store.restartWindow({ place: usersPlace, key: '/' });
  expect((await store.resumeSyncRun({ place: usersPlace }))?.windows).toMatchObject([
    { cursor: null, idFrom: null, idTo: null, rows: 0 },
  ]);
  const whole = { ...page, cursor: null, isLast: true };
  await store.putPage({ place: usersPlace, ...whole, body: pageOf(usersBetween(1, 20)) });
  expect(await store.finishSyncRun({ place: usersPlace, now: 2_000 })).toMatchObject({ notReturned: 0 });
});

test('a sync with an unfinished window cannot be finished, and a finished window accepts no page', async () => {
  const { store } = await openBoth();
  await store.beginSyncRun({ place: usersPlace, ...oneWindow });
  await expect(store.finishSyncRun({ place: usersPlace, now: 1 })).rejects.toMatchObject({ code: 'conflict' });
  const page = { windowKey: '/', cursor: null, isLast: true, now: 1_000 };
  await store.putPage({ place: usersPlace, ...page, body: pageOf([]) });
  await expect(store.putPage({ place: usersPlace, ...page, body: pageOf([]) })).rejects.toMatchObject({ code: 'bug' });
  expect(await store.finishSyncRun({ place: usersPlace, now: 2 })).toEqual({
    notReturned: 0,
    live: 0,
    needsPerson: false,
  });
});

test('rows that the platform no longer lists are hidden and counted, and shown again when they are listed again', async () => {
  const { store, reader } = await openBoth();
  const everybody = usersBetween(1, 50);
  const rest = everybody.filter(({ id }) => ![1, 24, 25, 50].includes(id));
  await runSync(store, [{ pages: paged(everybody, 10) }], { now: 1_000 });
  expect(await runSync(store, [{ pages: paged(rest, 10) }], { now: 2_000 })).toEqual({
    notReturned: 4,
    live: 46,
    needsPerson: false,
  });
  expect(await idsOf(reader)).toEqual(rest.map(({ id }) => id));
  expect(await idsOf(reader, { notReturned: 'only' })).toEqual([1, 24, 25, 50]);
  expect(await idsOf(reader, { notReturned: 'show' })).toHaveLength(50);
  expect(await reader.lists('users').detail({ scope: '', id: 24 })).toMatchObject({
    notReturnedSince: 2_000,
    row: { name: 'Person 24' },
  });

  expect(await runSync(store, [{ pages: paged(everybody, 10) }], { now: 3_000 })).toMatchObject({
    notReturned: 0,
    live: 50,
  });
  expect(await idsOf(reader)).toHaveLength(50);
  expect(await reader.lists('users').detail({ scope: '', id: 24 })).toMatchObject({
    notReturnedSince: null,
    listFetchedAt: 3_000,
  });
});

test('rows that are not returned are found in descending lists and among users without a creation time', async () => {
  const { store, reader } = await openBoth();
  const everybody = usersBetween(50, 1, publicUser);
  const rest = everybody.filter(({ id }) => ![1, 24, 25, 50].includes(id));
  await runSync(store, [{ pages: paged(everybody, 10) }], { now: 1_000 });
  await runSync(store, [{ pages: paged(rest, 10) }], { now: 2_000 });
  expect(await idsOf(reader, { notReturned: 'only' })).toEqual([1, 24, 25, 50]);
  expect((await reader.lists('users').summary({ scope: '' })).view).toBe('public');
});

test('with several windows, only the window that contains a row decides whether it is absent, in any order', async () => {
  const { store, reader } = await openBoth();
  const border = createdAt(20);
  const early = { key: 'early', span: { from: null, to: border } };
  const late = { key: 'late', span: { from: border, to: null } };
  await runSync(store, [{ pages: [[...usersBetween(1, 40), publicUser(41), publicUser(42)]] }], { now: 1_000 });
  const walks = [
    { ...late, pages: paged([...usersBetween(19, 40), publicUser(41)], 7) },
    {
      ...early,
      pages: paged(
        usersBetween(1, 20).filter(({ id }) => id !== 7),
        7,
      ),
    },
  ];
  await runSync(store, walks, { now: 2_000 });
  expect(await idsOf(reader, { notReturned: 'only' })).toEqual([7, 42]);
  await runSync(store, walks.toReversed(), { now: 3_000 });
  expect(await idsOf(reader, { notReturned: 'only' })).toEqual([7, 42]);
});

test('a row that was stored during the sync is not absent, even if a page does not contain it', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }], { now: 1_000 });
  await store.beginSyncRun({ place: usersPlace, ...oneWindow, now: 2_000 });
  await store.put({ place: usersPlace, id: 21, record: user(21), by: 'details', now: 2_500 });
  const page = { windowKey: '/', cursor: null, isLast: true, now: 2_600 };
  await store.putPage({ place: usersPlace, ...page, body: pageOf(usersBetween(1, 20)) });
  expect(await store.finishSyncRun({ place: usersPlace, now: 3_000 })).toMatchObject({ notReturned: 0, live: 21 });
  expect(await idsOf(reader)).toContain(21);
});

test('if more than a fifth of the rows were not returned, none is marked before a person confirms', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 50)] }], { now: 1_000 });
  const outcome = await runSync(store, [{ pages: [usersBetween(1, 39)] }], { now: 2_000 });
  expect(outcome).toEqual({ notReturned: 11, live: 50, needsPerson: true });
  expect(await idsOf(reader)).toHaveLength(50);
  expect((await reader.lists('users').summary({ scope: '' })).completedAt).toBe(1_000);
  const accepted = await store.finishSyncRun({ place: usersPlace, now: 3_000, acceptNotReturned: true });
  expect(accepted).toEqual({ notReturned: 11, live: 39, needsPerson: false });
  expect(await idsOf(reader)).toHaveLength(39);
});

test('exactly a fifth of the rows, or most of a short list, is marked without confirmation', async () => {
  const { store } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 50)] }]);
  expect(await runSync(store, [{ pages: [usersBetween(1, 40)] }])).toMatchObject({
    notReturned: 10,
    needsPerson: false,
  });
  const short = await openBoth();
  await runSync(short.store, [{ pages: [usersBetween(1, 10)] }]);
  expect(await runSync(short.store, [{ pages: [[]] }])).toEqual({ notReturned: 10, live: 0, needsPerson: false });
});

test('a row that its own request did not return is shown again when a later request returns it', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }]);
  const detail = { collection: 'users.detail', scope: '' };
  await store.put({ place: detail, id: 3, record: user(3, { bio: 'hello' }), by: 'details', now: 2_000 });
  await store.markNotReturned({ place: usersPlace, id: 3, by: 'details', now: 3_000 });
  expect(await idsOf(reader, { notReturned: 'only' })).toEqual([3]);
  expect(
    await store.put({ place: detail, id: 3, record: user(3, { bio: 'hello' }), by: 'details', now: 4_000 }),
  ).toEqual({
    changed: true,
  });
  expect(await idsOf(reader, { notReturned: 'only' })).toEqual([]);
  expect(await reader.lists('users').detail({ scope: '', id: 3 })).toMatchObject({
    notReturnedSince: null,
    detailFetchedAt: 4_000,
  });
});

test('a list has a revision, and a new sync increases it', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }]);
  const before = await listOf(reader);
  expect(before).toMatchObject({ total: 20, isCapped: false, from: 0 });
  await runSync(store, [{ pages: [usersBetween(1, 21)] }]);
  const after = await reader.lists('users').list({ query: queryOf(), slice: { from: 15, count: 3 } });
  expect(after).toMatchObject({ total: 21, from: 15 });
  expect(after.rows).toHaveLength(3);
  expect(after.revision).toBeGreaterThan(before.revision);
});

test('a field with another name on this platform is stored under its documented name', async () => {
  const spelling = { fields: { network_a: 'linkedin' }, within: ['created_by'] };
  const file = { ...(await freshFile()), spelling };
  const { store, reader } = await openBoth(file);
  const [row] = usersBetween(1, 1);
  const other = { id: 2, username: 'x', linkedin: 'in/another', created_by: { linkedin: 'deeper' } };
  await runSync(store, [{ pages: [[{ ...row, id: 1, linkedin: 'in/someone', created_by: other }]] }]);
  const detail = await reader.lists('users').detail({ scope: '', id: 1 });
  expect(detail?.row).toMatchObject({ network_a: 'in/someone' });
  expect(detail?.row).not.toHaveProperty('linkedin');
  // A user inside a row has the same fields to rename; values that are nested deeper are not users
  const { linkedin, ...rest } = other;
  expect(detail?.row.created_by).toEqual({ ...rest, network_a: linkedin });
});
