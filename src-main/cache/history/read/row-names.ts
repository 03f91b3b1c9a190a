import type { Key } from '#shared/contract/collection.ts';
import { collections, firstText, type CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import type { RecordedRow } from '../history-types.ts';
import { recordOfRow } from '../recorded-fields.ts';
import { definitionAt, isShared } from './entry-rows.ts';

/**
 * Returns a function that finds the name of a row, and the scope in which the window shows it if it has one history for
 * all scopes. `row`: recorded values, for a row that is no longer cached.
 */
export function rowNames(db: Connection) {
  const doc = firstColumn<string>(db, 'SELECT doc FROM main.documents WHERE collection = ? AND scope = ? AND id = ?');

  /** The scope under which the window finds the row. */
  function shownScope(collection: CollectionName, scope: Scope, id: Key): Scope {
    if (!isShared(collection)) return scope;
    const sql = `SELECT scope FROM main.${collection} WHERE id = ? ORDER BY is_gone, scope LIMIT 1`;
    return firstColumn<Scope>(db, sql).get(id) ?? scope;
  }

  /** The name in the cached record, or else in the recorded values; null: it has none. */
  function titleOf(collection: CollectionName, scope: Scope, id: Key, row: RecordedRow | null): string | null {
    const { list, detail, isStoredOnce } = definitionAt(collection);
    const stored = isStoredOnce ? '' : scope;
    const { title } = collections[collection];
    const text = doc.get(list, stored, id) ?? doc.get(detail, stored, id);
    const cached = text === undefined ? null : firstText(JSON.parse(text) as object, title);
    return cached ?? (row === null ? null : firstText(recordOfRow(row), title));
  }

  return (collection: CollectionName, scope: Scope, id: Key, row: RecordedRow | null) => {
    const shown = shownScope(collection, scope, id);
    return { scope: shown, title: titleOf(collection, shown, id, row) };
  };
}
export type NameOf = ReturnType<typeof rowNames>;
