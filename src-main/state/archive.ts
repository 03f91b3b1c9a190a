import type { Key } from '#shared/contract/collection.ts';
import { z } from 'zod';
import type { Db } from './files/database.ts';

/** The last known state of a record. `at` in epoch milliseconds. */
export interface ArchivedRecord {
  scope: string;
  id: Key;
  at: number;
  row: Record<string, unknown>;
}

const Row = z.record(z.string(), z.unknown());

/**
 * Records that the platform deletes and Reeve keeps. Append-only, except that a person can be
 * forgotten; deleted with the profile, but not with its cache.
 */
export function archive(db: Db) {
  const last = db
    .prepare<[string, string, string, Key], string>(
      `SELECT doc FROM kept WHERE profile_id = ? AND collection = ? AND scope = ? AND id = ? ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  const insert = db.prepare('INSERT INTO kept (profile_id, collection, scope, id, at, doc) VALUES (?, ?, ?, ?, ?, ?)');
  return {
    /**
     * Add the current state of records. An unchanged record is not added again. Returns the number of added records.
     */
    add: (profileId: string, collection: string, rows: readonly Omit<ArchivedRecord, 'at'>[], now: number): number =>
      db
        .transaction(() => {
          let added = 0;
          for (const { scope, id, row } of rows) {
            const doc = JSON.stringify(row);
            if (last.get(profileId, collection, scope, id) === doc) continue;
            // A number would be stored as REAL
            insert.run(profileId, collection, scope, typeof id === 'number' ? BigInt(id) : id, now, doc);
            added += 1;
          }
          return added;
        })
        .immediate(),
    /** The last state of each archived record of a collection, in the order in which these states were added. */
    latest: (profileId: string, collection: string): ArchivedRecord[] =>
      db
        .prepare<[string, string], Omit<ArchivedRecord, 'row'> & { doc: string }>(
          `SELECT scope, id, at, doc FROM kept WHERE sequence IN
             (SELECT max(sequence) FROM kept WHERE profile_id = ? AND collection = ? GROUP BY scope, id)
           ORDER BY sequence`,
        )
        .all(profileId, collection)
        .map(({ doc, ...kept }) => ({ ...kept, row: Row.parse(JSON.parse(doc)) })),
  };
}
