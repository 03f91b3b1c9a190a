import type { Key } from '#shared/contract/collection.ts';
import type { Place } from '../cache-types.ts';
import { stored } from '../key.ts';
import type { Connection } from '../open-cache.ts';

/** The synced scopes that returned a row, for a collection whose rows are stored once. */
export function listedIn(db: Connection) {
  const add = db.prepare(`
    INSERT INTO listed_in (collection, scope, id) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET not_returned_at = NULL WHERE not_returned_at IS NOT NULL`);
  const end = db.prepare('UPDATE listed_in SET not_returned_at = ? WHERE collection = ? AND scope = ? AND id = ?');
  const isListed = db
    .prepare<[string, Key], number>(
      'SELECT EXISTS (SELECT 1 FROM listed_in WHERE collection = ? AND id = ? AND not_returned_at IS NULL)',
    )
    .pluck();
  const endAll = db.prepare(
    'UPDATE listed_in SET not_returned_at = ? WHERE collection = ? AND id = ? AND not_returned_at IS NULL',
  );
  return {
    /** The row was deleted. */
    endAll: (collection: string, id: Key, now: number): void => void endAll.run(now, collection, id),
    /** Returns whether the scope did not list the row before. */
    add: ({ collection, scope }: Place, id: Key): boolean => add.run(collection, scope, stored(id)).changes > 0,
    /** A full sync of the scope did not return the row. Returns whether another scope still lists it. */
    end({ collection, scope }: Place, id: Key, now: number): boolean {
      end.run(now, collection, scope, id);
      return isListed.get(collection, id) === 1;
    },
  };
}
