import type { Place, Refusal } from '../cache-types.ts';
import type { Connection } from '../open-cache.ts';

/**
 * Places that the token can no longer read, and since when; their rows are kept. `refused_syncs`: the last refusal of a
 * list, also of one that was never synced. A finished sync removes both.
 */
export function hiddenPlaces(db: Connection) {
  const add = db.prepare('INSERT OR IGNORE INTO hidden_places VALUES (?, ?, ?)');
  const any = db.prepare('SELECT 1 FROM hidden_places WHERE collection = ? AND scope = ?');
  const remove = db.prepare('DELETE FROM hidden_places WHERE collection = ? AND scope = ?');
  const refuse = db.prepare(
    `INSERT OR REPLACE INTO refused_syncs (collection, scope, at, status, reason, message) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const answered = db.prepare('DELETE FROM refused_syncs WHERE collection = ? AND scope = ?');
  return {
    /** Returns whether the place was not marked before. */
    add: ({ collection, scope }: Place, now: number): boolean => add.run(collection, scope, now).changes > 0,
    has: ({ collection, scope }: Place): boolean => any.get(collection, scope) !== undefined,
    refuse: ({ collection, scope }: Place, { at, status, reason, message }: Refusal): void =>
      void refuse.run(collection, scope, Math.round(at), status, reason, message?.slice(0, longestMessage) ?? null),
    /** Returns whether the place was marked. */
    remove: ({ collection, scope }: Place): boolean => {
      answered.run(collection, scope);
      return remove.run(collection, scope).changes > 0;
    },
  };
}

const longestMessage = 500;
