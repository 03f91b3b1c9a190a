import { expect, onTestFinished, test } from 'vitest';
import { normalText, searchWords } from '#main/cache/normal-text.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { textSearch } from '#main/cache/read/text-search.ts';
import { textMemory } from '#main/cache/read/text-memory.ts';
import { shortTextSource } from '#main/cache/read/text-source.ts';
import { writer } from '#main/cache/write/writer.ts';
import type { CacheReader } from '#main/cache/store-api.ts';
import type { UserFilter } from '#shared/contract/users.ts';
import { createRandom } from '../../platform/random.ts';
import {
  definitionFor,
  detailPlace,
  freshFile,
  idsOf,
  openBoth,
  openSpan,
  queryOf,
  runSync,
  storedTexts,
  usersPlace as place,
} from '../rig.ts';
import { createdAt, pageOf, user, usersBetween, type Row } from '../rows.ts';

const users = definitionFor('users');

const alphabets = [
  'abcAB',
  'äöüßÉñ',
  'абвЁЙ',
  'αβΣς',
  '日本語',
  '한국',
  'अआखि',
  'ابت',
  '%_*"\'()[]-:\\\\ ',
  '👩👨🏽é',
  '\t01\0\ud83d',
].map((letters) => [...letters]);

/** Whether a row has each word of a search within one of its searched fields, by the plainest method. */
function matches(row: Row, search: string): boolean {
  const texts = users.searched.map((field) => row[field]).filter((value) => typeof value === 'string');
  return searchWords(search).every((word) => texts.some((text) => normalText(text).includes(word)));
}

const wordsTyped = (word: string): string[] => {
  const points = [...word];
  return points.map((_, at) => points.slice(0, at + 1).join(''));
};

test.each([1, 2, 3])(
  'a search returns the rows of a plain filter, whatever was written before (seed %i)',
  async (seed) => {
    const random = createRandom(seed, 'short texts');
    const text = (most: number): string => {
      const letters = random.pick(alphabets);
      return Array.from({ length: random.integer(1, most) }, () =>
        random.pick(random.integer(0, 5) === 0 ? random.pick(alphabets) : letters),
      ).join('');
    };
    const ids = Array.from({ length: 700 }, (_, at) =>
      at % 50 === 0 ? random.pick([-1, 1]) * (2 ** 40 + at) : at * 3 - 40,
    );
    const userOf = (id: number): Row => ({
      ...user(1),
      id,
      created_at: createdAt(Math.abs(id) % 3_000),
      name: text(12),
      username: text(8),
      email: random.integer(0, 2) === 0 ? null : text(9),
      note: random.integer(0, 39) === 0 ? text(4).repeat(200) : text(20),
      state: random.pick(['active', 'blocked']),
    });
    const rows = new Map(ids.map((id) => [id, userOf(id)]));
    const { store, reader } = await openBoth();
    expect(await idsOf(reader, { search: 'a' })).toEqual([]);
    await runSync(store, [{ pages: [[...rows.values()]] }]);

    let hits = 0;
    for (let round = 0; round < 60; round += 1) {
      if (round % 4 === 0) {
        const id = random.pick(ids);
        const row = userOf(id);
        rows.set(id, row);
        if (random.integer(0, 1) === 0) await store.put({ place, id, record: row, by: 'details', now: 2_000 + round });
        else await store.put({ place: detailPlace, id, record: row, by: 'details', now: 2_000 + round });
        if (random.integer(0, 3) === 0)
          await store.markNotReturned({ place, id: random.pick(ids), by: 'details', now: 2_000 });
      }
      const source = [...String(random.pick([...rows.values()])[random.pick(['name', 'username', 'note'])])];
      const cut = random.integer(0, source.length - 1);
      const word = random.integer(0, 3) === 0 ? text(5) : source.slice(cut, cut + random.integer(1, 6)).join('');
      const query = {
        filter: random.pick<UserFilter>([{}, {}, { active: true }, { blocked: true }]),
        sort: {
          by: random.pick(['name', 'id', 'created_at'] as const),
          direction: random.pick(['asc', 'desc'] as const),
        },
        notReturned: random.pick(['hide', 'show', 'only'] as const),
      };
      const whole = random.integer(0, 1) === 0 ? undefined : await idsOf(reader, query);
      for (const search of [...wordsTyped(word), `${word} ${text(2)}`, `${word} ${word}`, '']) {
        const found = await idsOf(reader, { ...query, search });
        const all = whole ?? (await idsOf(reader, query));
        expect(found, JSON.stringify(search)).toEqual(all.filter((id) => matches(rows.get(id) as Row, search)));
        hits += found.length;
      }
    }
    expect(hits).toBeGreaterThan(1_000);
  },
);

test('texts that exceed the memory limit are searched in the file, with the same result', async () => {
  const file = await freshFile();
  const db = openCache(file, 'write');
  const write = writer(db, [users], () => undefined);
  onTestFinished(() => write.close());
  const sync = (rows: Row[], now: number) => {
    write.beginSyncRun({ place, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now });
    write.putPage({ place, windowKey: '/', body: pageOf(rows), cursor: null, isLast: true, now });
    write.finishSyncRun({ place, now, acceptNotReturned: true });
  };
  sync(usersBetween(1, 900), 1);
  const ascending = (keys: number[]) => keys.toSorted((a, b) => a - b);
  const list = Float64Array.from({ length: 900 }, (_, at) => 900 - at);
  const limits = [50, 40_000, 128 * 2 ** 20];
  const searches = limits.map((limit) => textSearch(shortTextSource(db, users), textMemory(limit)));
  // Each row matches `p`, `person` and `mail`
  for (const search of ['7', '77', 'person 8', 'user-12', 'x', 'ser-1 person', 'p', 'person', 'mail']) {
    const expected = usersBetween(1, 900)
      .filter((row) => matches(row, search))
      .map(({ id }) => id);
    for (const find of searches) {
      const words = searchWords(search);
      const found = find.inMemory(words) ?? find.inFile(words);
      expect(ascending(found.keys())).toEqual(expected);
      expect(found.count).toBe(expected.length);
      const kept = found.filter(list);
      expect([...kept.subarray(0, kept.length)]).toEqual(expected.toReversed());
      expect([...kept.subarray(3, 9)]).toEqual(expected.toReversed().slice(3, 9));
    }
  }
});

test('collections share the memory for texts, and the texts used least recently are dropped', () => {
  const memory = textMemory(100);
  const dropped: string[] = [];
  const [first, second, third] = ['first', 'second', 'third'].map((name) => ({ drop: () => dropped.push(name) }));
  if (first === undefined || second === undefined || third === undefined) throw new Error('three holders');
  memory.use(first, 40);
  memory.use(second, 50);
  memory.use(first, 45);
  expect(dropped).toEqual([]);
  memory.use(third, 40);
  expect(dropped).toEqual(['second']);
  memory.use(second, 100);
  expect(dropped).toEqual(['second', 'first', 'third']);
});

async function openWriter() {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, [users], () => undefined);
  onTestFinished(() => write.close());
  const begin = (now: number) =>
    write.beginSyncRun({ place, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now });
  const put = (rows: Row[], now: number, isLast = false) =>
    write.putPage({ place, windowKey: '/', body: pageOf(rows), cursor: null, isLast, now });
  const chunks = () => db.prepare('SELECT bucket, revision FROM users_texts ORDER BY bucket').raw().all();
  return { db, write, begin, put, chunks };
}

test('a page that fails inside a batch leaves no texts, and the pages around it keep theirs', async () => {
  const { db, write, begin, put } = await openWriter();
  begin(1_000);
  put(usersBetween(1, 10), 1_000);
  db.exec(
    `CREATE TEMP TRIGGER refuse BEFORE INSERT ON documents WHEN new.id = 15 BEGIN SELECT raise(ABORT, 'full'); END`,
  );
  expect(() => put(usersBetween(11, 20), 1_000)).toThrow(/full/);
  put(usersBetween(21, 30), 1_000, true);
  write.finishSyncRun({ place, now: 1_000 });
  expect([...storedTexts(db, 'users').keys()]).toEqual(
    [...usersBetween(1, 10), ...usersBetween(21, 30)].map(({ id }) => id),
  );
});

test('a chunk is written once for a batch, and only if a text of it changes', async () => {
  const { write, begin, put, chunks } = await openWriter();
  begin(1_000);
  for (let from = 1; from <= 901; from += 100) put(usersBetween(from, from + 99), 1_000, from === 901);
  write.finishSyncRun({ place, now: 1_000 });
  expect(chunks()).toEqual([0, 1, 2, 3].map((bucket) => [bucket, 1]));
  const changed = { ...user(300), state: 'blocked' };
  expect(write.put({ place, id: 300, record: changed, by: 'details', now: 2_000 })).toEqual({ changed: true });
  expect(write.put({ place, id: 300, record: { ...changed, name: 'Later' }, by: 'details', now: 3_000 })).toEqual({
    changed: true,
  });
  expect(chunks()).toEqual([
    [0, 1],
    [1, 2],
    [2, 1],
    [3, 1],
  ]);
});

test('rows are found in the scope that they were moved to, and a removed row is not found', async () => {
  const { store, reader } = await openBoth();
  const runner = (id: number, description: string) => ({ id, description, status: 'online' });
  const at = (scope: string) => ({ collection: 'runners', scope });
  for (const [scope, rows] of [
    ['project:acme/app', [runner(1, 'alpha'), runner(2, 'beta')]],
    ['project:7', [runner(1, 'gamma')]],
  ] as const) {
    await store.beginList({ place: at(scope), estimatedRows: null, now: 1_000 });
    await store.putListPage({ place: at(scope), rows, now: 1_000 });
    await store.finishSyncRun({ place: at(scope), now: scope === 'project:7' ? 2_000 : 1_000 });
  }
  const found = (scope: string | null, search: string) => runnersOf(reader, scope, search);
  expect(await found(null, 'a')).toEqual([1, 1, 2]);
  expect(await found('project:acme/app', 'beta')).toEqual([2]);
  await store.moveScopes({ moves: [{ from: 'project:acme/app', to: 'project:7' }] });
  expect(await found('project:7', 'a')).toEqual([1]);
  expect(await found(null, 'beta')).toEqual([]);
  expect(await found('project:7', 'gamma')).toEqual([1]);
});

async function runnersOf(reader: CacheReader, scope: string | null, search: string): Promise<number[]> {
  const query = {
    ...queryOf({ search }),
    scope,
    filter: {},
    sort: { by: 'id' as const, direction: 'asc' as const },
  };
  const { rows } = await reader.lists('runners').list({ query, slice: { from: 0, count: 200 } });
  return rows.map(({ row }) => row.id);
}
