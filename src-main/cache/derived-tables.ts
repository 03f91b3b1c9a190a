import type { Key } from '#shared/contract/collection.ts';
import {
  addressColumns,
  cellsOf,
  definitionHash,
  searchTextOf,
  keyColumn,
  tablesOf,
  type Cell,
  type Definition,
  type Fields,
} from './derive.ts';
import { merged, reads } from './documents.ts';
import { stored } from './key.ts';
import { indexBuilder } from './index-builder.ts';
import { indexedTextsName, longTexts } from './long-texts.ts';
import type { Connection } from './open-cache.ts';
import { indexedName, meta } from './schema.ts';
import { shortTexts } from './short-texts.ts';
import { shownPlace } from './shown-place.ts';

/** The entry of `meta` with the hash of a collection's definition. */
export const hashName = (collection: string): string => `derived:${collection}`;
/** The entry of `meta` of a salvaged cache: new rows must get keys above this one. */
export const keysAfterName = (collection: string): string => `keys-after:${collection}`;

/** `is_gone` of a temporary row that reserves a key during a rebuild. */
const reserved = 2;
/** Rows that a rebuild holds in memory at once. */
const pieceRows = 1_000;

/** The place in which a row that is stored once is shown. */
type PlaceOf = (record: Fields) => string;

/**
 * Writes a collection's narrow table and its search texts. (`moved-scopes.ts` also changes scopes in the narrow table.)
 * `placeOf`: the place in which a row that is stored once is shown. The tables must exist, see `prepareTables`.
 */
export function derivedTables(db: Connection, definition: Definition, placeOf: PlaceOf = shownPlace) {
  const { collection, isScoped, isStoredOnce } = definition;
  const key = keyColumn(definition);
  const texts = textWriter(db, definition);
  const indexes = indexBuilder(db, definition, texts);

  const put = putting(db, definition, placeOf);
  const found = isScoped
    ? db
        .prepare<Key[], number>(
          `SELECT key FROM ${collection} WHERE ${addressColumns(definition)
            .map((name) => `${name} = ?`)
            .join(' AND ')}`,
        )
        .pluck()
    : undefined;
  const setNotReturned = db.prepare(`UPDATE ${collection} SET is_gone = ? WHERE ${key} = ? AND is_gone <> ?`);
  const dropRow = db.prepare(`DELETE FROM ${collection} WHERE ${key} = ?`);

  return {
    /** All indexes exist. */
    isIndexed: indexes.isBuilt,
    wantIndexes: (): void => indexes.want(),
    buildNextIndex: (): void => indexes.next(),
    write,
    /** Remove a row and its search text. */
    remove(scope: string, id: Key): void {
      const own = keyOf(scope, id);
      if (own === undefined) return;
      texts.remove(own);
      dropRow.run(own);
    },
    keyOf,
    /** Returns the key of the row; undefined: there is no such row. */
    setNotReturned(scope: string, id: Key, isNotReturned: boolean): number | undefined {
      const own = keyOf(scope, id);
      if (own !== undefined) setNotReturned.run(Number(isNotReturned), own, Number(isNotReturned));
      return own;
    },
    /** To be called when a page of a batch was stored, or when only this page was rolled back. */
    pageEnded: (page: { isKept: boolean }): void => texts.pageEnded(page),
    /** To be called last in a transaction. */
    seal: (): void => texts.seal(),
    /** To be called after a rollback. */
    reload(): void {
      texts.forget();
      indexes.reload();
    },
  };

  /** The key of a row; undefined: there is no such row. */
  function keyOf(scope: string, id: Key): number | undefined {
    return found === undefined ? (id as number) : found.get(...(isStoredOnce ? [id] : [scope, id]));
  }

  /** Returns the key of the row. */
  function write(scope: string, id: Key, record: Fields, isNotReturned: boolean): number {
    const own = put(scope, id, record, isNotReturned);
    texts.put(own, searchTextOf(definition, record));
    return own;
  }
}

function textWriter(db: Connection, definition: Definition) {
  const { collection, hasLongTexts } = definition;
  return hasLongTexts ? longTexts(db, definition, keyColumn(definition)) : shortTexts(db, collection);
}

/** The function that inserts or updates a row in the narrow table and returns its key. */
function putting(db: Connection, definition: Definition, placeOf: PlaceOf) {
  const { collection, columns, isScoped, isStoredOnce } = definition;
  const address = addressColumns(definition);
  const names = ['is_gone', ...Object.keys(columns), 'unexpected'];
  const own = isStoredOnce ? ['scope', ...names] : names;
  const all = [...address, ...own];
  const sql = `INSERT INTO ${collection} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (${address.join(', ')}) DO UPDATE SET ${own.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  const upsert = db.prepare(sql);
  const keyed = isScoped ? db.prepare<Cell[], number>(`${sql} RETURNING key`).pluck() : undefined;
  return (scope: string, id: Key, record: Fields, isNotReturned: boolean): number => {
    const cells = [Number(isNotReturned), ...cellsOf(definition, record)];
    if (isStoredOnce) return keyed?.get(stored(id), placeOf(record), ...cells) ?? 0;
    if (keyed !== undefined) return keyed.get(scope, stored(id), ...cells) ?? 0;
    upsert.run(id, ...cells);
    return id as number;
  };
}

/**
 * Create the tables of all collections. Tables of another definition are rebuilt from the documents. Returns the
 * collections whose tables were rebuilt.
 */
export function prepareTables(
  db: Connection,
  definitions: readonly Definition[],
  placeOf: PlaceOf = shownPlace,
): Definition[] {
  const facts = meta(db);
  const prepareAll = () => definitions.filter((definition) => prepare(db, definition, { facts, placeOf }));
  const isEmpty = db.prepare('SELECT 1 FROM documents LIMIT 1').get() === undefined;
  // One transaction for a new cache. With records, each collection has its own, which keeps the write-ahead log short.
  return isEmpty ? db.transaction(prepareAll)() : prepareAll();
}

/** Returns whether the tables were rebuilt. */
function prepare(
  db: Connection,
  definition: Definition,
  { facts, placeOf }: { facts: ReturnType<typeof meta>; placeOf: PlaceOf },
): boolean {
  const { collection, isScoped } = definition;
  const known = facts.get(hashName(collection));
  const wanted = definitionHash(definition);
  if (known === wanted) return false;
  db.transaction(() => {
    const { drop, create } = tablesOf(definition);
    const hasKeys = isScoped && db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(collection) !== undefined;
    if (hasKeys) db.exec(`ALTER TABLE ${collection} RENAME TO ${collection}_before`);
    db.exec(drop + create);
    db.prepare('DELETE FROM meta WHERE name = ?').run(indexedTextsName(collection));
    if (facts.get(indexedName(collection)) !== undefined) facts.set(indexedName(collection), 'wanted');
    if (hasKeys) reserveKeysBefore(db, collection);
    if (known !== undefined) {
      const keysAfter = isScoped ? facts.get(keysAfterName(collection)) : undefined;
      if (keysAfter !== undefined) reserveKeysUpTo(db, collection, Number(keysAfter));
      fill(db, definition, placeOf);
      db.exec(`DELETE FROM ${collection} WHERE is_gone = ${reserved}`);
    }
    facts.set(hashName(collection), wanted);
  })();
  return known !== undefined;
}

/** Insert a temporary row with this key, so that SQLite gives higher keys to new rows. */
function reserveKeysUpTo(db: Connection, collection: string, highest: number): void {
  db.prepare(`INSERT INTO ${collection} (key, scope, id, is_gone) VALUES (?, '?', 0, ${reserved})`).run(highest);
}

/**
 * Rows keep their keys, because rows with equal values are ordered by key. Of several rows that become one, the lowest key
 * is kept.
 */
function reserveKeysBefore(db: Connection, collection: string): void {
  db.exec(`
    INSERT OR IGNORE INTO ${collection} (key, scope, id, is_gone)
      SELECT key, scope, id, ${reserved} FROM ${collection}_before ORDER BY key;
    DROP TABLE ${collection}_before;`);
}

function fill(db: Connection, definition: Definition, placeOf: PlaceOf): void {
  const read = reads(db);
  const { list: listed, detail: detailed } = definition;
  const insert = putting(db, definition, placeOf);
  const after = 'SELECT scope, id FROM documents WHERE collection = ? AND (scope, id) > (?, ?)';
  const next = db.prepare<(string | number)[], { scope: string; id: Key }>(
    `${after} UNION ${after} ORDER BY scope, id LIMIT ?`,
  );
  const filled = textWriter(db, definition);
  let last: { scope: string; id: Key } = { scope: '', id: Number.MIN_SAFE_INTEGER };
  for (;;) {
    const rows = next.all(listed, last.scope, last.id, detailed, last.scope, last.id, pieceRows);
    for (const { scope, id } of rows) {
      const list = read({ collection: listed, scope }, id);
      const detail = read({ collection: detailed, scope }, id);
      const record = merged(list, detail) ?? {};
      const own = insert(scope, id, record, (list ?? detail)?.notReturnedSince !== null);
      filled.put(own, searchTextOf(definition, record));
    }
    const end = rows.at(-1);
    if (end === undefined || filled.isFull()) filled.seal();
    if (end === undefined) return;
    last = end;
  }
}
