import { expect, onTestFinished, test } from 'vitest';
import { definitions } from '#main/cache/definitions.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { listReader } from '#main/cache/read/list-reader.ts';
import { textMemory } from '#main/cache/read/text-memory.ts';
import { writer } from '#main/cache/write/writer.ts';
import { buildIndexes, definitionFor, freshFile, openBoth, runSync } from '../rig.ts';
import { user, type Row } from '../rows.ts';

const named = (names: readonly string[]): Row[] =>
  names.map((name, at) => user(at + 1, { name, username: `u${at + 1}`, email: null }));

async function closest(rows: Row[], search: string, count = 6): Promise<string[]> {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [rows] }]);
  const found = await reader.lists('users').closest({ search, from: 0, count });
  return found.rows.map(({ row }) => row.name ?? '');
}

test('hits are ordered: the whole name, its beginning, the beginning of a word in it, all others', async () => {
  const others = Array.from({ length: 150 }, (_, at) => `aencore ${at}`);
  const names = [...others, 'zz hard-core', 'The core', 'Core team', 'CORE', 'Core'];
  expect(await closest(named(names), 'core')).toEqual([
    ...['CORE', 'Core', 'Core team', 'The core', 'zz hard-core', 'aencore 0'],
  ]);
});

test('the username is a name, too', async () => {
  const rows = [
    user(1, { name: 'Ann jdoe-like' }),
    user(2, { name: 'Zoe', username: 'jdoe' }),
    user(3, { username: 'jdoes' }),
  ];
  expect(await closest(rows, 'JDOE')).toEqual(['Zoe', 'Person 3', 'Ann jdoe-like']);
});

test('with thousands of hits, names that begin with the text still come first', async () => {
  const others = Array.from({ length: 3_100 }, (_, at) => `a core ${at}`);
  expect(await closest(named([...others, 'Core team', 'Cöre']), 'core', 4)).toEqual([
    ...['Cöre', 'Core team', 'a core 0', 'a core 1'],
  ]);
});

test('rows that are no longer returned are not found', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [named(['Core', 'Core team'])] }]);
  await runSync(store, [{ pages: [named(['Core'])] }], { now: 2_000, acceptNotReturned: true });
  const { rows, total } = await reader.lists('users').closest({ search: 'core', from: 0, count: 6 });
  expect([total, rows.map(({ row }) => row.name)]).toEqual([1, ['Core']]);
});

test('the names of every list are searched fields, so that a row with a matching name is a hit', () => {
  for (const { collection, nameColumns, columns, searched } of definitions) {
    // The host of a mirror is a part of its address, which is searched
    const fields = nameColumns.map((name) => columns[name]?.field ?? '').filter((field) => field !== 'target_host');
    expect({ collection, notSearched: fields.filter((field) => !searched.includes(field)) }).toEqual({
      collection,
      notSearched: [],
    });
  }
});

test.each([true, false])(
  'texts that do not fit in memory: some hits are found if they are indexed (%s)',
  async (isIndexed) => {
    const definition = { ...definitionFor('notes'), leastIndexedBytes: isIndexed ? 0 : 1e9 };
    const db = openCache(await freshFile(), 'write');
    const write = writer(db, [definition], () => undefined);
    onTestFinished(() => write.close());
    const place = { collection: 'notes' as const, scope: 'project:7/issue:1' };
    const rows = Array.from({ length: 3_100 }, (_, at) => ({
      id: at + 1,
      body: at === 9 ? 'A rare gateway' : 'A gateway',
    }));
    write.beginList({ place, estimatedRows: null, now: 1 });
    write.putListPage({ place, rows, now: 1 });
    write.finishSyncRun({ place, now: 1 });
    buildIndexes(write);

    const reader = listReader(db, definition, textMemory(10));
    const found = (search: string) => {
      const { total, rows: shown } = reader.closest({ search, from: 0, count: 2 });
      return [total, shown.map(({ row }) => row['id'])];
    };
    expect(found('gateway')).toEqual(isIndexed ? [1_000, [3_100, 3_099]] : [0, []]);
    expect(found('rare gateway')).toEqual(isIndexed ? [1, [10]] : [0, []]);
    expect(found('ga')).toEqual([0, []]);
    expect(listReader(db, definition, textMemory()).closest({ search: 'ga', from: 0, count: 1 }).total).toBe(1_000);
  },
);
