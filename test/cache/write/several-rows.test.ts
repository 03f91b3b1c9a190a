import { expect, test } from 'vitest';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import type { FieldsChange } from '#main/cache/write/row-writer.ts';
import { openBoth } from '../rig.ts';
import { pageOf } from '../rows.ts';

const place = { collection: 'runners', scope: '' };
const runner = (id: number) => ({ id, description: `Runner ${id}`, paused: false, runner_type: 'instance_type' });
const change = (id: number, fields: Record<string, unknown>): FieldsChange => ({
  at: { collection: 'runners', scope: null, id },
  fields,
  by: 'details',
  now: 2_000,
});

/** Ordinary changes, two of one row, of a row that is not cached, of a deleted row, and two that are not readable. */
const changes = [
  change(1, { paused: true }),
  change(2, { description: 'new', unknown_field: { nested: [1, null] } }),
  change(1, { description: 'second change', paused: null }),
  change(99, { paused: true }),
  change(3, { paused: true }),
  change(4, { id: 'four' }),
  change(4, { id: 4.5, description: 'x' }),
  change(5, {}),
];

async function filled() {
  const { store, reader } = await openBoth();
  await store.beginList({ place, estimatedRows: null, now: 1_000 });
  await store.putListPage({ place, rows: pageOf([1, 2, 3, 4, 5].map(runner)), now: 1_000 });
  await store.finishSyncRun({ place, now: 1_000, acceptNotReturned: false });
  await store.markDeleted({ place, id: 3, now: 1_500 });
  return { store, reader };
}

async function shown(reader: CacheReader) {
  const query = { scope: '', search: '', filter: {}, sort: { by: 'id', direction: 'asc' as const } };
  const found = await reader.lists('runners').list({
    query: { ...query, notReturned: 'show' },
    slice: { from: 0, count: 200 },
  });
  const rows = found.rows.map(({ key: _, ...row }) => row);
  return { rows, details: await Promise.all([1, 2, 3, 4, 5].map((id) => detail(reader, id))) };
}
const detail = (reader: CacheReader, id: number) => reader.lists('runners').detail({ scope: '', id });

async function oneByOne(store: CacheWriter): Promise<string[]> {
  const failures: string[] = [];
  for (const one of changes) await store.putFields(one).catch((thrown: Error) => failures.push(thrown.message));
  return failures;
}

test('changing fields of several rows gives the same rows as one by one, and reports unreadable ones', async () => {
  const [single, together] = [await filled(), await filled()];
  const failures = await oneByOne(single.store);
  expect(failures).toHaveLength(2);
  expect(await together.store.putFieldsOfRows({ changes })).toEqual(failures);
  expect(await shown(together.reader)).toEqual(await shown(single.reader));
});

test('details of several rows are the same as one by one, and null for rows whose details were never fetched', async () => {
  const { store, reader } = await openBoth();
  await store.beginList({ place, estimatedRows: null, now: 1_000 });
  await store.putListPage({ place, rows: pageOf([1, 2, 3, 4].map(runner)), now: 1_000 });
  await store.finishSyncRun({ place, now: 1_000, acceptNotReturned: false });
  for (const id of [2, 3, 5]) {
    const record = { ...runner(id), maintenance_note: `note ${id}`, unknown: [id] };
    await store.put({ place: { collection: 'runners.detail', scope: '' }, id, record, by: 'details', now: 2_000 });
  }
  await store.markDeleted({ place, id: 3, now: 3_000 });

  const runners = reader.lists('runners');
  const places = [4, 2, 99, 3, 2, 5].map((id) => ({ scope: '', id }));
  const single = await Promise.all(places.map((place) => runners.detail(place)));
  const together = await runners.rowsAt({ places });
  expect(together.map((one) => one?.detailFetchedAt ?? null)).toEqual([null, 2_000, null, 2_000, 2_000, 2_000]);
  for (const [at, found] of together.entries()) {
    if (found === null) expect(single[at]?.detailFetchedAt ?? null).toBeNull();
    else expect(single[at]).toMatchObject(found);
  }
});

test('details that do not fit into one result are returned by the next call', async () => {
  const { store, reader } = await openBoth();
  for (const id of [1, 2, 3]) {
    const record = { ...runner(id), maintenance_note: 'x'.repeat(990_000) };
    await store.put({ place: { collection: 'runners.detail', scope: '' }, id, record, by: 'details', now: 2_000 });
  }
  const places = [9, 1, 2, 3].map((id) => ({ scope: '', id }));
  const details = reader.lists('runners').rowsAt;
  const first = await details({ places });
  expect(first.map((one) => one?.row.id)).toEqual([undefined, 1, 2]);
  const [last, ...others] = await details({ places: places.slice(first.length) });
  expect(last?.row.maintenance_note).toHaveLength(990_000);
  expect(others).toEqual([]);
});
