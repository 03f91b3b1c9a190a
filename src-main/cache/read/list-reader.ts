import type { Key, ListQuery, ListSummary, Selection, ServerFilterAge } from '#shared/contract/collection.ts';
import type { FilterValues } from '#shared/contract/filter-values.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { fromIso } from '#shared/time.ts';
import type { Span, SyncTime } from '../cache-types.ts';
import { keyColumn, storedScope, type Definition, type Fields, type Statement } from '../derive.ts';
import {
  agedOf,
  foundOf,
  rowReader,
  rowsAt,
  type Address,
  type Aged,
  type Found,
  type RowAddress,
  type RowsOf,
} from './cached-row.ts';
import { scopedRow, scopedRowsText } from './scoped-row.ts';
import { closest } from './closest.ts';
import { filterValues, type ValuesRequest } from './filters/filter-values.ts';
import { planList, readKeys, type Keys } from './id-list.ts';
import { firstColumn, type Connection } from '../open-cache.ts';
import { andInScope } from '../in-scope.ts';
import { joinedLists } from './joined-lists.ts';
import { newestOf, type Newest } from './newest.ts';
import { answerLimit, mostOfAnswer, mostOfWindow } from '../row-size.ts';
import { meta, revisionIn, revisionsOf } from '../schema.ts';
import { searcher } from './search.ts';
import { serverFilters } from './filters/server-filters.ts';
import { summariser } from './summary.ts';
import type { TextMemory } from './text-memory.ts';
import { unexpectedRows } from './unexpected-rows.ts';

/** Maximum number of key lists that are kept for further windows of their query. 100,000 keys take 800 KB. */
const mostLists = 12;

/**
 * Results with at most this many rows have the limit `mostOfWindow`. Larger ones, such as a tree of artifacts, have
 * `mostOfAnswer`.
 */
const mostShownRows = 200;

type Shape<T> = (found: Aged, at: Address) => T;
/** `fetchedAt`: the later of the times of its list and its details. */
export interface SelectedRow<R, K> {
  row: R;
  scope: Scope;
  id: K;
  fetchedAt: number;
}
/** The cached rows of the first `taken` of the requested keys. */
export interface Piece<T> {
  rows: T[];
  taken: number;
}
interface Range {
  from: number;
  count: number;
}
/**
 * The keys of a list, the ages of the platform's replies for its server filters, and the number of rows that may match,
 * but have an unexpected value.
 */
interface KeyList {
  keys: Keys;
  serverFilters: ServerFilterAge[] | undefined;
  unknown?: number;
}
interface ListParts {
  asked: readonly Fields[];
  conditions: readonly Statement[];
  /** The keys of the same list without its search, which may be known already. */
  whole: () => Keys;
  isWholeKnown: boolean;
}

/** The queries of one collection. Each reads one consistent state of the file. */
export function listReader(db: Connection, definition: Definition, memory: TextMemory, rowsOf: RowsOf = rowReader) {
  const { collection, isScoped, isStoredOnce } = definition;
  const facts = meta(db);
  const rows = rowsOf(db, definition);
  const keyAt = isScoped
    ? db
        .prepare<Key[], number>(`SELECT key FROM ${collection} WHERE ${isStoredOnce ? '' : 'scope = ? AND '}id = ?`)
        .pluck()
    : undefined;
  const summarise = summariser(db, definition);
  const search = searcher(db, definition, memory);
  const closestFirst = closest(db, definition);
  const documented = Object.keys(definition.record.shape);
  const server = serverFilters(db, definition, {
    isAdministratorView: () => summaryOf(isScoped ? null : '').view === 'administrator',
    live: (scope) => summaryOf(isScoped ? scope : '').live,
    lacks,
  });
  const lists = new Map<string, KeyList>();
  let summaries = new Map<string | null, ListSummary>();
  /** Columns in which a row has no value, by scope. */
  let lacking = new Map<string, boolean>();
  const unexpected = unexpectedRows(db, definition);
  const joined = joinedLists(db, definition);
  const valuesOf = filterValues(db, definition, {
    server,
    unexpected,
    joined,
    rows,
    keysOf: (one) => listOf(one).keys,
  });
  let seenRevisions = '';

  /** Run on one state of the file; cached results of an older state are dropped first. */
  function snapshot<T>(work: (revision: number) => T): T {
    return db.transaction(() => {
      const revision = revisionIn(facts, definition);
      const revisions = revisionsOf(facts, [collection, ...definition.reads]);
      if (revisions !== seenRevisions) {
        lists.clear();
        joined.forget();
        summaries = new Map();
        lacking = new Map();
        unexpected.forget();
        seenRevisions = revisions;
      }
      rows.forget();
      return work(revision);
    })();
  }

  function listOf(query: ListQuery): KeyList {
    const asked = server.asked(query.filter, query.scope);
    const isAsked = (name: string): boolean => asked.some((only) => Object.hasOwn(only, name));
    const ofCache = Object.fromEntries(Object.entries(query.filter).filter(([name]) => !isAsked(name)));
    const all = definition.conditions(ofCache);
    const parts = unexpected.split(all);
    const conditions = parts?.certain ?? all;
    // Includes the conditions, because a filter by a number of days gives other conditions on the next day
    const nameOf = (one: ListQuery): string => JSON.stringify([one, conditions]);
    const key = nameOf(query);
    const unsearched = { ...query, search: '' };
    const whole = { whole: () => listOf(unsearched).keys, isWholeKnown: lists.has(nameOf(unsearched)) };
    return remembered(key, () => {
      const list = makeList(query, { asked, conditions, ...whole });
      if (parts === null) return list;
      const unknown = (one: ListQuery): Keys =>
        makeList(one, { asked, conditions: parts.unknown, whole: () => unknown(unsearched), isWholeKnown: false }).keys;
      return { ...list, unknown: unknown(query).length };
    });
  }

  /** The hits of a search in all scopes, in the order of `closest`. */
  function closestOf(text: string): KeyList {
    const { by, direction } = definition.searchOrder;
    return remembered(`closest ${text}`, () => {
      const some = definition.nameColumns.length === 0 ? search(text)?.some : null;
      if (some) return { keys: readKeys(db, [returned(some())]), serverFilters: undefined };
      const query: ListQuery = { scope: null, search: text, filter: {}, sort: { by, direction }, notReturned: 'hide' };
      return { keys: closestFirst(text, listOf(query).keys), serverFilters: undefined };
    });
  }

  /** The keys of the hits that are still returned. */
  function returned({ sql, values }: Statement): Statement {
    const key = keyColumn(definition);
    return { sql: `SELECT ${key} FROM (${sql}) CROSS JOIN ${collection} ON ${key} = hit WHERE is_gone = 0`, values };
  }

  function remembered(key: string, make: () => KeyList): KeyList {
    const list = lists.get(key) ?? make();
    // The least recently used list comes first
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
    return list;
  }

  function makeList(query: ListQuery, { asked, conditions, whole, isWholeKnown }: ListParts): KeyList {
    const narrowed = asked.length === 0 ? undefined : server.narrow(asked, query.scope);
    const ages = narrowed?.ages;
    if (narrowed?.isIn === null) return { keys: new Float64Array(), serverFilters: ages };
    const found = search(query.search);
    if (found !== null && (found.few === null || isWholeKnown))
      return { keys: found.filter(whole()), serverFilters: ages };
    const own = joined.queryOf({
      scope: query.scope,
      notReturned: query.notReturned,
      conditions,
      sort: { column: columnOf(query.sort.by), direction: query.sort.direction },
      among: found?.few?.() ?? null,
    });
    const keys = readKeys(db, planList(db, definition, own));
    return { keys: narrowed?.isIn === undefined ? keys : keys.filter(narrowed.isIn), serverFilters: ages };
  }

  /** The summary for the state of the file that the current query reads. */
  function summaryOf(scope: string | null): ListSummary {
    let summary = summaries.get(scope);
    if (summary === undefined) summaries.set(scope, (summary = joined.summaryOf(scope, summarise(scope))));
    return summary;
  }

  function lacks(column: string, scope: string | null): boolean {
    const name = `${column} ${scope ?? '*'}`;
    const known = lacking.get(name);
    if (known !== undefined) return known;
    const { sql, values } = andInScope(definition, scope);
    const found = firstColumn<number>(
      db,
      `SELECT EXISTS (SELECT 1 FROM ${collection} WHERE is_gone = 0 AND ${columnOf(column)} IS NULL${sql})`,
    ).get(...values);
    lacking.set(name, found === 1);
    return found === 1;
  }

  /** The contract allows only names of columns. Fails: `bug` for any other name. */
  function columnOf(by: string): string {
    if (by === 'id' || Object.hasOwn(definition.columns, by)) return by;
    throw new Failure('bug', `${collection} cannot be sorted by ${by}`);
  }

  function keyOf(scope: string, id: Key): number | null {
    return keyAt === undefined ? (id as number) : (keyAt.get(...(isStoredOnce ? [id] : [scope, id])) ?? null);
  }

  /** The row of a key, as the list of a scope shows it; undefined: the row is not cached. */
  function rowOf(key: number, scope: string | null): { found: Aged; at: Address } | undefined {
    const row = joined.rowIn(scope, key, rows.atKey(key));
    return row && { found: agedOf(row), at: { key, scope: row.scope, id: row.id } };
  }

  /** All rows of a window. Large rows are cut if the result would otherwise be too large. */
  function windowRows<T>(keys: Float64Array, shape: Shape<T>, scope: string | null = null): T[] {
    const limit = answerLimit(documented, keys.length <= mostShownRows ? mostOfWindow : mostOfAnswer);
    const shaped: T[] = [];
    for (const [index, key] of keys.entries()) {
      const one = rowOf(key, scope);
      if (one === undefined) continue;
      const row = limit.cut(one.found.row, keys.length - 1 - index);
      shaped.push(shape(row === one.found.row ? one.found : { ...one.found, row, isCut: true }, one.at));
    }
    return shaped;
  }

  /** The first rows, as many as fit into one result. */
  function firstRows<T>(keys: Float64Array, shape: Shape<T>): Piece<T> {
    const limit = answerLimit(documented);
    const shaped: T[] = [];
    for (const [index, key] of keys.entries()) {
      const one = rowOf(key, null);
      if (one === undefined) continue;
      const { row } = one.found;
      if (limit.take(row, 0)) shaped.push(shape(one.found, one.at));
      else if (shaped.length > 0) return { rows: shaped, taken: index };
      else return { rows: [shape({ ...one.found, row: limit.cut(row, 0) }, one.at)], taken: index + 1 };
    }
    return { rows: shaped, taken: keys.length };
  }

  function windowOf<T>(query: ListQuery, { from, count }: Range, rowsOf: (keys: Float64Array) => T) {
    const startedAt = performance.now();
    return snapshot((revision) => {
      const { keys, serverFilters: ages, unknown = 0 } = listOf(query);
      const own = rowsOf(keys.subarray(from, from + count));
      const queryMs = performance.now() - startedAt;
      const window = { total: keys.length, isCapped: false, from, rows: own, revision, queryMs };
      return { ...window, ...(ages !== undefined && { serverFilters: ages }), ...(unknown > 0 && { unknown }) };
    });
  }

  return {
    /**
     * Rows by key, converted by `shape`, in the given order: as many as fit into one result. Rows that are not cached
     * are left out.
     */
    rows: <T>(keys: Float64Array, shape: Shape<T>): Piece<T> => snapshot(() => firstRows(keys, shape)),
    snapshot,
    window: <T>(query: ListQuery, slice: Range, shape: Shape<T>) =>
      windowOf(query, slice, (keys) => windowRows(keys, shape, query.scope)),
    /** A window with `scopedRow` as parts of its JSON text. Rows are parsed only if some may have to be cut. */
    windowText(query: ListQuery, slice: Range): string[] {
      const rowsOf = (keys: Float64Array): string[] =>
        scopedRowsText(keys, (key) => joined.rowIn(query.scope, key, rows.atKey(key))) ?? [
          JSON.stringify(windowRows(keys, scopedRow, query.scope)),
        ];
      const { rows: parts, ...window } = windowOf(query, slice, rowsOf);
      return ['{"rows":', ...parts, `,${JSON.stringify(window).slice(1)}`];
    },
    /**
     * Some fields of the rows of a query, for lists with other fields that are large. As many rows as fit into one result.
     */
    fields({ query, from, count, fields }: Range & { query: ListQuery; fields: readonly string[] }) {
      return windowOf(query, { from, count }, (keys) => {
        const limit = answerLimit(fields);
        const picked: Fields[] = [];
        for (const key of keys) {
          const row = rowOf(key, null)?.found.row ?? {};
          const own = Object.fromEntries(fields.map((name) => [name, row[name]]));
          if (!limit.take(own, 0)) break;
          picked.push(own);
        }
        return picked;
      });
    },
    /** Rows that match a search, in the order of `closest`. `search`: at least one word. */
    closest: ({ search: text, from, count }: Range & { search: string }) =>
      snapshot(() => {
        const { keys } = closestOf(text);
        return { total: keys.length, rows: windowRows(keys.subarray(from, from + count), scopedRow) };
      }),
    /** See `filterValues`. */
    values: (request: ValuesRequest): FilterValues => snapshot(() => valuesOf(request)),
    ids({ query, from, count }: { query: ListQuery; from: number; count: number }): number[] {
      return snapshot(() => [...listOf(query).keys.subarray(from, from + count)]);
    },
    /** All keys of a selection, in order. A copy, because its buffer is transferred to another thread. */
    selected(selection: Selection): Float64Array {
      if (selection.kind === 'ids') return Float64Array.from(selection.ids);
      const except = new Set(selection.except);
      return snapshot(() => {
        const { keys } = listOf(selection.query);
        return keys.subarray(0, keys.length).filter((key) => !except.has(key));
      });
    },
    detail: (scope: string, id: Key): (Found & { key: number | null }) | null =>
      snapshot(() => {
        const key = keyOf(scope, id) ?? joined.copyOf(scope, id);
        const row = joined.rowIn(scope, key, rows.at(scope, id) ?? (key === null ? undefined : rows.atKey(key)));
        if (row === undefined) return null;
        const found = foundOf(row);
        return { ...found, row: answerLimit(documented).cut(found.row, 0), key };
      }),
    /** See `rowsAt`. */
    rowsAt: (places: readonly RowAddress[]) => snapshot(() => rowsAt(db, definition, rows, places)),
    summary(scope: string | null): ListSummary {
      return snapshot(() => summaryOf(scope));
    },
    /** The end of the last complete sync of each scope, or of those at and below `within`. */
    syncTimes({ within = null }: { within?: string | null }): SyncTime[] {
      return snapshot(() =>
        db
          .prepare<[object], SyncTime>(
            // SQLite takes the other columns from the row with the maximum
            `SELECT scope, max(finished_at) AS at, unreadable FROM passes WHERE collection = :list AND finished_at IS NOT NULL
             AND (:within IS NULL OR scope = :within OR (scope > :within || '/' AND scope < :within || '0')) GROUP BY scope`,
          )
          .all({ list: definition.list, within }),
      );
    },
    /** See `newestOf`. */
    newest({ scope, column, filter }: { scope: string | null; column: string; filter: Fields }): Newest[] {
      const given = definition.conditions(filter);
      return snapshot(() =>
        newestOf(db, definition, { scope, column: columnOf(column), conditions: unexpected.certain(given) }),
      );
    },
    /** The rows of at most 500 keys, as a window shows them. Large rows are cut. */
    shown: (keys: readonly number[]) => snapshot(() => windowRows(Float64Array.from(keys), scopedRow)),
    /** Those of the ids that are live rows of one of the lists. */
    present({ scopes, ids }: { scopes: readonly string[]; ids: readonly Key[] }): Key[] {
      const sql = `SELECT DISTINCT id FROM documents WHERE collection = ? AND gone_at IS NULL
        AND scope IN (SELECT value FROM json_each(?)) AND id IN (SELECT value FROM json_each(?))`;
      return snapshot(() =>
        firstColumn<Key>(db, sql).all(definition.list, JSON.stringify(scopes), JSON.stringify(ids)),
      );
    },
    /** See `lostBy` of `joinedLists`. */
    lostBy: (input: { scope: string; first: Key }) => snapshot(() => joined.lostBy(input)),
    createdIn({ from, to }: Span): number {
      const sql = `SELECT count(*) FROM ${collection} WHERE is_gone = 0 AND created_at >= ? AND created_at < ?`;
      return snapshot(() => firstColumn<number>(db, sql).get(fromIso(from) ?? -Infinity, fromIso(to) ?? Infinity) ?? 0);
    },
    /**
     * Ids of the live rows whose details are older than `before` or were never fetched, the oldest details first.
     * `orChanged`: also of those whose row in the list changed after its details were fetched.
     */
    undetailed({ scope, before, orChanged = false }: { scope: string; before: number; orChanged?: boolean }): Key[] {
      const key = keyColumn(definition);
      const among = andInScope(definition, scope, 'row');
      const own = storedScope(definition, scope);
      const changed = `SELECT l.fetched_at FROM documents l WHERE l.collection = ? AND l.scope = ? AND l.id = row.id`;
      const oldest = orChanged ? `max(?, ifnull((${changed}), 0))` : '?';
      return snapshot(() =>
        firstColumn<Key>(
          db,
          `SELECT row.id FROM ${collection} row
           LEFT JOIN documents d ON d.collection = ? AND d.scope = ? AND d.id = row.id
           WHERE is_gone = 0 ${among.sql} AND ifnull(d.fetched_at, -1) < ${oldest} ORDER BY d.fetched_at, row.${key}`,
        ).all(...[definition.detail, own], ...among.values, before, ...(orChanged ? [definition.list, own] : [])),
      );
    },
  };
}
