import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Statement } from '../../derive.ts';
import { inScope, syncedAt } from '../../in-scope.ts';
import type { Connection } from '../../open-cache.ts';
import { entryKinds } from '../history-types.ts';
import { allEntries } from './all-entries.ts';
import { definitionAt, entryColumns, isShared, kindOf, type EntryRow } from './entry-rows.ts';
import type { PlacesThen } from './places-then.ts';
import { rowStates, type RowEntries } from './row-states.ts';

export type RowStates = ReturnType<typeof rowStates>;
export interface RowSince extends RowStates, Pick<RowEntries, 'collection' | 'scope' | 'id'> {}

const { listed, unlisted, hidden, visible } = entryKinds;
const isAbsent = new Set(['notReturned', 'deleted', 'unlisted']);

/** Reads the rows that have entries after a moment. */
export function rowsBetween(db: Connection) {
  const before = db
    .prepare<[object], number>(
      `SELECT kind FROM ${allEntries} WHERE collection = :collection AND id = :id AND scope = :scope AND n < :n
         AND kind NOT IN (${[entryKinds.changed, entryKinds.sent, entryKinds.unsent, hidden, visible].join(', ')})
       ORDER BY n DESC LIMIT 1`,
    )
    .pluck();
  const ofRow = db.prepare<[object], EntryRow>(
    `SELECT ${entryColumns} FROM ${allEntries}
     WHERE collection = :collection AND id = :id AND scope = :scope AND found_at > :at ORDER BY n`,
  );

  /** Only a deletion does not tell whether the row was still returned before it. */
  function wasGone(entries: readonly EntryRow[]): boolean {
    const first = entries.find((entry) => kindOf(entry) !== 'changed');
    if (first === undefined || kindOf(first) !== 'deleted') return false;
    const { collection, id, scope, n } = first;
    const kind = before.get({ collection, id, scope, n });
    return kind !== undefined && isAbsent.has(kindOf({ kind }));
  }

  function statesOf(row: RowEntries): RowSince {
    row.entries.sort((a, b) => a.n - b.n);
    const { collection, scope, id } = row;
    return { collection, scope, id, ...rowStates(row, isShared(collection), wasGone(row.entries)) };
  }

  /** Entries of a list in one scope; the scope of rows that have one history for all scopes is not that of their entries. */
  function whereOf(collection: CollectionName, scope: Scope): Statement {
    const definition = definitionAt(collection);
    if (!isShared(collection)) return definition.isScoped ? syncedAt(definition, scope) : { sql: 'TRUE', values: [] };
    const own = inScope(definition, scope, 'r');
    if (own === undefined) return { sql: 'TRUE', values: [] };
    return {
      sql: `(id IN (SELECT r.id FROM main.${collection} r WHERE ${own.sql}) OR id IN (
        SELECT e.id FROM ${allEntries} e WHERE e.collection = ? AND e.scope = ? AND e.kind IN (${listed}, ${unlisted})))`,
      values: [...own.values, collection, scope],
    };
  }

  return {
    whereOf,
    /** The rows that have entries after `at`, of one list or of all. `scope`: see `whereOf`; null: all. */
    since(at: number, collection: CollectionName | null, scope: Scope | null = null): RowSince[] {
      // With the plus signs, SQLite takes the index by time, not the one by row, which would read all entries of the list
      const where: Statement[] = [{ sql: 'found_at > ? AND +id IS NOT NULL', values: [at] }];
      if (collection !== null) where.push({ sql: '+collection = ?', values: [collection] });
      if (collection !== null && scope !== null) where.push(whereOf(collection, scope));
      const entries = db.prepare<unknown[], EntryRow>(
        `SELECT ${entryColumns} FROM ${allEntries} WHERE ${where.map(({ sql }) => sql).join(' AND ')}`,
      );
      const rows = new Map<string, RowEntries>();
      for (const entry of entries.iterate(...where.flatMap(({ values }) => values))) {
        const own = isShared(entry.collection) ? '' : entry.scope;
        const id = entry.id as Key;
        const key = `${entry.collection} ${own} ${typeof id} ${id}`;
        const row = rows.get(key);
        if (row !== undefined) row.entries.push(entry);
        else rows.set(key, { collection: entry.collection, scope: own, id, entries: [entry], listedIn: scope });
      }
      return [...rows.values()].map(statesOf);
    },
    /** The entries of one row after `at`. */
    ofRow: (collection: CollectionName, scope: Scope, id: Key, at: number): EntryRow[] =>
      ofRow.all({ collection, id, at, scope: isShared(collection) || !definitionAt(collection).isScoped ? '' : scope }),
    statesOf,
  };
}

/** Whether the place of a row was synced at a moment. Rows with one history for all scopes need any place. */
export function isSyncedThen(
  places: PlacesThen,
  { collection, scope }: Pick<RowEntries, 'collection' | 'scope'>,
): boolean {
  const isSynced = (place: Scope): boolean => (places.get(place)?.last ?? null) !== null;
  return isShared(collection) ? [...places.keys()].some(isSynced) : isSynced(scope);
}
