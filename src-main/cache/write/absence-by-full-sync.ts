import type { Key } from '#shared/contract/collection.ts';
import type { Definition } from '../derive.ts';
import type { Place } from '../cache-types.ts';
import { stored } from '../key.ts';
import type { AbsenceDetection } from './absence-by-range.ts';
import type { Connection } from '../open-cache.ts';
import type { KeptWindow } from './sync-runs.ts';

/**
 * Detects absence by a full sync, for lists in any order: the live rows that no page returned. A row that was stored
 * during the sync run exists, even if an earlier page does not contain it.
 */
export function absenceByFullSync(
  db: Connection,
  { collection, list, detail, isStoredOnce }: Definition,
): AbsenceDetection & { seen(place: Place, ids: readonly Key[]): number } {
  const add = db.prepare('INSERT OR IGNORE INTO seen VALUES (?, ?, ?)');
  const forget = db.prepare('DELETE FROM seen WHERE collection = ? AND scope = ?');
  const expected = isStoredOnce
    ? `listed_in row WHERE row.collection = '${list}' AND row.scope = :scope AND row.not_returned_at IS NULL`
    : `${collection} row WHERE row.scope = :scope AND row.is_gone = 0`;
  const found = db
    .prepare<[object], Key>(
      `SELECT row.id FROM ${expected}
       AND NOT EXISTS (SELECT 1 FROM seen s WHERE s.collection = :collection AND s.scope = :scope AND s.id = row.id)
       AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.collection IN (:list, :detail) AND d.scope = :stored
         AND d.id = row.id AND d.fetched_at > :startedAt AND d.fetched_at <= :now)`,
    )
    .pluck();
  return {
    /** Note the ids of a page. Returns how many of them no earlier page had. */
    seen({ collection, scope }, ids) {
      return ids.reduce<number>((fresh, id) => fresh + add.run(collection, scope, stored(id)).changes, 0);
    },
    /** If a returned row had no readable id, it may be any row, so no row counts as absent. */
    found({ place: { collection, scope }, startedAt }, windows: readonly KeptWindow[], now) {
      if (windows.some(({ direction }) => direction === 'none')) return [];
      return found.all({ scope, collection, list, detail, stored: isStoredOnce ? '' : scope, startedAt, now });
    },
    clear({ collection, scope }) {
      forget.run(collection, scope);
    },
  };
}
