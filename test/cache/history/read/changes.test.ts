import { expect, test } from 'vitest';
import type { ReadEntry } from '#main/cache/history/history-api.ts';
import { user } from '../../rows.ts';
import { changesOf, openHistory } from './rig.ts';

const day = 86_400_000;
const start = Date.parse('2026-11-01T00:00:00Z');
const idsOf = ({ entries }: { entries: readonly ReadEntry[] }) => entries.map(({ id }) => id);

function filled() {
  const history = openHistory();
  history.cache('users', '', [user(1), user(2), user(3)]);
  history.log({
    collection: 'users',
    id: 1,
    kind: 'changed',
    at: start + 1_000,
    since: start,
    fields: { is_admin: [false, true] },
  });
  history.log({
    collection: 'users',
    id: 2,
    kind: 'came',
    at: start + day,
    fields: { name: 'Person 2', is_admin: false },
  });
  history.log({ collection: 'users', id: 9, kind: 'notReturned', at: start + day, fields: { name: 'Left Person' } });
  history.log({ collection: 'users', id: 3, kind: 'known', at: start + day, fields: { name: 'Person 3' } });
  history.log({
    ...{ collection: 'users', id: 3, kind: 'changed', at: start + 2 * day, source: 'ours', cause: 'plan-1 7' },
    fields: { note: ['', 'Überraschung'] },
  });
  history.logWaiting({
    collection: 'users',
    id: 3,
    kind: 'changed',
    at: start + 3 * day,
    fields: { two_factor_enabled: [true, false] },
  });
  return history;
}

test('changes are listed newest first, from both files, with the names of their rows', () => {
  const { read } = filled();
  const found = read.changes(changesOf());
  expect(found).toMatchObject({
    total: 5,
    by: { outside: 4, reeve: 1 },
    collections: [{ collection: 'users', count: 5 }],
  });
  expect(found.entries.map(({ id, kind, title }) => [id, kind, title])).toEqual([
    [3, 'changed', 'Person 3'],
    [3, 'changed', 'Person 3'],
    [9, 'notReturned', 'Left Person'],
    [2, 'came', 'Person 2'],
    [1, 'changed', 'Person 1'],
  ]);
  expect(found.entries[1]?.by).toEqual({ source: 'ours', cause: 'plan-1 7' });
  expect(found.entries[4]).toMatchObject({
    ...{ at: start + 1_000, since: start, row: null },
    fields: [{ name: 'is_admin', before: false, after: true }],
  });
  expect(idsOf(read.changes({ ...changesOf(), slice: { from: 2, count: 2 } }))).toEqual([9, 2]);
});

test('an entry of a sync that has not ended, and one that is in both files, is not counted twice', () => {
  const history = filled();
  history.exec(`INSERT INTO history_outbox SELECT 1, NULL, 'users', '', 1, 2, ${start + 1_000}, NULL, 0, NULL, '{}'`);
  history.exec(`INSERT INTO history_outbox VALUES (99, 5, 'users', '', 1, 2, NULL, NULL, 0, NULL, '{}')`);
  expect(history.read.changes(changesOf()).total).toBe(5);
});

test('filters choose lists, kinds, fields, spans and who made the change', () => {
  const history = filled();
  history.log({ collection: 'runners', id: 4, kind: 'came', at: start, fields: {} });
  const ids = (query: Parameters<typeof changesOf>[0]) => idsOf(history.read.changes(changesOf(query)));
  expect(ids({ filter: { collections: ['runners'] } })).toEqual([4]);
  expect(ids({ filter: { kinds: ['notReturned', 'came'] } })).toEqual([9, 2, 4]);
  expect(ids({ filter: { fields: ['note'] } })).toEqual([3]);
  const [, second] = history.read.changes(changesOf()).entries;
  expect(ids({ filter: { numbers: [second?.n ?? 0] } })).toEqual([second?.id]);
  expect(ids({ filter: { numbers: [] } })).toEqual([]);
  expect(ids({ since: start + 1, until: start + day })).toEqual([9, 2, 1]);
  expect(ids({ filter: { by: 'reeve' } })).toEqual([3]);
  // Counts by list and by author are those without their own filter
  expect(history.read.changes(changesOf({ filter: { by: 'reeve', collections: ['users'] } }))).toMatchObject({
    ...{ total: 1, by: { outside: 4, reeve: 1 }, collections: [{ collection: 'users', count: 1 }] },
  });
  expect(history.read.changes(changesOf({ filter: { collections: ['runners'] } })).collections).toHaveLength(2);
});

test('a search finds names, values and paths of places, without case and marks', () => {
  const history = filled();
  history.cache('members', 'project:7', [{ id: 1, username: 'ann', name: 'Ann', access_level: 30 }]);
  history.log({
    collection: 'members',
    scope: 'project:7',
    id: 1,
    kind: 'changed',
    at: start,
    fields: { access_level: [30, 40] },
  });
  const ids = (search: string) =>
    idsOf(history.read.changes({ ...changesOf({ search }), labels: { 'project:7': 'acme/core' } }));
  expect(ids('uberraschung')).toEqual([3]);
  expect(ids('left person')).toEqual([9]);
  expect(ids('person 2')).toEqual([2]);
  expect(ids('ann ACME/core')).toEqual([1]);
  expect(ids('access_level')).toEqual([]);
  expect(history.read.changes(changesOf({ search: 'left' })).total).toBe(1);
});

test('the count of each view is the number of changes that it shows', () => {
  const history = filled();
  history.log({ collection: 'users', id: 4, kind: 'came', at: start, fields: { name: 'Root', is_admin: true } });
  history.log({ collection: 'users', id: 5, kind: 'changed', at: start, fields: { is_admin: [true, false] } });
  history.log({
    collection: 'members',
    scope: 'project:7',
    id: 1,
    kind: 'changed',
    at: start,
    fields: { access_level: [30, 40] },
  });
  history.log({
    collection: 'members',
    scope: 'project:7',
    id: 2,
    kind: 'changed',
    at: start,
    fields: { access_level: [40, 30] },
  });
  history.log({
    collection: 'accessTokens',
    scope: 'group:2',
    id: 8,
    kind: 'came',
    at: start,
    fields: { name: 'bot' },
  });
  history.log({
    collection: 'accessTokens',
    scope: 'group:2',
    id: 8,
    kind: 'deleted',
    at: start,
    fields: { name: 'bot' },
  });
  const expected = {
    administrators: [1, 4],
    'two-factor-off': [3],
    'access-raised': [1],
    'not-returned': [9, 8],
    'new-tokens': [8],
  } as const;
  for (const [view, ids] of Object.entries(expected))
    expect(idsOf(history.read.changes(changesOf({ view: view as keyof typeof expected })))).toEqual(ids);
  const counts = Object.fromEntries(Object.entries(expected).map(([view, ids]) => [view, ids.length]));
  expect(history.read.viewCounts({ since: 0, until: start + 9 * day })).toEqual(counts);
});

test('the changes of a person are those of the account, its tokens and keys, and the memberships that it gave', () => {
  const history = openHistory();
  history.cache('accessTokens', 'group:2', [
    { id: 1, name: 'one', user_id: 7 },
    { id: 2, name: 'two', user_id: 8 },
  ]);
  history.cache('members', 'project:7', [
    { id: 20, username: 'a', name: 'A', access_level: 30, created_by: { id: 7 } },
    { id: 7, username: 'b', name: 'B', access_level: 30, created_by: { id: 1 } },
  ]);
  history.log({ collection: 'users', id: 7, kind: 'changed', at: 1, fields: { state: ['active', 'blocked'] } });
  for (const id of [1, 2])
    history.log({
      collection: 'accessTokens',
      scope: 'group:2',
      id,
      kind: 'changed',
      at: 2,
      fields: { name: ['x', 'y'] },
    });
  // No longer cached
  history.log({ collection: 'accessTokens', scope: 'group:2', id: 3, kind: 'deleted', at: 3, fields: { user_id: 7 } });
  for (const id of [20, 7, 9])
    history.log({ collection: 'members', scope: 'project:7', id, kind: 'came', at: 4, fields: {} });
  history.log({ collection: 'runners', id: 7, kind: 'came', at: 5, fields: {} });
  expect(idsOf(history.read.changes(changesOf({ filter: { person: 7 } })))).toEqual([7, 20, 3, 1, 7]);
});

test('a place includes what is below it, and the rows that it shows of lists with one history', () => {
  const history = openHistory();
  const issue = (id: number, project_id: number) => ({
    id,
    iid: id,
    project_id,
    title: `Issue ${id}`,
    state: 'opened',
  });
  history.cache('issues', '', [issue(1, 7), issue(2, 8)]);
  history.cache('runners', 'project:7', [{ id: 5, description: 'shared' }]);
  for (const id of [1, 2])
    history.log({ collection: 'issues', id, kind: 'changed', at: id, fields: { state: ['opened', 'closed'] } });
  history.log({ collection: 'runners', id: 5, kind: 'changed', at: 3, fields: { paused: [false, true] } });
  history.log({ collection: 'notes', scope: 'project:7/issue:1', id: 6, kind: 'came', at: 4, fields: {} });
  history.log({ collection: 'members', scope: 'project:70', id: 7, kind: 'came', at: 5, fields: {} });
  const labels = { 'group:2': 'acme', 'project:7': 'acme/core', 'project:70': 'acmes/other', 'project:8': 'Acme/web' };
  const found = (place: string) => history.read.changes({ ...changesOf({ filter: { place } }), labels });
  expect(idsOf(found('project:7'))).toEqual([6, 5, 1]);
  expect(found('project:7').entries.map(({ scope }) => scope)).toEqual(['project:7/issue:1', 'project:7', 'project:7']);
  expect(idsOf(found('group:2'))).toEqual([6, 5, 2, 1]);
});

test('each day of a span has its changes and completed syncs, in the time zone of the window', () => {
  const history = filled();
  history.cover('users', '', [start + 1_000, start + day, start + 2 * day]);
  history.cover('members', 'project:7', [start + day], 'refused');
  const query = { ...changesOf({ since: start, until: start + 3 * day }) };
  expect(history.read.days({ ...query, utcOffsetMinutes: 0 })).toEqual([
    { day: '2026-11-01', outside: 1, reeve: 0, syncs: 1 },
    { day: '2026-11-02', outside: 2, reeve: 0, syncs: 1 },
    { day: '2026-11-03', outside: 0, reeve: 1, syncs: 1 },
    { day: '2026-11-04', outside: 1, reeve: 0, syncs: 0 },
  ]);
  const west = history.read.days({ ...query, utcOffsetMinutes: -60 });
  expect(west[0]).toEqual({ day: '2026-10-31', outside: 1, reeve: 0, syncs: 1 });
});

test('an answer about a span names its syncs, gaps, and lists that were not synced in all places', () => {
  const history = filled();
  history.cover('users', '', [start + 1_000, start + day]);
  history.cover('members', 'project:7', [start]);
  history.cover('members', 'project:8', [start + 5 * day]);
  history.exec(
    `INSERT INTO history.meta VALUES ('since', '${start}'), ('removed:users', '5'), ('removed:members', '9')`,
  );
  history.exec(`INSERT INTO history.gaps VALUES (${start}, ${start + 10}, NULL, 'lost'), (1, 2, NULL, 'lost')`);
  const query = { since: start, until: start + 2 * day };
  expect(history.read.changes(changesOf(query))).toMatchObject({
    syncs: { count: 3, last: start + day },
    incomplete: [{ collection: 'members', places: 2, synced: 1 }],
    recorded: { since: start, removedBefore: 9, gaps: [{ from: start, until: start + 10, why: 'lost' }] },
  });
  const ofUsers = changesOf({ ...query, filter: { collections: ['users'] } });
  expect(history.read.changes(ofUsers)).toMatchObject({
    syncs: { count: 2 },
    incomplete: [],
    recorded: { removedBefore: 5 },
  });
});

test('parts of an export follow each other without a gap, with whole values', () => {
  const history = openHistory();
  const long = 'x'.repeat(3_000);
  for (let id = 1; id <= 7; id += 1)
    history.log({ collection: 'users', id, kind: 'changed', at: 5, fields: { note: ['', long] } });
  const found: ReadEntry[] = [];
  for (let part; part === undefined || part.length > 0;) {
    const last = found.at(-1);
    const before = last === undefined ? null : { at: last.at, n: last.n };
    part = history.read.changesPart({ ...changesOf(), before, count: 3 });
    found.push(...part);
  }
  expect(found.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(found[0]?.fields[0]?.after).toBe(long);
  expect(history.read.changes(changesOf()).entries[0]?.fields[0]?.after).toBe(`${long.slice(0, 2_000)}…`);
});
