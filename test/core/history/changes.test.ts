import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openHistory } from '#main/cache/history/file/open-history.ts';
import { waitingEdges } from '#main/cache/history/stored-edges.ts';
import type { Connection } from '#main/cache/open-cache.ts';
import { meta } from '#main/cache/schema.ts';
import { databases } from '../../helpers/damage.ts';
import { rig, syncList, syncUsers, until } from '../../helpers/rig.ts';

test('what a sync finds is in the changes, the history of the row and the comparison, and windows get an event', async () => {
  const { client, platform } = await rig();
  const { users } = platform.world;
  await syncUsers(client);
  const before = Date.now();
  const [raised, other] = users
    .ordered('id')
    .filter((one) => !one.is_admin && one.type === 'human' && one.state === 'active');
  const id = raised?.id ?? 0;
  users.edit(id, { is_admin: true });
  users.edit(other?.id ?? 0, { name: 'Another Name' });
  let events = 0;
  client.history.changed(() => (events += 1));
  await syncUsers(client);
  const span = { since: before, until: Date.now() + 60_000 };
  const slice = { from: 0, count: 50 };
  const { entries, total, by, recorded, syncs } = await until(
    () => client.history.changes({ ...span, slice }),
    (found) => found.total > 0,
  );
  expect({ total, by, syncs: syncs.count }).toEqual({ total: 2, by: { outside: 2, reeve: 0 }, syncs: 1 });
  expect(recorded.since).toBeLessThan(before);
  expect(entries.find((one) => one.id === id)).toMatchObject({
    ...{ collection: 'users', kind: 'changed', title: raised?.name, by: { kind: 'outside' } },
    fields: [{ name: 'is_admin', before: false, after: true }],
  });
  await until(
    () => events,
    (count) => count > 0,
  );
  expect(await client.history.viewCounts(span)).toMatchObject({ administrators: 1, 'new-tokens': 0 });
  const life = await client.history.life({ collection: 'users', scope: '', id, slice });
  expect(life).toMatchObject({ isRecorded: true, total: 1, fields: ['is_admin'] });
  expect(life.first).toBeLessThan(before);
  const { collections } = await client.history.compare({ a: before, b: span.until });
  const live = users.ordered('id').length;
  expect(collections.find((one) => one.collection === 'users')).toMatchObject({
    ...{ a: { rows: live, places: 1, synced: 1 }, b: { rows: live }, came: 0, notReturned: 0, changed: 2, byReeve: 0 },
  });
  const at = before;
  expect(await client.history.sinceThen({ at, collection: 'users', scope: '' })).toMatchObject({
    now: live,
    changed: 2,
  });
  const beforeAll = await client.history.sinceThen({ at: before - 3_600_000, collection: 'users', scope: '' });
  expect(beforeAll).toMatchObject({ then: null, now: live });
  expect(await client.history.moment({ at, collection: 'users', scope: '' })).toMatchObject({
    ...{ previous: null, next: Math.ceil((entries[0]?.at ?? 0) / 1_000) * 1_000, places: { places: 1, synced: 1 } },
  });
  const rows = [{ scope: '', id }];
  expect(await client.history.now({ at, collection: 'users', rows })).toMatchObject([
    { notReturnedSince: null, fields: [{ name: 'is_admin', before: false, after: true }] },
  ]);
});

test('a write by Reeve is a change by its plan, with its exact time', async () => {
  const { client } = await rig();
  await syncList(client, 'runners');
  const { rows } = await client.runners.list({ query: { scope: '' }, slice: { from: 0, count: 50 } });
  const id = rows.find(({ row }) => row.paused === false)?.row.id ?? 0;
  const { plan } = await client.changes.run({ op: 'runners.edit', path: { id }, body: { paused: true } });
  const life = await until(
    () => client.history.life({ collection: 'runners', scope: '', id, slice: { from: 0, count: 50 } }),
    ({ total }) => total > 0,
  );
  expect(life.entries[0]).toMatchObject({
    since: null,
    fields: [{ name: 'paused', before: false, after: true }],
    by: { kind: 'reeve', planId: plan.id, plan: expect.stringContaining('runner') as string },
  });
});

test('a new administrator is a notice, and the settings say what is recorded', async () => {
  const { client, platform } = await rig();
  await syncUsers(client);
  const raised = platform.world.users.ordered('id').find(({ is_admin, type }) => !is_admin && type === 'human');
  platform.world.users.edit(raised?.id ?? 0, { is_admin: true });
  await syncUsers(client);
  const found = await until(
    () => client.notices.list({}),
    ({ notices }) => notices.some(({ kind }) => kind === 'new-administrator'),
  );
  expect(found.notices.filter(({ kind }) => kind === 'new-administrator')).toMatchObject([{ tone: 'alarm' }]);
  const { since, bytes, collections, failure } = await client.history.settings({});
  expect({ failure, isKept: bytes > 0, isRecorded: since !== null }).toEqual({
    ...{ failure: null, isKept: true, isRecorded: true },
  });
  expect(collections.find(({ collection }) => collection === 'users')).toMatchObject({ entries: 1, months: 12 });
});

test('a notice that was not stored before Reeve ended is stored once after the next start', async () => {
  const rigged = await rig();
  const { users } = rigged.platform.world;
  await syncUsers(rigged.client);
  const raised = users.ordered('id').find(({ is_admin, type }) => !is_admin && type === 'human');
  users.edit(raised?.id ?? 0, { is_admin: true });
  await syncUsers(rigged.client);
  const noticed = async () => {
    const ofKind = async () =>
      (await rigged.client.notices.list({})).notices.filter(({ kind }) => kind === 'new-administrator');
    return until(ofKind, ({ length }) => length > 0);
  };
  const [first] = await noticed();
  const { cache, key } = databases(rigged.ports);
  const inHistory = <T>(use: (db: Connection) => T): T => {
    const history = openHistory({ file: join(dirname(cache()), 'history.db'), key });
    try {
      return use(history);
    } finally {
      history.close();
    }
  };
  await rigged.client.notices.clear({ ids: null });
  // The second time, the notice was stored, but Reeve ended before the history knew it
  for (let ended = 0; ended < 2; ended += 1) {
    await rigged.core.close();
    expect(inHistory(waitingEdges)).toEqual({ edges: [], last: null });
    inHistory((db) => void meta(db).set('noticed', '0'));
    await rigged.restart();
    await syncUsers(rigged.client);
    expect(await noticed()).toMatchObject([{ tone: 'alarm', at: first?.at, title: first?.title }]);
  }
  await rigged.core.close();
  expect(inHistory(waitingEdges).last).toBeNull();
});

test('an account that the platform still returns is not forgotten; an account that is gone leaves no name', async () => {
  const { client, platform } = await rig();
  await syncUsers(client);
  const { users } = platform.world;
  const leaver = users.ordered('id').findLast(({ type }) => type === 'human');
  const person = leaver?.id ?? 0;
  await expect(client.history.forget({ person })).rejects.toMatchObject({ code: 'conflict' });
  users.remove(person);
  await syncUsers(client);
  await until(
    () => client.users.get({ scope: '', id: person }),
    (row) => row?.notReturnedSince !== null,
  );
  expect(await client.history.forgettable({ person })).toMatchObject({ name: leaver?.name, isReturned: false });
  await client.history.forget({ person });
  expect(await client.users.get({ scope: '', id: person })).toBeNull();
  const slice = { from: 0, count: 50 };
  const { entries } = await client.history.life({ collection: 'users', scope: '', id: person, slice });
  expect(entries.map(({ kind }) => kind)).toEqual(['notReturned']);
  expect(JSON.stringify(entries)).not.toContain(leaver?.username);
});
