import type { Key } from '#shared/contract/collection.ts';
import type { Place } from '../cache-types.ts';
import { stored } from '../key.ts';
import type { Connection } from '../open-cache.ts';

/** Which synced scopes returned a row of a collection whose rows are stored once. */
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
    /** Answers whether the scope did not list it before. */
    add: ({ collection, scope }: Place, id: Key): boolean => add.run(collection, scope, stored(id)).changes > 0,
    /** A full sync of the scope did not return it. Answers whether another scope still does. */
    end({ collection, scope }: Place, id: Key, now: number): boolean {
      end.run(now, collection, scope, id);
      return isListed.get(collection, id) === 1;
    },
  };
}
