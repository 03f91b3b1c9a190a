import type { Statement } from 'better-sqlite3';
import { collections } from '#shared/contract/collections.ts';
import type { Key } from '#shared/contract/collection.ts';
import { cellsOf, keyColumn, type Cell, type Column, type Definition, type Fields } from '../../derive.ts';
import { stored } from '../../key.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import { shownPlace } from '../../shown-place.ts';
import { entryKinds, type RecordedRow, type StoredEntry } from '../history-types.ts';
import { recordOfRow } from '../recorded-fields.ts';
import { allEntries } from '../read/all-entries.ts';
import type { Base } from './base-of-answer.ts';
import { storedState } from './stored-state.ts';
import { applyEntry, rowThen, takeBack, unchanged, type RowThen } from './row-then.ts';

/** `is_gone` of rows that did not exist. */
export const absent = 2;
const stateNumbers = { live: 0, gone: 1, absent } as const;

/** Other fields that a conversion of a column reads. */
const alsoRead: Partial<Record<Column['as'], readonly string[]>> = {
  identities: ['scim_identities'],
  unfinishedSince: ['created_at', 'deployable.started_at'],
};

export interface Overlay {
  /** The base is a stored state, so all rows of the moment are here. */
  isWhole: boolean;
  /** What is known about a row at the moment, if it differs from the base; for a stored state, of every row. */
  at(key: number): RowThen | undefined;
  /** Take entries back that were written since the last call. Returns the keys of the rows that this changed. */
  refresh(): ReadonlySet<number>;
}
interface Needs {
  definition: Definition;
  recorded: readonly string[];
  at: number;
  base: Base;
  /** The recorded values of a row now. */
  rowNow: (key: number) => RecordedRow;
}
type Entry = StoredEntry & { id: Key };
type Address = Pick<Entry, 'scope' | 'id'>;

/**
 * The rows of a collection that differ at a moment from the base of the answer, in the temporary table `past_<collection>`,
 * with the columns of the narrow table. Rows that did not exist have `is_gone` = 2. Scopes that did not return a row that
 * is stored once are in `past_unlisted`.
 */
export function overlayOf(db: Connection, { definition, recorded, at, base, rowNow }: Needs): Overlay {
  const { collection, columns, isScoped, isStoredOnce } = definition;
  const key = keyColumn(definition);
  const isShared = isScoped && !isStoredOnce && collections[collection].isSameInAllScopes;
  const own = [...(isScoped ? ['scope', 'id'] : []), 'is_gone', ...Object.keys(columns), 'unexpected'];
  const table = `temp.past_${collection}`;
  db.exec(`CREATE TEMP TABLE past_${collection} (${key} INTEGER PRIMARY KEY, ${own.join(', ')})`);

  const rows = new Map<number, RowThen>();
  const written = new Set<number>();
  /** Rows that the cache no longer has get negative keys. */
  const lost = new Map<string, number>();
  const addresses = new Map<number, Address>();
  const listings = new Set<string>();
  let last = lastEntryUpTo(db, at);
  const byAddress = isStoredOnce ? 'id = ?' : 'scope = ? AND id = ?';
  const keyAt = isScoped ? firstColumn<number>(db, `SELECT key FROM main.${collection} WHERE ${byAddress}`) : undefined;
  // Without both values of is_gone, SQLite can't use the index by ID
  const copies = firstColumn<number>(db, `SELECT ${key} FROM main.${collection} WHERE is_gone IN (0, 1) AND id = ?`);
  const goneAt = firstColumn<number | null>(
    db,
    `SELECT d.gone_at FROM main.${collection} r JOIN main.documents d ON d.collection = '${collection}'
     AND d.scope = ${isScoped && !isStoredOnce ? 'r.scope' : `''`} AND d.id = +r.id WHERE r.${key} = ?`,
  );
  const goneBefore = db.prepare<[object], Pick<StoredEntry, 'foundAt' | 'fields'> & { kind: number }>(
    `SELECT found_at AS foundAt, fields, kind FROM ${allEntries} WHERE collection = :collection AND id = :id AND found_at <= :at
     AND (scope = :scope OR scope = '') AND kind IN (${[
       ...[entryKinds.came, entryKinds.known, entryKinds.back, entryKinds.listed],
       ...[entryKinds.notReturned, entryKinds.deleted, entryKinds.unlisted],
     ].join(', ')}) ORDER BY n DESC LIMIT 1`,
  );
  const updates = new Map<string, Statement<Cell[]>>();
  const insert = db.prepare(
    `INSERT OR REPLACE INTO ${table} (${[key, ...own].join(', ')}) VALUES (?${', ?'.repeat(own.length)})`,
  );
  if (base !== null) readState(base.madeAt);

  return { isWhole: base !== null, at: (one) => rows.get(one), refresh };

  function refresh(): ReadonlySet<number> {
    const touched = new Set<number>();
    if (base !== null) return touched;
    for (const entry of entriesFrom(db, definition, { after: last, at })) {
      for (const one of keysOf(entry)) {
        takeBack(rowAt(one), entry, beforeOf(one, entry));
        touched.add(one);
      }
    }
    last = writtenUpTo(db);
    write(touched);
    return touched;
  }

  function rowAt(one: number): RowThen {
    let row = rows.get(one);
    if (row === undefined) rows.set(one, (row = unchanged()));
    return row;
  }

  function beforeOf(one: number, { scope, id }: Address) {
    return {
      recorded,
      wasGone: () => (goneAt.get(one) ?? Infinity) <= at,
      lastGone: () => {
        const found = goneBefore.get({ collection, id, at, scope });
        const isGone = found !== undefined && found.kind !== entryKinds.came && found.kind !== entryKinds.known;
        return isGone ? found : undefined;
      },
    };
  }

  /** The keys of the rows that an entry is about. */
  function keysOf(entry: Entry): number[] {
    const { scope, id, kind } = entry;
    if (keyAt === undefined) return [id as number];
    const isListing = kind === entryKinds.listed || kind === entryKinds.unlisted;
    if (isStoredOnce && isListing) {
      noteListing(entry);
      return [];
    }
    if (isShared && !isListing) return orLost(copies.all(id), entry);
    return orLost(keyAt.all(...(isStoredOnce ? [id] : [scope, id])), entry);
  }

  function orLost(keys: number[], entry: Entry): number[] {
    if (keys.length > 0) return keys;
    const name = `${entry.scope} ${entry.id}`;
    let one = lost.get(name);
    // Only these entries have all values of a row
    const isWhole = base !== null || entry.kind === entryKinds.notReturned || entry.kind === entryKinds.deleted;
    if (one === undefined && isWhole) lost.set(name, (one = -1 - lost.size));
    if (one === undefined) return [];
    addresses.set(one, entry);
    return [one];
  }

  /** The oldest entry after the moment says whether the scope returned the row. */
  function noteListing({ scope, id, kind }: Entry): void {
    const name = `${scope} ${id}`;
    if (listings.has(name)) return;
    listings.add(name);
    if (kind === entryKinds.listed)
      db.prepare('INSERT INTO temp.past_unlisted VALUES (?, ?, ?)').run(collection, scope, stored(id));
  }

  /** Store the rows. Their other columns are those of the row now. */
  function write(keys: ReadonlySet<number>): void {
    const news = [...keys].filter((one) => !written.has(one));
    const all = [key, ...own].join(', ');
    db.prepare(
      `INSERT INTO ${table} (${all}) SELECT ${all} FROM main.${collection} WHERE ${key} IN (SELECT value FROM json_each(?))`,
    ).run(JSON.stringify(news));
    const has = firstColumn<number>(db, `SELECT 1 FROM ${table} WHERE ${key} = ?`);
    for (const one of keys) {
      written.add(one);
      const then = rowAt(one);
      if (has.get(one) === undefined) insertWhole(one, then);
      else update(one, then);
    }
  }

  function update(one: number, then: RowThen): void {
    const names = Object.keys(columns).filter((name) => isChanged(columns[name], then));
    const needsAll = names.some((name) => alsoRead[columns[name]?.as ?? 'text'] !== undefined);
    const row = needsAll ? rowThen(rowNow(one), then) : Object.fromEntries(then.fields);
    const changed = Object.fromEntries(names.map((name) => [name, columns[name] as Column]));
    const cells = cellsOf({ ...definition, columns: changed }, recordOfRow(row)).slice(0, names.length);
    const isState = then.state !== undefined;
    if (names.length === 0 && !isState) return;
    const set = [...names, ...(isState ? ['is_gone'] : [])].map((name) => `${name} = ?`).join(', ');
    const statement = updates.get(set) ?? db.prepare<Cell[]>(`UPDATE ${table} SET ${set} WHERE ${key} = ?`);
    updates.set(set, statement);
    statement.run(...cells, ...(then.state === undefined ? [] : [stateNumbers[then.state]]), one);
  }

  function isChanged(column: Column | undefined, { fields }: RowThen): boolean {
    if (column === undefined) return false;
    return [column.field, ...(alsoRead[column.as] ?? [])].some((field) => fields.has(field));
  }

  /** Store a row of which the cache has none, or of a stored state. */
  function insertWhole(one: number, then: RowThen): void {
    const record = recordOf(then);
    const { scope = '', id = one } = addresses.get(one) ?? {};
    const place = isStoredOnce ? shownPlace(record) : scope;
    const address: Cell[] = isScoped ? [place, stored(id)] : [];
    insert.run(one, ...address, stateNumbers[then.state ?? 'live'], ...cellsOf(definition, record));
  }
  function recordOf(then: RowThen): Fields {
    return recordOfRow(rowThen({}, then));
  }

  /** The rows of a stored state, changed by the entries between it and the moment. */
  function readState(madeAt: number): void {
    const state = storedState(db, collection, madeAt);
    const values = new Map<number, RowThen>();
    /** The number of the last entry that each row includes. */
    const included = new Map<number, number>();
    for (const { n, scope, id, then } of state.rows) {
      const address = { scope: isStoredOnce ? '' : scope, id };
      const one = isScoped ? ownKeyOf(address) : (id as number);
      included.set(one, n);
      values.set(one, then);
      addresses.set(one, address);
    }
    const isBefore = madeAt <= at;
    const span = isBefore ? { after: state.from, until: at } : { after: last, at };
    for (const entry of entriesFrom(db, definition, span)) {
      for (const one of keysOf(entry)) {
        const isIncluded = entry.n <= (included.get(one) ?? state.from);
        if (!isBefore && isIncluded) takeBack(rowAt(one), entry, beforeOf(one, entry));
        if (!isBefore || isIncluded) continue;
        const then = values.get(one) ?? unchanged();
        applyEntry(then, entry);
        values.set(one, then);
        addresses.set(one, { scope: isStoredOnce ? '' : entry.scope, id: entry.id });
      }
    }
    for (const [one, value] of values) {
      const then = rows.get(one) ?? unchanged();
      const fields = new Map(Object.entries(rowThen(Object.fromEntries(value.fields), then)));
      rows.set(one, { ...then, state: then.state ?? value.state, goneAt: then.goneAt ?? value.goneAt, fields });
    }
    for (const [one, then] of rows) insertWhole(one, { ...then, state: then.state ?? 'absent' });
  }

  function ownKeyOf({ scope, id }: Address): number {
    const found = keyAt?.get(...(isStoredOnce ? [id] : [scope, id]));
    if (found !== undefined) return found;
    const name = `${scope} ${id}`;
    const one = lost.get(name) ?? -1 - lost.size;
    lost.set(name, one);
    return one;
  }
}

/** The number of the newest entry in the state of the cache that is read. */
export function writtenUpTo(db: Connection): number {
  const sql = `SELECT CAST(value AS INTEGER) FROM main.meta WHERE name = 'history:written'`;
  return firstColumn<number>(db, sql).get() ?? 0;
}

/** A number such that all entries after the moment have higher ones. */
export function lastEntryUpTo(db: Connection, at: number): number {
  const sql = `SELECT min(ifnull((SELECT min(n) FROM history.entries WHERE found_at > ?), 9e15),
    ifnull((SELECT min(n) FROM main.history_outbox), 9e15))`;
  return Math.min((firstColumn<number>(db, sql).get(at) ?? 0) - 1, writtenUpTo(db));
}

/** Entries that are read at once. With more, garbage collection in this thread would take longer than reading them. */
const pieceEntries = 1_000;

/** The entries about rows, the oldest first: those after the moment `at`, or those up to `until`. */
function* entriesFrom(
  db: Connection,
  { collection }: Definition,
  { after, at, until }: { after: number; at?: number; until?: number },
): Generator<Entry> {
  const time = until === undefined ? 'ifnull(found_at, 9e15) > ?' : 'found_at <= ?';
  // With `+`, SQLite reads the entries in the order of their numbers
  const piece = db.prepare<unknown[], Entry>(
    `SELECT n, scope, id, kind, found_at AS foundAt, fields FROM ${allEntries}
     WHERE n > ? AND +collection = ? AND id IS NOT NULL AND ${time} ORDER BY n LIMIT ${pieceEntries}`,
  );
  for (let last: number | undefined = after; last !== undefined;) {
    const found = piece.all(last, collection, at ?? until);
    yield* found;
    last = found[pieceEntries - 1]?.n;
  }
}
