import { expect, test } from 'vitest';
import type { CollectionName } from '#shared/contract/collections.ts';
import { createRandom } from '../../../platform/random.ts';
import { user } from '../../rows.ts';
import { openHistory, type History } from './rig.ts';

const everything = { from: 0, count: 10_000 };
const differencesOf = (history: History, collection: string, a: number, b: number, search = '') =>
  history.read.differences({ a, b, collection, kind: null, search, slice: everything });

test('a row that changed and changed back is the same', () => {
  const history = openHistory();
  history.cache('users', '', [user(1), user(2)]);
  history.cover('users', '', [1_000, 9_000]);
  history.log({ collection: 'users', id: 1, kind: 'changed', at: 2_000, fields: { state: ['active', 'blocked'] } });
  history.log({ collection: 'users', id: 1, kind: 'changed', at: 3_000, fields: { state: ['blocked', 'active'] } });
  history.log({ collection: 'users', id: 2, kind: 'notReturned', at: 3_000, fields: { state: 'active' } });
  history.log({ collection: 'users', id: 2, kind: 'back', at: 4_000, fields: { state: 'active' } });
  const of = { at: 1_500, collection: 'users' };
  expect(history.read.sinceThen({ ...of, scope: null })).toEqual({
    then: 2,
    now: 2,
    came: 0,
    notReturned: 0,
    changed: 0,
  });
  const rows = [1, 2, 3].map((id) => ({ scope: '', id }));
  expect(history.read.now({ ...of, rows })).toEqual([null, null, null]);
  expect(history.read.now({ ...of, at: 2_500, rows })[0]).toEqual({
    ...{ notReturnedSince: null, isDeleted: false, fields: [{ name: 'state', before: 'blocked', after: 'active' }] },
  });
  expect(history.read.now({ ...of, at: 3_500, rows })[1]).toBeNull();
});

test('a row that is gone now says since when, and whether it was deleted', () => {
  const history = openHistory();
  history.log({ collection: 'users', id: 1, kind: 'notReturned', at: 2_000, fields: {} });
  history.log({ collection: 'users', id: 1, kind: 'deleted', at: 3_000, fields: {} });
  const now = (at: number) => history.read.now({ at, collection: 'users', rows: [{ scope: '', id: 1 }] });
  expect(now(1_000)).toEqual([{ notReturnedSince: 2_000, isDeleted: true, fields: [] }]);
  // The deletion was confirmed after the row was no longer returned
  history.cover('users', '', [500, 4_000]);
  expect(history.read.compare({ a: 2_500, b: 4_000 }).collections).toMatchObject([
    { collection: 'users', a: { rows: 0 }, b: { rows: 0 }, came: 0, notReturned: 0, changed: 0 },
  ]);
});

test('rows of a place that was not synced at both moments are not counted', () => {
  const history = openHistory();
  const of = { collection: 'members' } as const;
  for (const scope of ['project:7', 'project:8', 'project:9'])
    history.cache('members', scope, [{ id: 1, username: 'a', name: 'A', access_level: 40 }]);
  history.cover('members', 'project:7', [1_000, 5_000, 9_000]);
  history.cover('members', 'project:8', [6_000]);
  for (const scope of ['project:7', 'project:8'])
    history.log({ ...of, scope, id: 1, kind: 'changed', at: 7_000, fields: { access_level: [30, 40] } });
  const { collections } = history.read.compare({ a: 5_500, b: 8_000 });
  expect(collections).toEqual([
    {
      collection: 'members',
      a: { rows: 1, places: 2, synced: 1, oldest: 5_000 },
      b: { rows: 2, places: 2, synced: 2, oldest: 5_000 },
      ...{ came: 0, notReturned: 0, changed: 1, byReeve: 0 },
    },
  ]);
  expect(differencesOf(history, 'members', 5_500, 8_000).rows).toMatchObject([
    { scope: 'project:7', id: 1, title: 'A' },
  ]);
  expect(history.read.compare({ a: 100, b: 8_000 }).collections[0]).toMatchObject({ a: { rows: null }, changed: 0 });
});

test('rows that were only seen for the first time, or are only hidden, do not count as added or not returned', () => {
  const history = openHistory();
  history.cache('users', '', [user(1)]);
  history.cover('users', '', [1_000]);
  history.log({ collection: 'users', id: 1, kind: 'known', at: 2_000, fields: {} });
  history.log({ collection: 'users', id: 2, kind: 'unlisted', at: 2_000 });
  expect(history.read.sinceThen({ at: 1_500, collection: 'users', scope: null })).toEqual({
    ...{ then: 1, now: 1, came: 0, notReturned: 0, changed: 0 },
  });
});

test('a list of one scope has the rows that this scope returned', () => {
  const history = openHistory();
  const issue = (id: number) => ({ id, iid: id, project_id: 7, title: `Issue ${id}`, state: 'opened' });
  history.cache('issues', 'group:2', [issue(1), issue(2)]);
  history.cache('issues', '', [issue(1), issue(2), issue(3)]);
  for (const scope of ['', 'group:2']) history.cover('issues', scope, [1_000, 9_000]);
  const of = { collection: 'issues', fields: { state: ['closed', 'opened'] }, at: 2_000 } as const;
  for (const id of [1, 3]) history.log({ ...of, id, kind: 'changed' });
  history.log({ ...of, scope: 'group:2', id: 2, kind: 'listed', fields: null });
  const since = (scope: string | null) => history.read.sinceThen({ at: 1_500, collection: 'issues', scope });
  expect(since('group:2')).toEqual({ then: 1, now: 2, came: 0, notReturned: 0, changed: 1 });
  expect(since(null)).toEqual({ then: 3, now: 3, came: 0, notReturned: 0, changed: 2 });
  expect(since('project:7')).toMatchObject({ then: 3, now: 3, changed: 2 });
});

test('a search and a kind choose differences, and changes by Reeve are counted', () => {
  const history = openHistory();
  history.cache('users', '', [user(1), user(2)]);
  history.cover('users', '', [1_000]);
  history.log({
    collection: 'users',
    id: 1,
    kind: 'changed',
    at: 2_000,
    source: 'probably',
    cause: 'p 1',
    fields: { note: ['', 'on leave'] },
  });
  history.log({ collection: 'users', id: 2, kind: 'came', at: 3_000, fields: { name: 'Person 2' } });
  expect(history.read.compare({ a: 1_500, b: 4_000 }).collections).toMatchObject([{ came: 1, changed: 1, byReeve: 1 }]);
  expect(differencesOf(history, 'users', 1_500, 4_000, 'leave').rows.map(({ id }) => id)).toEqual([1]);
  expect(differencesOf(history, 'users', 1_500, 4_000, 'person 2').counts).toEqual({
    came: 1,
    changed: 0,
    notReturned: 0,
  });
  const came = history.read.differences({
    a: 1_500,
    b: 4_000,
    collection: 'users',
    kind: 'came',
    search: '',
    slice: everything,
  });
  expect(came).toMatchObject({
    total: 1,
    counts: { came: 1, changed: 1 },
    rows: [{ id: 2, row: { name: 'Person 2' } }],
  });
});

interface Expected {
  key: string;
  kind: string;
  row: Record<string, unknown> | null;
  fields: Record<string, unknown>;
}

/** A random log of two lists, with the rows that existed after each step. */
function randomLog(seed: number) {
  const random = createRandom(seed, 'history');
  const pick = (count: number): number => random.integer(0, count - 1);
  const history = openHistory();
  type Row = Record<string, unknown>;
  type State = ReadonlyMap<string, Row>;
  const places = [
    ['users', ''],
    ['members', 'project:7'],
    ['members', 'project:8'],
  ] as const satisfies readonly (readonly [CollectionName, string])[];
  const now = new Map<string, Row>();
  const before = new Map<string, Row>();
  const states: State[] = [];
  const row = (id: number): Row => ({
    name: `N${id}`,
    username: `u${id}`,
    state: `s${pick(3)}`,
    access_level: 10 * pick(6),
  });
  for (const [collection, scope] of places)
    for (let id = 1; id <= 12; id += 1) now.set(`${collection} ${scope} ${id}`, row(id));
  states.push(new Map(now));
  for (let step = 1; step <= 250; step += 1) {
    const [collection, scope] = places[pick(places.length)] ?? places[0];
    const id = 1 + pick(25);
    const key = `${collection} ${scope} ${id}`;
    const own = now.get(key);
    const log = (kind: Parameters<History['log']>[0]['kind'], fields: unknown) =>
      history.log({ collection, scope, id, kind, at: step * 1_000, fields });
    if (own === undefined) {
      const last = before.get(key);
      const next = { ...row(id), ...(random.chance(0.5) && last) };
      now.set(key, next);
      log(last === undefined ? 'came' : 'back', next);
    } else if (random.chance(0.3)) {
      now.delete(key);
      before.set(key, own);
      log(random.chance(0.5) ? 'notReturned' : 'deleted', own);
    } else {
      const field = random.chance(0.5) ? 'state' : 'access_level';
      const value = row(id)[field];
      if (field in own && random.chance(0.2)) {
        const { [field]: former, ...rest } = own;
        now.set(key, rest);
        log('unsent', { [field]: former });
      } else {
        now.set(key, { ...own, [field]: value });
        if (!(field in own)) log('sent', { [field]: value });
        else if (own[field] !== value) log('changed', { [field]: [own[field], value] });
      }
    }
    states.push(new Map(now));
  }
  for (const [collection, scope] of places) {
    history.cover(collection, scope, [500]);
    const live = [...now].filter(([key]) => key.startsWith(`${collection} ${scope} `));
    history.cache(
      collection,
      scope,
      live.map(([key, own]) => ({ access_level: 0, ...own, id: Number(key.split(' ')[2]) })),
    );
  }
  const stateAt = (step: number): State => states[step] ?? new Map<string, Row>();
  return { history, pick, places, stateAt };
}

test.each([1, 2, 3, 4, 5, 6])('differences of a random log are those of its states (seed %i)', (seed) => {
  const { history, pick, places, stateAt } = randomLog(seed);
  for (let question = 0; question < 12; question += 1) {
    const [stepA, stepB] = [pick(250), pick(250)];
    const [a, b] = [stepA * 1_000 + 600, stepB * 1_000 + 600];
    const [was, is] = [stateAt(stepA), stateAt(stepB)];
    const compared = history.read.compare({ a, b }).collections;
    for (const collection of ['users', 'members'] as const) {
      const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => key.startsWith(`${collection} `));
      const expected = keys.flatMap((key): Expected[] => {
        const [before, after] = [was.get(key), is.get(key)];
        if (before === undefined) return [{ key, kind: 'came', row: after ?? null, fields: {} }];
        if (after === undefined) return [{ key, kind: 'notReturned', row: before, fields: {} }];
        const names = Object.keys(before).filter((name) => name in after && before[name] !== after[name]);
        const fields = Object.fromEntries(names.map((name) => [name, [before[name], after[name]]]));
        return names.length === 0 ? [] : [{ key, kind: 'changed', row: null, fields }];
      });
      const found = differencesOf(history, collection, a, b).rows.map(({ scope, id, kind, row, fields }) => ({
        ...{ key: `${collection} ${scope} ${id}`, kind, row },
        fields: Object.fromEntries(fields.map(({ name, before, after }) => [name, [before, after]])),
      }));
      const sorted = (rows: readonly { key: string }[]) => rows.toSorted((x, y) => x.key.localeCompare(y.key));
      expect(sorted(found)).toEqual(sorted(expected));
      const count = (kind: string) => expected.filter((one) => one.kind === kind).length;
      const rowsIn = (state: ReadonlyMap<string, unknown>) =>
        [...state.keys()].filter((key) => key.startsWith(`${collection} `)).length;
      expect(compared.find((one) => one.collection === collection)).toMatchObject({
        ...{ a: { rows: rowsIn(was) }, b: { rows: rowsIn(is) } },
        ...{ came: count('came'), notReturned: count('notReturned'), changed: count('changed') },
      });
    }
    for (const [collection, scope] of places) {
      const own = (state: ReadonlyMap<string, unknown>) =>
        [...state.keys()].filter((key) => key.startsWith(`${collection} ${scope} `));
      const since = history.read.sinceThen({ at: a, collection, scope });
      expect(since).toMatchObject({ then: own(was).length, now: own(stateAt(250)).length });
      const rows = own(was).map((key) => ({ scope, id: Number(key.split(' ')[2]) }));
      const now = history.read.now({ at: a, collection, rows });
      expect(now.filter((one) => one?.fields.length === 0)).toHaveLength(since.notReturned);
      expect(now.filter((one) => one !== null && one.fields.length > 0)).toHaveLength(since.changed);
    }
  }
});
