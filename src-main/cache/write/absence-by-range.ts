import type { Key } from '#shared/contract/collection.ts';
import { fromIso } from '#shared/time.ts';
import type { SyncRun, Place, Span } from '../cache-types.ts';
import { stored } from '../key.ts';
import type { Connection } from '../open-cache.ts';
import type { KeptWindow } from './sync-runs.ts';
import { highest, lowest, type Covered } from './seen-range.ts';

/** Finds the rows that a sync run did not return. */
export interface AbsenceDetection {
  /** The keys that no window returned, once all windows are finished. */
  found(pass: Pick<SyncRun, 'place' | 'startedAt'>, windows: readonly KeptWindow[], now: number): Key[];
  clear(place: Place): void;
}

/**
 * Detects absence by id range, for each window: the live rows of a covered range that its pages did not return.
 * `isIndexed`: whether the indexes of the collection exist.
 */
export function absenceByRange(db: Connection, collection: string, isIndexed: () => boolean) {
  const at = 'collection = ? AND scope = ?';
  const any = db.prepare<[string, string], number>(`SELECT 1 FROM missing WHERE ${at} LIMIT 1`).pluck();
  const seen = db.prepare(`DELETE FROM missing WHERE ${at} AND id = ?`);
  const between = db
    .prepare<number[], number>(
      `SELECT id FROM ${collection} NOT INDEXED WHERE id BETWEEN ? AND ? AND is_gone = 0
       AND (created_at IS NULL OR (created_at >= ? AND created_at < ?))`,
    )
    .pluck();
  const created = db
    .prepare<number[], number>(
      `SELECT id FROM ${collection} WHERE +id BETWEEN ? AND ? AND is_gone = 0 AND created_at >= ? AND created_at < ?
       UNION ALL SELECT id FROM ${collection} WHERE +id BETWEEN ? AND ? AND is_gone = 0 AND created_at IS NULL`,
    )
    .pluck();
  /**
   * The live ids of a range. A range with an open end covers most ids, so the index by creation time is used if it
   * exists.
   */
  function expected({ from, to }: Covered, since: number, until: number): number[] {
    const isOpen = from === lowest || to === highest;
    return isOpen && isIndexed() ? created.all(from, to, since, until, from, to) : between.all(from, to, since, until);
  }
  const fetchedAt = db
    .prepare<[string, string, number], number>(`SELECT fetched_at FROM documents WHERE ${at} AND id = ?`)
    .pluck();
  const add = db.prepare('INSERT OR IGNORE INTO missing VALUES (?, ?, ?, ?)');
  const found = db.prepare<[string, string, number], number>(`
    SELECT m.id FROM missing m JOIN ${collection} row ON row.id = m.id
    WHERE m.collection = ? AND m.scope = ? AND row.is_gone = 0
    GROUP BY m.id HAVING row.created_at IS NOT NULL OR count(*) = ?`);

  return {
    /** These ids were returned, so they are no longer absent. */
    seen({ collection, scope }: Place, ids: readonly number[]): void {
      if (any.get(collection, scope) === undefined) return;
      for (const id of ids) seen.run(collection, scope, id);
    },
    /** Note the live rows of a window's span that lie in the covered range and were not in the page. */
    note(
      { place, startedAt }: Pick<SyncRun, 'place' | 'startedAt'>,
      { key, span }: { key: string; span: Span },
      covered: Covered,
      ids: readonly number[],
      now: number,
    ): void {
      const { collection, scope } = place;
      const inPage = new Set(ids);
      const [from, to] = [fromIso(span.from) ?? Number.MIN_SAFE_INTEGER, fromIso(span.to) ?? Number.MAX_SAFE_INTEGER];
      for (const id of expected(covered, from, to)) {
        if (inPage.has(id)) continue;
        // Stored during the sync run: the row exists, even if an earlier page does not contain it
        const storedAt = fetchedAt.get(collection, scope, id) ?? startedAt;
        if (storedAt > startedAt && storedAt <= now) continue;
        add.run(collection, scope, stored(id), key);
      }
    },
    /** Forget what one window noted, because it starts over. */
    forget({ collection, scope }: Place, key: string): void {
      db.prepare(`DELETE FROM missing WHERE ${at} AND window = ?`).run(collection, scope, key);
    },
    /**
     * The ids that were not returned, once all windows are finished. A row without a creation time may belong to any
     * window: it counts only if it is absent from all of them.
     */
    found: ({ place: { collection, scope } }: Pick<SyncRun, 'place'>, windows: readonly unknown[]): number[] =>
      found.pluck().all(collection, scope, windows.length),
    clear({ collection, scope }: Place): void {
      db.prepare(`DELETE FROM missing WHERE ${at}`).run(collection, scope);
    },
  };
}
