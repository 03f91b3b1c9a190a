import { expect, test } from 'vitest';
import type { Key } from '#shared/contract/collection.ts';
import { user } from '../../rows.ts';
import { openHistory, type History } from './rig.ts';

type Asked = Parameters<History['read']['life']>[0];
const lifeOf = (history: History, id: Key, over: Partial<Asked> = {}) =>
  history.read.life({ collection: 'users', scope: '', id, slice: { from: 0, count: 50 }, ...over });

test('the life of a row has its changes and those of its place, newest first', () => {
  const history = openHistory();
  history.cache('members', 'project:7', [{ id: 1, username: 'ann', name: 'Ann', access_level: 40 }]);
  history.cover('members', 'project:7', [5_000, 9_000]);
  const of = { collection: 'members', scope: 'project:7' } as const;
  history.log({ ...of, id: null, kind: 'hidden', at: 1_000 });
  history.log({ ...of, id: 1, kind: 'came', at: 6_000, fields: { name: 'Ann', access_level: 30 } });
  history.log({ ...of, id: 1, kind: 'sent', at: 6_500, fields: { email: 'a@b.example' } });
  history.log({
    ...of,
    id: 1,
    kind: 'changed',
    at: 7_000,
    source: 'ours',
    cause: 'p 4',
    fields: { access_level: [30, 40] },
  });
  history.log({ ...of, id: null, kind: 'hidden', at: 8_000, fields: ['email'] });
  history.log({ ...of, id: 2, kind: 'came', at: 8_000, fields: {} });
  history.log({ ...of, scope: 'project:8', id: 1, kind: 'came', at: 8_000, fields: {} });
  const own = { collection: 'members', scope: 'project:7' };
  const life = lifeOf(history, 1, own);
  expect(life).toMatchObject({
    ...{ isRecorded: true, total: 3, counts: { outside: 2, reeve: 1 }, fields: ['access_level', 'email'], first: null },
    recorded: { since: 5_000 },
  });
  expect(life.entries.map(({ kind, at, id }) => [kind, at, id])).toEqual([
    ['hidden', 8_000, null],
    ['changed', 7_000, 1],
    ['came', 6_000, 1],
  ]);
  expect(lifeOf(history, 1, { ...own, by: 'reeve' })).toMatchObject({ total: 1, counts: { outside: 2, reeve: 1 } });
  expect(lifeOf(history, 1, { ...own, field: 'email' })).toMatchObject({ total: 1, counts: { outside: 1, reeve: 0 } });
  expect(lifeOf(history, 1, { ...own, slice: { from: 1, count: 1 } }).entries[0]?.kind).toBe('changed');
});

test('in the past, the life of a row ends at the moment', () => {
  const history = openHistory();
  for (const at of [1_000, 2_000]) history.log({ collection: 'users', id: 1, kind: 'changed', at, fields: {} });
  expect(lifeOf(history, 1, { until: 1_000 })).toMatchObject({ total: 1, counts: { outside: 1 } });
  expect(lifeOf(history, 1, { until: null }).total).toBe(2);
});

test('a row that did not come later was first synced by the first recorded sync of its place', () => {
  const history = openHistory();
  history.cache('users', '', [user(1)]);
  history.cover('users', '', [3_000, 4_000]);
  history.log({ collection: 'users', id: 2, kind: 'known', at: 3_500, fields: {} });
  expect(lifeOf(history, 1)).toMatchObject({ total: 0, first: 3_000 });
  expect(lifeOf(history, 2)).toMatchObject({ total: 0, first: 3_500 });
});

test('a row that several scopes have has one life', () => {
  const history = openHistory();
  const row = { id: 5, description: 'shared' };
  for (const scope of ['', 'group:2', 'project:7']) history.cache('runners', scope, [row]);
  history.cover('runners', 'group:2', [2_000]);
  history.cover('runners', 'project:7', [1_000]);
  history.log({ collection: 'runners', id: 5, kind: 'changed', at: 3_000, fields: { paused: [false, true] } });
  for (const scope of ['', 'group:2', 'project:7'])
    expect(lifeOf(history, 5, { collection: 'runners', scope })).toMatchObject({ total: 1, first: 1_000 });
});

test('a list without history says so', () => {
  expect(lifeOf(openHistory(), 1, { collection: 'commits', scope: 'project:7' })).toMatchObject({
    isRecorded: false,
    total: 0,
  });
});

test('a moment has its neighbours in full seconds, its last sync, and the places that were synced', () => {
  const history = openHistory();
  const of = { collection: 'members', scope: 'project:7' } as const;
  history.cover('members', 'project:7', [10_000, 20_000, 30_000]);
  history.cover('members', 'project:8', [25_000]);
  history.cover('members', 'project:9', [5_000], 'refused');
  for (const at of [12_300, 20_000, 27_000]) history.log({ ...of, id: 1, kind: 'changed', at, fields: {} });
  history.log({ ...of, scope: 'project:8', id: 1, kind: 'changed', at: 23_000, fields: {} });
  history.log({ collection: 'users', id: 1, kind: 'changed', at: 24_000, fields: {} });
  history.exec(`INSERT INTO history.gaps VALUES (1, 2, NULL, 'lost'), (26000, 27000, NULL, 'disk-full')`);
  const at = (moment: number, collection: string | null, scope: string | null = null) =>
    history.read.moment({ at: moment, collection, scope });
  expect(at(22_000, 'members')).toMatchObject({
    ...{ previous: 20_000, next: 23_000, sync: 20_000, places: { places: 2, synced: 1 } },
    recorded: { since: 10_000, gaps: [{ from: 26_000, until: 27_000, why: 'disk-full' }] },
  });
  expect(at(22_000, 'members').fields).toContain('created_by.id');
  expect(at(22_000, 'members').notRecorded).toEqual({ filters: ['membership_state', 'account'], sorts: [] });
  expect(at(22_000, 'users').notRecorded).toMatchObject({
    filters: expect.arrayContaining(['inactive_days', 'never_signed_in', 'custom_attributes']) as unknown,
    sorts: ['last_activity_on', 'last_sign_in_at'],
  });
  expect(at(22_000, 'members', 'project:7')).toMatchObject({ next: 27_000, places: { places: 1, synced: 1 } });
  expect(at(24_000, null)).toMatchObject({ previous: 23_000, next: 27_000, fields: null });
  // The state after a change is that of the next full second, so going back and forth ends at each of them
  expect(at(20_000, 'members')).toMatchObject({ previous: 13_000, next: 23_000 });
  expect(at(13_000, 'members')).toMatchObject({ previous: null, next: 20_000 });
  expect(at(22_000, 'commits')).toMatchObject({ previous: null, sync: null, fields: null });
});
