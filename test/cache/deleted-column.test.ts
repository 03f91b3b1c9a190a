import { expect, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { freshFile, openBoth } from './rig.ts';
import { pageOf } from './rows.ts';

const place = { collection: 'runners', scope: '' };
const query = {
  scope: '',
  search: '',
  filter: {},
  sort: { by: 'id', direction: 'asc' as const },
  notReturned: 'show' as const,
};
const runner = (id: number) => ({ id, description: `Runner ${id}` });

/** A cache of version 20, which has no deletion times. Runners 2 and 3 are marked as not returned. */
async function writeVersion20() {
  const file = await freshFile();
  const { store, reader } = await openBoth(file);
  for (const [ids, now] of [
    [[1, 2, 3], 1_000],
    [[1], 2_000],
  ] as const) {
    await store.beginList({ place, estimatedRows: null, now });
    await store.putListPage({ place, rows: pageOf(ids.map(runner)), now });
    await store.finishSyncRun({ place, now });
  }
  await reader.close();
  await store.close();
  const db = openCache(file, 'write');
  db.exec('ALTER TABLE documents DROP COLUMN deleted_at; DROP TABLE hidden_places; PRAGMA user_version = 20;');
  db.close();
  return file;
}

test('after a migration from version 20, rows that were not returned keep this state and can be marked as deleted', async () => {
  const { store, reader } = await openBoth(await writeVersion20());
  const rows = async () => (await reader.lists('runners').list({ query, slice: { from: 0, count: 10 } })).rows;
  const states = async () =>
    (await rows()).map(({ row, notReturnedSince, deletedAt }) => [row.id, notReturnedSince, deletedAt]);
  expect(await states()).toEqual([
    [1, null, undefined],
    [2, 2_000, undefined],
    [3, 2_000, undefined],
  ]);
  await store.markDeleted({ place, id: 3, now: 3_000 });
  await store.markHidden({ place, now: 4_000 });
  expect(await states()).toEqual([
    [1, null, undefined],
    [2, 2_000, undefined],
    [3, 2_000, 3_000],
  ]);
  expect(await reader.lists('runners').summary({ scope: '' })).toMatchObject({
    live: 1,
    notReturned: 2,
    hiddenSince: 4_000,
  });
});
