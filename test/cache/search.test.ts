import { expect, onTestFinished, test } from 'vitest';
import { readKeys } from '#main/cache/read/id-list.ts';
import { naturalBeginnings, naturalText, normalText, searchWords } from '#main/cache/normal-text.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { planSearch } from '#main/cache/read/search.ts';
import { textMemory } from '#main/cache/read/text-memory.ts';
import { textSearch } from '#main/cache/read/text-search.ts';
import { longTextSource } from '#main/cache/read/text-source.ts';
import { writer } from '#main/cache/write/writer.ts';
import { createRandom } from '../platform/random.ts';
import {
  buildIndexes,
  runSync,
  definitionFor,
  freshFile,
  idsOf,
  openBoth,
  openSpan,
  usersPlace as place,
} from './rig.ts';
import { pageOf, user, type Row } from './rows.ts';

const longUsers = { ...definitionFor('users'), hasLongTexts: true, leastIndexedBytes: 0 };

test.each([
  ['Jörg ÉRIKA', 'jorg erika'],
  ['ﬁx', 'ﬁx'],
  ['İstanbul', 'istanbul'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Straße', 'straße'],
  ['Nguyễn', 'nguyen'],
  ['a\0b', 'a b'],
  ['Ёлка', 'елка'],
])('the search text of %s is %s', (text, normal) => {
  expect(normalText(text)).toBe(normal);
});

test('numbers in names are sorted by value, and a search finds longer numbers that begin with the typed one', () => {
  const names = ['shared 2', 'Shared 1', 'shared 10', 'shared', 'shared 1a', `shared 1${'0'.repeat(12)}`, 'shared 100'];
  const sorted = names.toSorted((a, b) => (naturalText(a) < naturalText(b) ? -1 : 1));
  expect(sorted).toEqual([
    ...['shared', 'Shared 1', 'shared 1a', 'shared 2', 'shared 10', 'shared 100', `shared 1${'0'.repeat(12)}`],
  ]);
  const beginnings = naturalBeginnings('Shared 1');
  const found = sorted.filter((name) => beginnings.some((text) => naturalText(name).startsWith(text)));
  expect(found).toEqual(['Shared 1', 'shared 1a', 'shared 10', 'shared 100']);
});

test('any part of a text is found in the whole text', () => {
  for (const text of ['ΟΔΟΣΑ Σ', 'Jo\u0308rg', '한국어', 'İi̇', '👩‍👩‍👧 family']) {
    const points = [...text];
    for (let from = 0; from < points.length; from++) {
      const part = points.slice(from, from + 3).join('');
      expect(normalText(text)).toContain(normalText(part));
    }
  }
});

test('every word must occur in a field, ignoring accents and case', async () => {
  const { store, reader } = await openBoth();
  const rows = [
    user(1, { name: 'Jörg Müller', username: 'jm', note: 'Contractor until May' }),
    user(2, { name: 'Jorge Miller', username: 'jorge' }),
    user(3, { name: 'Erika', username: 'ek', email: 'e@forge.example', public_email: 'erika@öffentlich.example' }),
    user(4, { name: '100% _real_ "quoted" * OR NEAR(x)', username: 'sql' }),
  ];
  await runSync(store, [{ pages: [rows] }]);
  const found = (search: string) => idsOf(reader, { search });
  expect(await found('jorg')).toEqual([1, 2]);
  expect(await found('MULLER jörg')).toEqual([1]);
  expect(await found('contractor jm')).toEqual([1]);
  expect(await found('offentlich')).toEqual([3]);
  expect(await found('forge')).toEqual([3]);
  expect(await found('   ')).toEqual([1, 2, 3, 4]);
  expect(await found('%')).toEqual([4]);
  expect(await found('_re')).toEqual([4]);
  expect(await found('"quoted"')).toEqual([4]);
  expect(await found('jorg OR erika')).toEqual([]);
  expect(await found('near(x)')).toEqual([4]);
  expect(await found('hay:jorg')).toEqual([]);
  expect(await found('jor*')).toEqual([]);
  expect(await found('müller\njörg')).toEqual([1]);
});

test('a row with a changed name is found by the new name and not by the old one', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(1, { name: 'Before Wedding' }), user(2)]] }]);
  await store.put({ place, id: 1, record: user(1, { name: 'After Wedding' }), by: 'details', now: 2_000 });
  expect(await idsOf(reader, { search: 'before' })).toEqual([]);
  expect(await idsOf(reader, { search: 'after wed' })).toEqual([1]);
});

const alphabets = [
  'abcdeABCDE',
  'äöüßÉñçø',
  'абвгдЁЙ',
  'αβγδΣς',
  '日本語検索',
  '한국어',
  'अआकखिी',
  'ابتث',
  '%_*"\'()[]^-:\\\\ ',
  '👩👨🏽🎉é',
  '\t0123',
].map((letters) => [...letters]);

/** What is in the search field while a text is typed, from its first letter on. */
function beginnings(text: string): string[] {
  const points = [...text.trimStart()];
  return points.map((_, at) => points.slice(0, at + 1).join(''));
}

test.each([1, 2, 3, 4])(
  'a search of long texts returns the same rows as LIKE over the normalized text (seed %i)',
  async (seed) => {
    const random = createRandom(seed, 'long texts');
    const text = (most: number): string => {
      const letters = random.pick(alphabets);
      return Array.from({ length: random.integer(1, most) }, () =>
        random.pick(random.integer(0, 4) === 0 ? random.pick(alphabets) : letters),
      ).join('');
    };
    const rows: Row[] = Array.from({ length: 400 }, (_, at) =>
      user(at + 1, {
        name: text(12),
        username: text(8),
        email: random.integer(0, 2) === 0 ? null : text(9),
        note: text(20),
      }),
    );
    const db = openCache(await freshFile(), 'write');
    const write = writer(db, [longUsers], () => undefined);
    onTestFinished(() => write.close());
    write.beginSyncRun({ place, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now: 1 });
    write.putPage({ place, windowKey: '/', body: pageOf(rows), cursor: null, isLast: true, now: 1 });
    write.finishSyncRun({ place, now: 1 });
    // Texts that change before, while and after they are added to the index must be found
    for (let at = 0; at < 60; at++) {
      if (random.integer(0, 7) === 0) write.buildNextIndex();
      if (at === 50) buildIndexes(write);
      const id = random.integer(1, 420);
      write.put({ place, id, record: user(id, { name: text(12), note: text(20) }), by: 'details', now: 2 });
    }

    const loaded = textSearch(longTextSource(db, longUsers), textMemory());
    let hits = 0;
    const ascending = (ids: number[]): number[] => ids.toSorted((a, b) => a - b);
    db.exec(`INSERT INTO users_fts (users_fts, rank) VALUES ('integrity-check', 1)`);
    for (let round = 0; round < 150; round++) {
      const id = random.integer(1, 460);
      if (round % 5 === 0)
        write.put({ place, id, record: user(id, { name: text(12), note: text(90) }), by: 'details', now: 3 });
      const source = [...(random.pick(rows)['note'] as string)];
      const cut = random.integer(0, source.length - 1);
      const search =
        random.integer(0, 2) === 0
          ? text(5)
          : source.slice(cut, cut + random.integer(1, 6)).join('') + (random.integer(0, 3) === 0 ? ` ${text(2)}` : '');
      const words = searchWords(search);
      const like = words.map(() => `hay LIKE ? ESCAPE '\\'`).join(' AND ') || '1';
      const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
      const expected = db
        .prepare<string[], number>(`SELECT id FROM users_hay WHERE ${like} ORDER BY id`)
        .pluck()
        .all(...patterns);
      if (words.length === 0) continue;
      // In memory, the hits depend on the search before
      for (const typed of beginnings(search)) loaded.inMemory(searchWords(typed));
      expect(ascending(loaded.inMemory(words)?.keys() ?? []), JSON.stringify(search)).toEqual(expected);
      for (const isIndexed of [true, false]) {
        const plan = planSearch(db, longUsers, words, isIndexed);
        const found = ascending([...readKeys(db, [plan])]);
        expect(found, JSON.stringify(search)).toEqual(expected);
      }
      hits += expected.length;
    }
    expect(hits).toBeGreaterThan(150);
  },
);

test('searches with many and with few hits keep the order of the list', async () => {
  const { store, reader } = await openBoth();
  const count = 3_500;
  const rows = Array.from({ length: count }, (_, at) => {
    const id = at + 1;
    return user(id, {
      name: `${String((id * 7_919) % count).padStart(4, '0')} ${id % 100 === 0 ? 'rarely' : 'always'}`,
    });
  });
  await runSync(store, [{ pages: [rows] }]);
  const names = async (search: string, direction: 'asc' | 'desc') => {
    const query = { search, sort: { by: 'name', direction }, scope: '', filter: {}, notReturned: 'hide' } as const;
    const ids = await reader.lists('users').ids({ query, from: 0, count: 5_000 });
    return ids.map((id) => rows[id - 1]?.['name'] as string);
  };
  const searchTextOf = (row: Row): string =>
    `${String(row['name'])} ${String(row['username'])} ${String(row['email'])}`;
  for (const search of ['always', 'rarely', 'al', 'always 00', 'user-1 r']) {
    const matching = rows.filter((row) => search.split(' ').every((word) => searchTextOf(row).includes(word)));
    const expected = matching.map((row) => row['name'] as string).toSorted();
    expect(expected.length).toBeGreaterThan(0);
    expect(await names(search, 'asc')).toEqual(expected);
    expect(await names(search, 'desc')).toEqual(expected.toReversed());
  }
});
