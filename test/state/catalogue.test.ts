import { expect, test } from 'vitest';
import { normalText } from '#main/cache/normal-text.ts';
import { catalogue, type NewEntry } from '#main/state/catalogue.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import { hours } from '#shared/time.ts';
import { databaseAt } from './migrations/database-at.ts';

const table = () => catalogue(databaseAt(newestVersion), normalText);
const some = (over: Partial<NewEntry>): NewEntry => ({
  kind: 'project',
  id: null,
  path: null,
  name: null,
  source: 'harvested',
  sourceDetail: 'runners',
  isPinned: false,
  ...over,
});
const revives = { revives: true };
const all = { from: 0, count: 100 };
const list = (known: ReturnType<typeof table>, query: Partial<CatalogueQuery> = {}) =>
  known.list('p1', CatalogueQuery.parse(query), all).rows;

test('an entry by path and one by ID are merged when a reply contains both, and keep the pin and the first time', () => {
  const known = table();
  const pinned = some({ path: 'corp/app', source: 'pinned', sourceDetail: null, isPinned: true });
  const { key } = known.add('p1', pinned, 1_000, revives);
  known.add('p1', some({ id: 7, name: 'App' }), 2_000, revives);
  expect(list(known)).toHaveLength(2);
  const merged = known.add('p1', some({ id: 7, path: 'Corp/App' }), 3_000, revives);
  expect(merged).toMatchObject({ key, outcome: 'known', isChanged: true });
  expect(list(known)).toEqual([
    expect.objectContaining({ key, id: 7, path: 'Corp/App', name: 'App', isPinned: true, source: 'pinned' }),
  ]);
  expect(known.get('p1', 'project', 7)).toMatchObject({ firstSeenAt: 1_000, seenAt: 3_000 });
  expect(known.get('p1', 'project', 'corp/app')?.key).toBe(key);
});

test('two rows that a later row of the same list merges return the same key, and do not restore a removed entry', () => {
  const known = table();
  const three = [some({ path: 'corp/app', isPinned: true }), some({ id: 7 }), some({ id: 7, path: 'corp/app' })];
  const ends = known.addAll('p1', three, 1, revives);
  const [row] = list(known);
  expect(ends.map(({ key }) => key)).toEqual([row?.key, row?.key, row?.key]);
  expect(ends.at(-1)).toMatchObject({ knownId: { kind: 'project', id: 7, path: 'corp/app' } });
  expect(row).toMatchObject({ id: 7, path: 'corp/app', isPinned: true });
  known.remove('p1', [row?.key ?? 0], 2);
  known.add('p1', some({ id: 7, path: 'corp/app' }), 3, { revives: false });
  expect(list(known)).toEqual([]);
  expect(known.knownIds('p1')).toEqual([{ kind: 'project', id: 7, path: 'corp/app' }]);
});

test('a moved project takes its new path from the project that had it before', () => {
  const known = table();
  known.add('p1', some({ id: 7, path: 'corp/app' }), 1, revives);
  known.add('p1', some({ id: 8, path: 'corp/tool' }), 1, revives);
  known.add('p1', some({ id: 7, path: 'corp/tool' }), 2, revives);
  expect(known.get('p1', 'project', 7)?.path).toBe('corp/tool');
  expect(known.get('p1', 'project', 8)?.path).toBeNull();
  expect(list(known, { search: 'tool' }).map(({ id }) => id)).toEqual([7]);
});

test('an entry that a person removed is restored by adding it or by undo, but not by a reply', () => {
  const known = table();
  const { key } = known.add('p1', some({ id: 7, path: 'corp/app' }), 1, revives);
  expect(known.remove('p1', [key], 5)).toBe(1);
  expect(known.add('p1', some({ id: 7 }), 6, { revives: false }).outcome).toBe('known');
  expect(list(known)).toEqual([]);
  expect(known.get('p1', 'project', 7)).toBeNull();
  known.restore('p1', [key]);
  expect(list(known).map((row) => row.key)).toEqual([key]);
  known.remove('p1', [key], 7);
  expect(known.add('p1', some({ id: 7, source: 'pinned' }), 8, revives)).toMatchObject({ key, outcome: 'added' });
  expect(list(known)).toHaveLength(1);
});

test('seeing an entry again is no change, and is written at most once an hour', () => {
  const known = table();
  known.add('p1', some({ id: 7 }), 1_000, revives);
  expect(known.add('p1', some({ id: 7 }), 2_000, revives).isChanged).toBe(false);
  expect(known.get('p1', 'project', 7)?.seenAt).toBe(1_000);
  known.add('p1', some({ id: 7 }), 1_001 + hours(1), revives);
  expect(known.get('p1', 'project', 7)?.seenAt).toBe(1_001 + hours(1));
  known.add('p1', some({ id: 8, path: 'corp/app' }), 1_000, revives);
  expect(known.add('p1', some({ id: 8, path: 'corp/app' }), 2_000, revives).isChanged).toBe(false);
});

test('a list is searched without accents and case, filtered, and sorted with pinned entries first', () => {
  const known = table();
  const names = ['corp/zürich', 'corp/app', 'other/app'];
  for (const [at, path] of names.entries()) known.add('p1', some({ path, id: at + 1 }), at, revives);
  known.add('p1', some({ kind: 'group', path: 'corp' }), 9, revives);
  known.add('p2', some({ path: 'elsewhere/app' }), 9, revives);
  const [zurich] = list(known, { search: 'ZURICH' });
  known.pin('p1', [zurich?.key ?? 0], true);
  expect(list(known).map(({ path }) => path)).toEqual(['corp/zürich', 'corp', 'corp/app', 'other/app']);
  expect(list(known, { search: 'corp app' }).map(({ path }) => path)).toEqual(['corp/app']);
  expect(list(known, { below: 'corp', kind: 'project' }).map(({ path }) => path)).toEqual(['corp/zürich', 'corp/app']);
  expect(list(known, { sort: { by: 'id', direction: 'desc' } }).map(({ id }) => id)).toEqual([1, 3, 2, null]);
  known.setVerdict('p1', zurich?.key ?? 0, 'denied', 77);
  expect(list(known, { verdict: 'denied' })).toMatchObject([{ verdict: 'denied', verifiedAt: 77 }]);
  expect(known.summary('p1')).toEqual({ groups: 1, projects: 3, pinned: 1, unverified: 3, denied: 1, missing: 0 });
  expect(known.list('p2', CatalogueQuery.parse({}), all).total).toBe(1);
});
