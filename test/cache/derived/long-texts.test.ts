import { expect, onTestFinished, test } from 'vitest';
import { longTexts } from '#main/cache/long-texts.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { textMemory } from '#main/cache/read/text-memory.ts';
import { textSearch } from '#main/cache/read/text-search.ts';
import { longTextSource } from '#main/cache/read/text-source.ts';
import { createTables } from '#main/cache/schema.ts';
import { tablesOf } from '#main/cache/derive.ts';
import { definitionFor, freshFile } from '../rig.ts';

const issues = definitionFor('issues');

async function openTexts(limit?: number) {
  const db = openCache(await freshFile(), 'write');
  onTestFinished(() => void db.close());
  createTables(db);
  db.exec(tablesOf(issues).create);
  const texts = longTexts(db, issues, 'key');
  const memory = textMemory(limit);
  const search = textSearch(longTextSource(db, issues), memory);
  const found = (...words: string[]) => search.inMemory(words)?.keys();
  return { db, texts, found };
}

test('texts that change after loading are found, also those of a reused key', async () => {
  const { texts, found } = await openTexts();
  expect(found('first')).toEqual([]);
  for (let key = 1; key <= 100; key += 1) texts.put(key, `the first text ${key}`);
  texts.seal();
  expect(found('text', '99')).toEqual([99]);
  texts.put(99, 'another');
  texts.put(101, 'one more');
  texts.seal();
  expect(found('text', '99')).toEqual([]);
  expect(found('o', 'er')).toEqual([99]);
  expect(found('more')).toEqual([101]);
  texts.remove(101);
  texts.seal();
  texts.put(101, 'another row');
  texts.seal();
  expect(found('more')).toEqual([]);
  expect(found('another')).toEqual([99, 101]);
});

test('a transaction that is rolled back does not change what a search finds', async () => {
  const { db, texts, found } = await openTexts();
  texts.put(1, 'before');
  texts.seal();
  db.exec('BEGIN');
  texts.put(1, 'never stored');
  db.exec('ROLLBACK');
  texts.forget();
  expect(found('e')).toEqual([1]);
  expect(found('never')).toEqual([]);
  texts.put(1, 'after');
  texts.seal();
  expect(found('before')).toEqual([]);
  expect(found('after')).toEqual([1]);
});

test('texts over the memory limit are not searched in memory', async () => {
  const { texts, found } = await openTexts(20_000);
  texts.put(1, 'short');
  texts.seal();
  expect(found('short')).toEqual([1]);
  texts.put(40, 'long '.repeat(4_000));
  texts.seal();
  expect(found('short')).toBeUndefined();
  expect(found('long')).toBeUndefined();
});

test('texts of two collections that do not fit into memory together do not displace each other', async () => {
  const db = openCache(await freshFile(), 'write');
  onTestFinished(() => void db.close());
  createTables(db);
  let now = 0;
  const memory = textMemory(30_000, () => now);
  const [first, second] = (['issues', 'mergeRequests'] as const).map((name) => {
    const definition = definitionFor(name);
    db.exec(tablesOf(definition).create);
    const texts = longTexts(db, definition, 'key');
    texts.put(1, 'long '.repeat(4_000));
    texts.seal();
    const search = textSearch(longTextSource(db, definition), memory);
    return () => search.inMemory(['long'])?.keys();
  });
  expect(first?.()).toEqual([1]);
  expect(second?.()).toBeUndefined();
  now = 60_000;
  expect(second?.()).toEqual([1]);
  expect(first?.()).toBeUndefined();
  expect(second?.()).toEqual([1]);
});

test('texts with an index do not displace texts that were searched within the last minute', () => {
  let now = 0;
  const memory = textMemory(100, () => now);
  const holder = (): { drop: () => void } => ({ drop: () => undefined });
  const [first, second, third] = [holder(), holder(), holder()];
  memory.use(first, 30);
  now = 59_000;
  memory.use(second, 50);
  expect(memory.roomFor(first)).toBe(50);
  expect(memory.roomFor(third)).toBe(20);
  now = 60_000;
  expect(memory.roomFor(third)).toBe(50);
  memory.use(third, 50);
  expect(memory.roomFor(first)).toBe(0);
});
