import type { Statement } from 'better-sqlite3';
import { collections } from '#shared/contract/collections.ts';
import type { Key } from '#shared/contract/collection.ts';
import { cellsOf, keyColumn, type Cell, type Column, type Definition } from '../../derive.ts';
import { stored } from '../../key.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import { shownPlace } from '../../shown-place.ts';
import { scopesOfPlaces } from '../file/places.ts';
import { readBlock } from '../file/state-blocks.ts';
import { entryKinds, type RecordedRow, type StoredEntry } from '../history-types.ts';
import { recordOfRow } from '../recorded-fields.ts';
import { allEntries } from '../read/all-entries.ts';
import { addEntry, goneBefore, rowThen, unknownRow, type RowAt } from '../read/row-at.ts';
import type { Base } from './base-of-answer.ts';
import type { RowNow } from './present-rows.ts';

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
  /** What is known about a row at the moment. Undefined: it is the same as in the base. With a stored state, every row is here. */
  at(key: number): RowAt | undefined;
  /** Undo the entries that were written since the last call. */
  refresh(): void;
}
interface Needs {
  definition: Definition;
  recorded: readonly string[];
  at: number;
  base: Base;
  now: RowNow;
}
type Entry = Pick<StoredEntry, 'n' | 'scope' | 'kind' | 'foundAt' | 'fields'> & { id: Key };
type Address = Pick<Entry, 'scope' | 'id'>;

/**
 * The rows of a collection that differ at a moment from the base of the answer, in the temporary table `past_<collection>`,
 * with the columns of the narrow table. Rows that did not exist have `is_gone` = 2. Scopes that did not return a row that
 * is stored once are in `past_unlisted`.
 */
export function overlayOf(db: Connection, { definition, recorded, at, base, now }: Needs): Overlay {
  const { collection, columns, isScoped, isStoredOnce } = definition;
  const key = keyColumn(definition);
  const isShared = isScoped && !isStoredOnce && collections[collection].isSameInAllScopes;
  const own = [...(isScoped ? ['scope', 'id'] : []), 'is_gone', ...Object.keys(columns), 'unexpected'];
  const table = `temp.past_${collection}`;
  db.exec(`CREATE TEMP TABLE past_${collection} (${key} INTEGER PRIMARY KEY, ${own.join(', ')})`);

  const rows = new Map<number, RowAt>();
  /** Rows that the cache no longer has get negative keys. */
  const lost = new Map<string, number>();
  const addresses = new Map<number, Address>();
  const listings = new Set<string>();
  let last = lastEntryUpTo(db, at);
  const byAddress = isStoredOnce ? 'id = ?' : 'scope = ? AND id = ?';
  const keyAt = isScoped ? firstColumn<number>(db, `SELECT key FROM main.${collection} WHERE ${byAddress}`) : undefined;
  // Without both values of is_gone, SQLite can't use the index by ID
  const copies = firstColumn<number>(db, `SELECT ${key} FROM main.${collection} WHERE is_gone IN (0, 1) AND id = ?`);
  const goneEntry = goneBefore(db);
  const updates = new Map<string, Statement<Cell[]>>();
  const insert = db.prepare(
    `INSERT OR REPLACE INTO ${table} (${[key, ...own].join(', ')}) VALUES (?${', ?'.repeat(own.length)})`,
  );
  if (base !== null) readState(base);

  return { isWhole: base !== null, at: (one) => rows.get(one), refresh };

  function refresh(): void {
    const newest = writtenUpTo(db);
    if (base !== null || newest === last) return;
    const touched = new Set<number>();
    for (const entry of entriesFrom(db, definition, { after: last, at })) {
      for (const one of keysOf(entry)) {
        takeBack(one, entry);
        touched.add(one);
      }
    }
    last = newest;
    write(touched);
  }

  function rowAt(one: number): RowAt {
    let row = rows.get(one);
    if (row === undefined) rows.set(one, (row = unknownRow()));
    return row;
  }

  /** Undo an entry after the moment. To be called for the oldest entry first. */
  function takeBack(one: number, entry: Entry): void {
    const row = rowAt(one);
    if (row.state === undefined && needsEarlier.has(entry.kind)) {
      const earlier = goneEntry({ collection, ...entry }, at);
      if (earlier !== undefined) addEntry(row, earlier, 'after', recorded);
      else if ((now(one).state?.notReturnedSince ?? Infinity) <= at) row.state = 'gone';
    }
    addEntry(row, entry, 'before', recorded);
  }

  /** The keys of the rows that an entry is about. */
  function keysOf(entry: Entry): number[] {
    const isListing = entry.kind === entryKinds.listed || entry.kind === entryKinds.unlisted;
    if (isStoredOnce && isListing) {
      noteListing(entry);
      return [];
    }
    const keys = isShared && !isListing ? copies.all(entry.id) : keysAt(entry);
    if (keys.length > 0) return keys;
    // Only these entries have all values of a row
    const isWhole = base !== null || entry.kind === entryKinds.notReturned || entry.kind === entryKinds.deleted;
    return isWhole || lost.has(nameOf(entry)) ? [lostKeyOf(entry)] : [];
  }

  function keysAt({ scope, id }: Address): number[] {
    return keyAt === undefined ? [id as number] : keyAt.all(...(isStoredOnce ? [id] : [scope, id]));
  }

  function lostKeyOf(address: Address): number {
    const one = lost.get(nameOf(address)) ?? -1 - lost.size;
    lost.set(nameOf(address), one);
    addresses.set(one, address);
    return one;
  }

  /** The oldest entry after the moment says whether the scope returned the row. */
  function noteListing({ scope, id, kind, foundAt }: Entry): void {
    const name = nameOf({ scope, id });
    if (listings.has(name) || (foundAt ?? Infinity) <= at) return;
    listings.add(name);
    if (kind === entryKinds.listed)
      db.prepare('INSERT INTO temp.past_unlisted VALUES (?, ?, ?)').run(collection, scope, stored(id));
  }

  /** Store the rows. Columns that have not changed since the moment are copied from the present row. */
  function write(keys: ReadonlySet<number>): void {
    const all = [key, ...own].join(', ');
    db.prepare(
      `INSERT OR IGNORE INTO ${table} (${all}) SELECT ${all} FROM main.${collection} WHERE ${key} IN (SELECT value FROM json_each(?))`,
    ).run(JSON.stringify([...keys]));
    const has = firstColumn<number>(db, `SELECT 1 FROM ${table} WHERE ${key} = ?`);
    for (const one of keys) {
      const then = rowAt(one);
      if (has.get(one) === undefined) insertWhole(one, then);
      else update(one, then);
    }
  }

  function update(one: number, then: RowAt): void {
    const names = Object.keys(columns).filter((name) => isChanged(columns[name], then));
    const needsAll = names.some((name) => alsoRead[columns[name]?.as ?? 'text'] !== undefined);
    const row = needsAll ? rowThen(now(one).row, then) : Object.fromEntries(then.fields);
    const changed = Object.fromEntries(names.map((name) => [name, columns[name] as Column]));
    const cells = cellsOf({ ...definition, columns: changed }, recordOfRow(row)).slice(0, names.length);
    if (then.state !== undefined) {
      names.push('is_gone');
      cells.push(stateNumbers[then.state]);
    }
    if (names.length === 0) return;
    const set = names.map((name) => `${name} = ?`).join(', ');
    const statement = updates.get(set) ?? db.prepare<Cell[]>(`UPDATE ${table} SET ${set} WHERE ${key} = ?`);
    updates.set(set, statement);
    statement.run(...cells, one);
  }

  function isChanged(column: Column | undefined, { fields }: RowAt): boolean {
    if (column === undefined) return false;
    return [column.field, ...(alsoRead[column.as] ?? [])].some((field) => fields.has(field));
  }

  /** Store a row that the cache does not have, or a row of a stored state. */
  function insertWhole(one: number, then: RowAt): void {
    const record = recordOfRow(rowThen({}, then));
    const { scope = '', id = one } = addresses.get(one) ?? {};
    const cells = cellsOf(definition, { [definition.key]: id, ...record });
    const place = isStoredOnce ? shownPlace(record) : scope;
    const address: Cell[] = isScoped ? [place, stored(id)] : [];
    insert.run(one, ...address, stateNumbers[then.state ?? 'live'], ...cells);
  }

  /** The rows of a stored state, changed by the entries between it and the moment. */
  function readState(madeAt: number): void {
    const state = storedState(db, collection, madeAt);
    const bases = new Map<number, StateRow>();
    for (const row of state.rows) {
      const [one = lostKeyOf(row)] = keysAt(row);
      bases.set(one, row);
      addresses.set(one, row);
    }
    const isBefore = madeAt <= at;
    const between = isBefore
      ? [...entriesFrom(db, definition, { after: state.from, until: at })].toReversed()
      : entriesFrom(db, definition, { after: last, at });
    for (const entry of between) {
      for (const one of keysOf(entry)) {
        const isIncluded = entry.n <= (bases.get(one)?.n ?? state.from);
        if (isIncluded === isBefore) continue;
        if (isBefore) addEntry(rowAt(one), entry, 'after', recorded);
        else takeBack(one, entry);
        if (!addresses.has(one)) addresses.set(one, entry);
      }
    }
    for (const [one, { isGone, values }] of bases) {
      const row = rowAt(one);
      row.state ??= isGone ? 'gone' : 'live';
      row.fields = new Map(Object.entries(rowThen(values, row)));
    }
    for (const [one, row] of rows) {
      row.state ??= 'absent';
      insertWhole(one, row);
    }
  }
}

/** Before entries of these kinds, the row may not have been returned. Then an earlier entry has the time and the last values. */
const needsEarlier: ReadonlySet<number> = new Set([
  ...[entryKinds.back, entryKinds.listed],
  ...[entryKinds.deleted, entryKinds.unlisted],
]);
const nameOf = ({ scope, id }: Address): string => `${scope} ${id}`;

/** A row of a stored state. `n`: the number of the last entry that it includes. */
interface StateRow extends Address {
  n: number;
  isGone: boolean;
  values: RecordedRow;
}

/** The stored state of a collection. `from`: the number of the last entry that all of its blocks include. */
function storedState(db: Connection, collection: string, madeAt: number): { from: number; rows: StateRow[] } {
  const blocks = db
    .prepare<[string, number], { n: number; block: Uint8Array }>(
      `SELECT n, block FROM history.states
       WHERE collection = (SELECT n FROM history.names WHERE name = ?) AND made_at = ? ORDER BY part`,
    )
    .all(collection, madeAt);
  const scopeOf = scopesOfPlaces(db, 'history');
  const rows = blocks.flatMap(({ n, block }) => {
    const { fields, rows: stateRows } = readBlock(block, scopeOf);
    return stateRows.map(([scope, id, isGone, ...cells]): StateRow => {
      const values = Object.fromEntries(fields.map((name, at) => [name, cells[at]]));
      return { n, scope, id, isGone: isGone === 1, values };
    });
  });
  return { from: Math.min(...blocks.map(({ n }) => n)), rows };
}

/** The number of the newest entry in the state of the cache that is read. */
function writtenUpTo(db: Connection): number {
  const sql = `SELECT CAST(value AS INTEGER) FROM main.meta WHERE name = 'history:written'`;
  return firstColumn<number>(db, sql).get() ?? 0;
}

/** A number that is lower than those of all entries after the moment. */
function lastEntryUpTo(db: Connection, at: number): number {
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
