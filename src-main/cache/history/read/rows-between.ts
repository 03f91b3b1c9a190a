import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Statement } from '../../derive.ts';
import { inScope, syncedAt } from '../../in-scope.ts';
import type { Connection } from '../../open-cache.ts';
import { entryKinds } from '../history-types.ts';
import { allEntries } from './all-entries.ts';
import { definitionAt, entryColumns, isShared, kindOf, type EntryRow } from './entry-rows.ts';
import { goneBefore } from './row-at.ts';
import { rowStates } from './row-states.ts';

/** A row that has entries after a moment. Rows that have one history for all scopes are under the scope `''`. */
export interface RowSince extends ReturnType<typeof rowStates> {
  collection: CollectionName;
  scope: Scope;
  id: Key;
}

const { listed, unlisted } = entryKinds;

/** Reads the rows that have entries after a moment. */
export function rowsBetween(db: Connection) {
  const goneEntry = goneBefore(db);
  const ofRow = db.prepare<[object], EntryRow>(
    `SELECT ${entryColumns} FROM ${allEntries}
     WHERE collection = :collection AND id IS :id AND scope = :scope AND found_at > :at ORDER BY n`,
  );

  /** `entries`: all entries of one row after `at`. */
  function statesOf(entries: EntryRow[], at: number): ReturnType<typeof rowStates> {
    const ordered = entries.toSorted((a, b) => a.n - b.n);
    // Only a deletion does not tell whether the row was still returned before it
    const first = ordered.find((entry) => kindOf(entry) !== 'changed');
    const wasGone = first !== undefined && kindOf(first) === 'deleted' && goneEntry(first, at) !== undefined;
    return rowStates(ordered, wasGone);
  }

  /**
   * Conditions for the entries in one scope. If rows have one history for all scopes, their entries are found by the rows of
   * the scope, because the entries are stored without a scope.
   */
  function inOneScope(collection: CollectionName, scope: Scope): Statement[] {
    const definition = definitionAt(collection);
    if (!isShared(collection)) return definition.isScoped ? [syncedAt(definition, scope)] : [];
    const own = inScope(definition, scope, 'r');
    if (own === undefined) return [];
    const sql = `(id IN (SELECT r.id FROM main.${collection} r WHERE ${own.sql}) OR id IN (
      SELECT e.id FROM ${allEntries} e WHERE e.collection = ? AND e.scope = ? AND e.kind IN (${listed}, ${unlisted})))`;
    return [{ sql, values: [...own.values, collection, scope] }];
  }

  /**
   * The conditions for entries. `collection` null: of all lists; `scope` null: in all scopes. With the plus sign, SQLite uses
   * the index by time. With the index by row, it would read all entries of the list.
   */
  function whereOf(collection: CollectionName | null, scope: Scope | null): Statement[] {
    if (collection === null) return [];
    const ofList = { sql: '+collection = ?', values: [collection] };
    return scope === null ? [ofList] : [ofList, ...inOneScope(collection, scope)];
  }

  return {
    whereOf,
    /** The rows that have entries after `at`, of one list or of all. `scope`: see `whereOf`; null: all. */
    since(at: number, collection: CollectionName | null, scope: Scope | null = null): RowSince[] {
      const where = [{ sql: 'found_at > ? AND +id IS NOT NULL', values: [at] }, ...whereOf(collection, scope)];
      const entries = db.prepare<unknown[], EntryRow>(
        `SELECT ${entryColumns} FROM ${allEntries} WHERE ${where.map(({ sql }) => sql).join(' AND ')}`,
      );
      const rows = new Map<string, EntryRow[]>();
      for (const entry of entries.iterate(...where.flatMap(({ values }) => values))) {
        const { collection: name, id, kind } = entry;
        // Whether another scope lists the row does not matter
        if (isShared(name) && (kind === listed || kind === unlisted) && entry.scope !== scope) continue;
        const key = `${name} ${scopeOf(entry)} ${typeof id} ${id}`;
        const own = rows.get(key);
        if (own === undefined) rows.set(key, [entry]);
        else own.push(entry);
      }
      return [...rows.values()].map((own) => {
        const [first] = own as [EntryRow];
        return { collection: first.collection, scope: scopeOf(first), id: first.id as Key, ...statesOf(own, at) };
      });
    },
    /** The entries of one row after `at`, the oldest first. `id` null: of the place. */
    entriesOf: (collection: CollectionName, scope: Scope, id: Key | null, at = 0): EntryRow[] =>
      ofRow.all({ collection, id, at, scope: isShared(collection) || !definitionAt(collection).isScoped ? '' : scope }),
    statesOf,
  };
}

const scopeOf = ({ collection, scope }: EntryRow): Scope => (isShared(collection) ? '' : scope);
