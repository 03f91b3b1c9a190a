import { firstColumn, type Connection } from '../../open-cache.ts';
import { entryKinds } from '../history-types.ts';

/** The last kind of an entry. Rows of the outbox with higher numbers are notes. */
const lastEntryKind = Math.max(...Object.values(entryKinds));

/**
 * All entries of the history, for a FROM clause: of `history.db`, which must be attached as `history`, and of the outbox
 * of the cache. Columns: n, collection (its name), scope, id, kind, found_at, since, source, cause, fields, as in `StoredEntry`.
 * `found_at` null: the sync that found it has not ended. Must be read in `inOneState`.
 */
export const allEntries = `(
  SELECT e.n, c.name AS collection, p.scope, e.id, e.kind, e.found_at, e.since, e.source, e.cause, e.fields
  FROM history.entries e JOIN history.names c ON c.n = e.collection JOIN history.places p ON p.n = e.place
  WHERE e.n <= (SELECT CAST(value AS INTEGER) FROM main.meta WHERE name = 'history:written')
  UNION ALL
  SELECT o.n, o.collection, o.scope, o.id, o.kind, o.found_at, o.since, o.source, o.cause, o.fields
  FROM main.history_outbox o
  WHERE o.kind <= ${lastEntryKind} AND NOT EXISTS (SELECT 1 FROM history.entries e WHERE e.n = o.n))`;

/**
 * Run on one state of both files. The cache is read first: entries that are then copied and deleted from its outbox are
 * found in `history.db`, and later ones are left out because of their numbers.
 */
export function inOneState<T>(db: Connection, work: () => T): T {
  return db.transaction(() => {
    firstColumn<number>(db, 'SELECT 1 FROM main.meta').get();
    return work();
  })();
}
