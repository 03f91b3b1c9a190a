import { expect, test } from 'vitest';
import { openBoth, runSync } from '../rig.ts';
import { usersBetween } from '../rows.ts';

const recent = { collections: ['users' as const], since: 1_000, slice: { from: 0, count: 10 } };

test('the rows of a first sync are not changes; later ones that are new, changed or not returned are', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 20)] }], { now: 1_000 });
  expect(await reader.recentChanges(recent)).toEqual({ total: 0, counts: [], rows: [] });
  const rows = usersBetween(1, 21)
    .filter(({ id }) => id !== 9)
    .map((row) => (row.id === 7 ? { ...row, name: 'Renamed' } : row));
  await runSync(store, [{ pages: [rows] }], { now: 2_000 });
  const { total, counts, rows: found } = await reader.recentChanges(recent);
  expect({ total, counts }).toEqual({ total: 3, counts: [{ collection: 'users', count: 3 }] });
  expect(found.map(({ id, kind, at }) => [id, kind, at])).toEqual(
    expect.arrayContaining([
      [7, 'changed', 2_000],
      [9, 'notReturned', expect.any(Number)],
      [21, 'changed', 2_000],
    ]),
  );
  expect(found.find(({ id }) => id === 7)?.title).toBe('Renamed');
  const slice = { from: 1, count: 1 };
  expect((await reader.recentChanges({ ...recent, slice })).rows).toEqual([found[1]]);
});

test('changes before the time and of other collections are not listed', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [usersBetween(1, 5)] }], { now: 1_000 });
  await runSync(store, [{ pages: [usersBetween(1, 8)] }], { now: 2_000 });
  expect((await reader.recentChanges(recent)).total).toBe(3);
  expect((await reader.recentChanges({ ...recent, since: 2_001 })).total).toBe(0);
  expect((await reader.recentChanges({ ...recent, collections: ['runners'] })).total).toBe(0);
});

test('an unchanged sync changes nothing', async () => {
  const { store, reader } = await openBoth();
  for (const now of [1_000, 2_000]) await runSync(store, [{ pages: [usersBetween(1, 5)] }], { now });
  expect((await reader.recentChanges(recent)).total).toBe(0);
});
