import { collectionNames, collections, firstText, type CollectionName } from '#shared/contract/collections.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Connection } from '../open-cache.ts';

/** `changed`: the row is new, or its record differs from the one before. */
export type RecentChangeKind = 'changed' | 'notReturned' | 'deleted';
export interface RecentChange {
  collection: CollectionName;
  scope: Scope;
  id: Key;
  at: number;
  kind: RecentChangeKind;
  /** Null: the record has no title. */
  title: string | null;
}
export interface RecentChanges {
  total: number;
  counts: { collection: CollectionName; count: number }[];
  rows: RecentChange[];
}
export interface RecentChangesQuery {
  collections: readonly CollectionName[];
  since: number;
  slice: { from: number; count: number };
}

type StoredChange = Omit<RecentChange, 'title'> & { doc: string };

const storedOnce = collectionNames.filter((name) => collections[name].isStoredOnce);

/**
 * The rows that changed since a time, newest first. Rows that the first sync of a place returned are not changes: they
 * are new to Reeve only.
 */
export function recentChanges(db: Connection) {
  const names = `SELECT value FROM json_each(:collections)`;
  const placeOf = `iif(collection IN (${storedOnce.map((name) => `'${name}'`).join(', ')}), '', scope)`;
  const changes = `
    WITH firsts AS MATERIALIZED (
      SELECT collection, ${placeOf} AS scope, max(ended) AS ended FROM (
        SELECT collection, scope, finished_at AS ended FROM first_syncs WHERE finished_at >= :since UNION ALL
        SELECT collection, scope, ${Number.MAX_SAFE_INTEGER} FROM passes WHERE is_first = 1 AND finished_at IS NULL
      ) GROUP BY 1, 2
    ), changes AS (
      SELECT d.rowid AS row, d.collection, d.scope, d.fetched_at AS at, 'changed' AS kind
      FROM documents d LEFT JOIN firsts f ON f.collection = d.collection AND f.scope = d.scope
      WHERE d.fetched_at >= :since AND d.fetched_at > ifnull(f.ended, 0)
        AND ifnull(d.gone_at, 0) < :since AND d.collection IN (${names})
      UNION ALL
      SELECT rowid, collection, scope, gone_at, iif(deleted_at IS NULL, 'notReturned', 'deleted')
      FROM documents WHERE gone_at >= :since AND collection IN (${names})
    )`;
  const counts = db.prepare<[object], { collection: CollectionName; count: number }>(
    `${changes} SELECT collection, count(*) AS count FROM changes GROUP BY collection ORDER BY collection`,
  );
  const rows = db.prepare<[object], StoredChange>(
    `${changes} SELECT c.collection, c.scope, d.id, c.at, c.kind, d.doc
     FROM (SELECT * FROM changes ORDER BY at DESC, row LIMIT :count OFFSET :from) c JOIN documents d ON d.rowid = c.row
     ORDER BY c.at DESC, c.row`,
  );
  return ({ collections: wanted, since, slice }: RecentChangesQuery): RecentChanges => {
    const given = { collections: JSON.stringify(wanted), since };
    const counted = counts.all(given);
    const found = slice.count === 0 ? [] : rows.all({ ...given, ...slice });
    return {
      total: counted.reduce((sum, { count }) => sum + count, 0),
      counts: counted,
      rows: found.map(({ doc, ...change }) => ({ ...change, title: titleOf(change.collection, doc) })),
    };
  };
}

function titleOf(collection: CollectionName, doc: string): string | null {
  return firstText(JSON.parse(doc) as object, collections[collection].title);
}
