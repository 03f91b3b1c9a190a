import type { Key } from '#shared/contract/collection.ts';
import { definitions } from '../definitions.ts';
import { keysAfterName, hashName } from '../derived-tables.ts';
import type { CacheFile } from '../cache-types.ts';
import { bringHistory } from '../history/record/salvage-history.ts';
import { stored } from '../key.ts';
import { deletedVersion, rowsStoredOnce, storedOnceVersion, withoutHashes } from '../migrations.ts';
import { failureOf, openCache, type Connection } from '../open-cache.ts';
import { createTables, indexedName, meta, revisionName } from '../schema.ts';

/** A list that was synced completely, with its scope. */
export interface SyncedList {
  collection: string;
  scope: string;
}

/** What was copied from a damaged cache to a new one. */
export interface Salvaged {
  rows: number;
  /** Records that could not be read, by collection; null: not known. */
  lost: Record<string, number> | null;
  /** Lists that the damaged cache had synced, most recent first; null: not known. */
  lists: (SyncedList & { isWhole: boolean })[] | null;
}

export interface SalvageOrder {
  from: string;
  /** The damaged cache that an earlier repair kept, if there is one. */
  earlier?: string | undefined;
  to: string;
  key: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Number of records that one statement reads, as long as none of them is damaged. */
const pieceRows = 200;
/** Reading stops after this many consecutive rowids without a readable record. */
const mostUnreadable = 20_000;
const columns = 'rowid, collection, scope, id, hash, fetched_at, gone_at, doc';
const storedOnce: readonly string[] = definitions.flatMap(({ list, isStoredOnce }) => (isStoredOnce ? [list] : []));
const neverDerived = 'from a damaged cache';

type Stored = [rowid: number, collection: string, scope: string, id: Key, ...rest: unknown[]];
type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;
type Reference = [rowid: number, collection: string, scope: string, id: Key];

/**
 * Copy everything that can still be read from a damaged cache to a new one (`to`, which must be absent or empty):
 * records with their ages, including those that no list returns. Lost records are taken from `earlier`.
 * Derived tables are built when the new cache is opened, and their indexes after that. A list that lost records counts as
 * never synced. The damaged caches are not changed. Fails: as writing the new cache does.
 */
export function salvage({ from, earlier, to, key, now }: SalvageOrder): Salvaged {
  const fresh = openCache({ file: to, key }, 'write');
  const damaged = openDamaged({ file: from, key });
  const before = earlier === undefined ? null : openDamaged({ file: earlier, key });
  try {
    createTables(fresh);
    return fresh.transaction(() => bringOver({ damaged, before }, fresh, now))();
  } catch (thrown) {
    throw failureOf(thrown);
  } finally {
    for (const connection of [damaged, before, fresh]) connection?.close();
  }
}

/** Null: the cache cannot be opened, or a different version of Reeve made its tables. */
function openDamaged(file: CacheFile): Connection | null {
  let connection: Connection | null = null;
  try {
    connection = openCache(file, 'read');
    connection.prepare(`SELECT ${columns} FROM documents`);
    return connection;
  } catch {
    connection?.close();
    return null;
  }
}

interface Sources {
  damaged: Connection | null;
  before: Connection | null;
}

function bringOver({ damaged, before }: Sources, fresh: Connection, now: number): Salvaged {
  const found = new Map<string, number>();
  const note = (row: Stored): void => void found.set(row[1], (found.get(row[1]) ?? 0) + 1);
  const lost = damaged === null ? null : bringRecords(damaged, fresh, note);
  const stillLost = before === null ? lost : bringLost(before, fresh, lost, note);
  withoutHashes(fresh);
  const isListedInKnown = bringListedIn(damaged ?? before, fresh);
  bringDeleted(damaged ?? before, fresh);
  bringHistory(damaged, fresh, now, orNull);
  const listed = damaged && bringLists(damaged, fresh, { lost, isListedInKnown });
  const lists = listed ?? (before && bringLists(before, fresh, { lost: null, isListedInKnown }));
  const rows = [...found.values()].reduce((sum, count) => sum + count, 0);
  if (damaged !== null || rows > 0) prepareDerived(damaged, fresh, found, now);
  return { rows, lost: stillLost && countsOf(stillLost.map(([, collection]) => collection)), lists };
}

/** Copy the readable records. Returns the lost ones; null: it is not known which are lost. */
function bringRecords(damaged: Connection, fresh: Connection, note: (row: Stored) => void): Reference[] | null {
  // The index lists every record, even if the record itself is damaged
  const named = orNull(() =>
    damaged
      .prepare<[], Reference>('SELECT rowid, collection, scope, id FROM documents ORDER BY collection, scope, id')
      .raw()
      .all(),
  );
  const insert = insertInto(fresh);
  const isRead = new Set<number>();
  const isComplete = eachReadable(damaged, lastOf(named, damaged), (row) => {
    if (insert(row).changes > 0) note(row);
    isRead.add(row[0]);
  });
  return named?.filter(([rowid]) => !isRead.has(rowid)) ?? (isComplete ? [] : null);
}

/** Copy lost records from an earlier cache; `lost` null: any may be lost. Returns the records that stay lost. */
function bringLost(
  earlier: Connection,
  fresh: Connection,
  lost: readonly Reference[] | null,
  note: (row: Stored) => void,
): Reference[] | null {
  const insert = insertInto(fresh);
  // The two caches use the same rowid for different records
  const bring = ([, ...row]: Stored): void => {
    if (insert([null, ...row]).changes > 0) note([0, ...row]);
  };
  if (lost === null) {
    eachReadable(earlier, lastOf(null, earlier), bring);
    return null;
  }
  const one = earlier
    .prepare<unknown[], Stored>(`SELECT ${columns} FROM documents WHERE collection = ? AND scope = ? AND id = ?`)
    .raw();
  return lost.filter(([, ...place]) => {
    const row = orNull(() => one.get(...place)) ?? null;
    if (row !== null) bring(row);
    return row === null;
  });
}

function insertInto(fresh: Connection) {
  const insert = fresh.prepare<unknown[]>(
    `INSERT INTO documents (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')}) ON CONFLICT DO NOTHING`,
  );
  return ([rowid, collection, scope, id, ...rest]: [rowid: number | null, ...Tail<Stored>]) =>
    insert.run(rowid, collection, scope, stored(id), ...rest);
}

/** Pass every readable record to `take`, in the order of the file. Returns whether all of them were readable. */
function eachReadable(damaged: Connection, last: number | null, take: (row: Stored) => void): boolean {
  const from = `SELECT ${columns} FROM documents NOT INDEXED WHERE`;
  const next = damaged.prepare<number[], Stored>(`${from} rowid > ? ORDER BY rowid LIMIT ?`).raw();
  const one = damaged.prepare<number[], Stored>(`${from} rowid = ?`).raw();
  let isComplete = true;
  let unreadable = 0;
  for (let at = 0; at < (last ?? Number.POSITIVE_INFINITY) && unreadable < mostUnreadable;) {
    const piece = orNull(() => next.all(at, pieceRows));
    if (piece?.length === 0) return isComplete;
    for (const row of piece ?? []) take(row);
    if (piece !== null) {
      at = piece.at(-1)?.[0] ?? at;
      unreadable = 0;
      continue;
    }
    isComplete = false;
    for (let rowid = at + 1; rowid <= at + pieceRows; rowid += 1) {
      const row = orNull(() => one.get(rowid)) ?? undefined;
      unreadable = row === undefined ? unreadable + 1 : 0;
      if (row !== undefined) take(row);
    }
    at += pieceRows;
  }
  return isComplete;
}

function lastOf(named: readonly Reference[] | null, damaged: Connection): number | null {
  if (named !== null) return named.reduce((most, [rowid]) => Math.max(most, rowid), 0);
  return orNull(
    () => damaged.prepare<[], number | null>('SELECT max(rowid) FROM documents NOT INDEXED').pluck().get() ?? 0,
  );
}

/** Copy which lists were synced, except those that lost records. `lost` null: any list may have lost some. */
function bringLists(
  damaged: Connection,
  fresh: Connection,
  { lost, isListedInKnown }: { lost: readonly Reference[] | null; isListedInKnown: boolean },
): Salvaged['lists'] {
  const passed = 'collection, scope, started_at, is_first, resumed, estimated_rows, unreadable, finished_at';
  const passes = orNull(() =>
    damaged
      .prepare<[], [string, string, ...unknown[]]>(
        `SELECT ${passed} FROM passes WHERE finished_at IS NOT NULL ORDER BY finished_at DESC`,
      )
      .raw()
      .all(),
  );
  if (passes === null) return null;
  // Details are kept in a collection of their own
  const listOf = (collection: string): string => collection.replace(/\.detail$/, '');
  const isStoredOnce = (list: string): boolean => storedOnce.includes(list);
  // A record that is stored once belongs to the lists of several scopes
  const listAt = (list: string, scope: string): string => (isStoredOnce(list) ? list : `${list} ${scope}`);
  const damagedLists = new Set(lost?.map(([, collection, scope]) => listAt(listOf(collection), scope)));
  const insert = fresh.prepare(`INSERT INTO passes (${passed}) VALUES (${passed.replaceAll(/\w+/g, '?')})`);
  return passes.map((pass) => {
    const [collection, scope] = pass;
    const isKnown = lost !== null && (isListedInKnown || !isStoredOnce(collection));
    const isWhole = isKnown && !damagedLists.has(listAt(collection, scope));
    if (isWhole) insert.run(...pass);
    return { collection, scope, isWhole };
  });
}

/** Copy the deletion times. Caches of earlier versions have none. */
function bringDeleted(from: Connection | null, fresh: Connection): void {
  const version = orNull(() => Number(from?.pragma('user_version', { simple: true }) ?? 0)) ?? 0;
  if (version < deletedVersion) return;
  const rows = orNull(() =>
    from
      ?.prepare<[], [number, string, string, Key]>(
        'SELECT deleted_at, collection, scope, id FROM documents WHERE deleted_at IS NOT NULL',
      )
      .raw()
      .all(),
  );
  const set = fresh.prepare('UPDATE documents SET deleted_at = ? WHERE collection = ? AND scope = ? AND id = ?');
  for (const row of rows ?? []) set.run(...row);
}

/**
 * Copy which scopes returned a row that is stored once. A cache of an older version has a copy of the row in each scope
 * instead. Returns whether the scopes are known.
 */
function bringListedIn(from: Connection | null, fresh: Connection): boolean {
  const version = orNull(() => Number(from?.pragma('user_version', { simple: true }) ?? 0));
  if (version !== null && version < storedOnceVersion) {
    rowsStoredOnce(fresh);
    return true;
  }
  const rows = orNull(() =>
    from?.prepare<[], [string, string, Key, number | null]>('SELECT * FROM listed_in').raw().all(),
  );
  const insert = fresh.prepare('INSERT INTO listed_in VALUES (?, ?, ?, ?)');
  for (const [collection, scope, id, endedAt] of rows ?? []) insert.run(collection, scope, stored(id), endedAt);
  return rows !== null;
}

/**
 * Make the next opening build the derived tables from the records. Keys and revisions start above all earlier ones,
 * because a window may still have keys from the damaged cache, and these must not identify other rows.
 */
function prepareDerived(
  damaged: Connection | null,
  fresh: Connection,
  found: ReadonlyMap<string, number>,
  now: number,
): void {
  const facts = meta(fresh);
  for (const { collection, list, detail } of definitions) {
    const before = orNull(() => Number((damaged && meta(damaged).get(revisionName(collection))) ?? 0)) ?? 0;
    facts.set(revisionName(collection), String(Math.max(before, now) + 1));
    facts.set(keysAfterName(collection), String(now));
    facts.set(hashName(collection), neverDerived);
    if (found.has(list) || found.has(detail)) facts.set(indexedName(collection), 'wanted');
  }
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Null if the data cannot be read because of the damage. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    if (failureOf(thrown).reason === 'corrupt') return null;
    throw thrown;
  }
}
