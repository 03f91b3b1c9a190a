import type { Place } from '../cache-types.ts';
import type { Connection } from '../open-cache.ts';

/** Places that the token can no longer read, and since when. Their rows are kept. */
export function hiddenPlaces(db: Connection) {
  const add = db.prepare('INSERT OR IGNORE INTO hidden_places VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM hidden_places WHERE collection = ? AND scope = ?');
  return {
    add: ({ collection, scope }: Place, now: number): void => void add.run(collection, scope, now),
    remove: ({ collection, scope }: Place): void => void remove.run(collection, scope),
  };
}
