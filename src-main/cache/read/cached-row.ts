import type { Key } from '#shared/contract/collection.ts';
import { keyColumn, storedScope, type Definition, type Fields } from '../derive.ts';
import { merged, type Document } from '../documents.ts';
import { firstColumn, type Connection } from '../open-cache.ts';
import { answerLimit } from '../row-size.ts';

/** A record with its content as JSON text. */
export type StoredRecord = Omit<Document, 'record'> & { doc: string };

/** The records of a row; at least one of them exists. `listFetchedAt`: when its list was last fetched or synced with it. */
export interface CachedRow {
  scope: string;
  id: Key;
  list: StoredRecord | undefined;
  detail: StoredRecord | undefined;
  listFetchedAt: number | null;
}

/** The scope and id behind a key. */
export interface Address {
  key: number;
  scope: string;
  id: Key;
}
/** `scope` null: in any scope. `by`: the column with `id`, if that is not the key of the platform. */
export interface RowAddress {
  scope: string | null;
  id: Key;
  by?: string;
}

export interface Found {
  row: Readonly<Record<string, unknown>>;
  listFetchedAt: number | null;
  detailFetchedAt: number | null;
  notReturnedSince: number | null;
  deletedAt?: number;
}
/** `isCut`: see `aged` in `contract/kit.ts`. */
export type Aged = Found & { fetchedAt: number; isCut?: true };

type State = [doc: string, fetchedAt: number, notReturnedSince: number | null, deletedAt: number | null];
type Cells = [scope: string, id: Key, listedIn: string | null, ...list: State, ...detail: State];

/** Reads the rows of a collection. */
export interface RowReader {
  /** Undefined: the row is not cached. */
  atKey: (key: number) => CachedRow | undefined;
  at: (scope: string, id: Key) => CachedRow | undefined;
  /** Must be called when the state of the file may have changed. */
  forget: () => void;
}
export type RowsOf = (db: Connection, definition: Definition) => RowReader;

/** Read the rows of a collection with one statement for each row. */
export function rowReader(db: Connection, definition: Definition): RowReader {
  const { collection, isScoped, isStoredOnce } = definition;
  const scopeOfRecords = isStoredOnce ? `''` : 'r.scope';
  const listedIn = isStoredOnce
    ? `(SELECT json_group_array(scope) FROM listed_in i
        WHERE i.collection = '${definition.list}' AND i.id = r.id AND i.not_returned_at IS NULL)`
    : 'NULL';
  const select = (rows: string): string =>
    `SELECT r.scope, r.id, ${listedIn},
       l.doc, l.fetched_at, l.gone_at, l.deleted_at, d.doc, d.fetched_at, d.gone_at, d.deleted_at
     FROM ${rows} r
     LEFT JOIN documents l ON l.collection = '${definition.list}' AND l.scope = ${scopeOfRecords} AND l.id = r.id
     LEFT JOIN documents d ON d.collection = '${definition.detail}' AND d.scope = ${scopeOfRecords} AND d.id = r.id`;
  const byAddress = db.prepare<[string, Key], Cells>(select('(SELECT ? AS scope, ? AS id)')).raw();
  const byKey = isScoped ? db.prepare<[number], Cells>(`${select(collection)} WHERE r.key = ?`).raw() : undefined;
  const syncEnd = db
    .prepare<[string, string], number | null>('SELECT max(finished_at) FROM passes WHERE collection = ? AND scope = ?')
    .pluck();
  /** The end of the last sync run of each scope, or of each set of scopes. */
  const ends = new Map<string, number | null>();

  function syncedAt(scope: string): number | null {
    let end = ends.get(scope);
    if (end === undefined) ends.set(scope, (end = syncEnd.get(definition.list, scope) ?? null));
    return end;
  }

  /** The end of the last sync run that returned the row. `listedIn`: the scopes that return it, as JSON. */
  function confirmedAt(scope: string, listedIn: string | null): number | null {
    if (listedIn === null) return syncedAt(scope);
    let end = ends.get(listedIn);
    if (end === undefined) {
      const scopes = JSON.parse(listedIn) as string[];
      ends.set(listedIn, (end = Math.max(0, ...scopes.map((one) => syncedAt(one) ?? 0))));
    }
    return end;
  }

  function rowOf(cells: Cells | undefined): CachedRow | undefined {
    if (cells === undefined) return undefined;
    const [scope, id, listedIn] = cells;
    const list = recordAt(cells, 3);
    const detail = recordAt(cells, 7);
    if (list === undefined && detail === undefined) return undefined;
    const listFetchedAt = list === undefined ? null : ageOf(list, confirmedAt(scope, listedIn));
    return { scope, id, list, detail, listFetchedAt };
  }

  return {
    atKey: (key) => rowOf(byKey === undefined ? byAddress.get('', key) : byKey.get(key)),
    at: (scope, id) => rowOf(byAddress.get(storedScope(definition, scope), id)),
    forget: () => ends.clear(),
  };
}

/**
 * The rows at the first addresses, as many as fit into one result, at least one; also no longer returned ones. Null for
 * a row that is not cached.
 */
export function rowsAt(
  db: Connection,
  definition: Definition,
  rows: RowReader,
  places: readonly RowAddress[],
): (Found | null)[] {
  const { collection, isScoped, record } = definition;
  const limit = answerLimit(Object.keys(record.shape));
  const all: (Found | null)[] = [];
  for (const place of places) {
    const row = cachedAt(place);
    const found = row === undefined ? null : foundOf(row);
    const isFirst = all.length === 0;
    if (found !== null && !isFirst && !limit.take(found.row, 0)) return all;
    all.push(found !== null && isFirst ? { ...found, row: limit.cut(found.row, 0) } : found);
  }
  return all;

  function cachedAt({ scope, id, by = 'id' }: RowAddress): CachedRow | undefined {
    if (by === 'id' && (scope !== null || !isScoped)) return rows.at(scope ?? '', id);
    const sql = `SELECT ${keyColumn(definition)} FROM ${collection} WHERE ${by} = ?${scope === null ? '' : ' AND scope = ?'}`;
    const key = firstColumn<number>(db, sql).get(...(scope === null ? [id] : [id, scope]));
    return key === undefined ? undefined : rows.atKey(key);
  }
}

/** The record of a row, merged from list and details. */
export function recordOf({ list, detail }: CachedRow): Fields {
  return merged(parsed(list), parsed(detail)) ?? {};
}

export function foundOf(row: CachedRow): Found {
  const { list, detail, listFetchedAt } = row;
  const { notReturnedSince = null, deletedAt = null } = list ?? detail ?? {};
  return {
    row: recordOf(row),
    listFetchedAt,
    detailFetchedAt: detail?.fetchedAt ?? null,
    notReturnedSince,
    ...(deletedAt !== null && { deletedAt }),
  };
}

export function agedOf(row: CachedRow): Aged {
  const found = foundOf(row);
  return { ...found, fetchedAt: Math.max(found.listFetchedAt ?? 0, found.detailFetchedAt ?? 0) };
}

function parsed(stored: StoredRecord | undefined): Document | undefined {
  return stored && { ...stored, record: JSON.parse(stored.doc) as Fields };
}

function recordAt(cells: Cells, from: 3 | 7): StoredRecord | undefined {
  const doc = cells[from] as string | null;
  if (doc === null) return undefined;
  return {
    doc,
    fetchedAt: cells[from + 1] as number,
    notReturnedSince: cells[from + 2] as number | null,
    deletedAt: cells[from + 3] as number | null,
  };
}

/**
 * The later of the time of the record and the end of the last sync run, which counts only for rows that it returned.
 */
function ageOf(list: StoredRecord, completedAt: number | null): number {
  return list.notReturnedSince === null ? Math.max(list.fetchedAt, completedAt ?? 0) : list.fetchedAt;
}
