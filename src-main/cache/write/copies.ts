import type { Key } from '#shared/contract/collection.ts';
import { merged, reads } from '../documents.ts';
import { storedScope, type Definition } from '../derive.ts';
import type { Connection } from '../open-cache.ts';

/** A row of a collection; `scope` null: in every scope that has it. */
export interface At {
  collection: string;
  scope: string | null;
  id: Key;
}

/** The cached copies of one row, one for each scope. */
export function copiesOf(db: Connection) {
  const read = reads(db);
  const scopes = scopesOf(db);
  return {
    /** The copies that are marked neither as deleted nor as not returned. */
    of: ({ scope, id }: At, definition: Definition) => {
      const { list, detail } = definition;
      const all =
        scope === null ? [list, detail].flatMap((collection) => scopes(collection)) : [storedScope(definition, scope)];
      return [...new Set(all)].flatMap((one) => {
        const [listed, detailed] = [list, detail].map((collection) => read({ collection, scope: one }, id));
        const isNotReturned = (listed ?? detailed)?.notReturnedSince !== null;
        const record = merged(listed, detailed);
        return record === undefined || isNotReturned ? [] : [{ scope: one, record }];
      });
    },
  };
}

/** The scopes that a collection is cached in. */
export function scopesOf(db: Connection): (collection: string) => string[] {
  // Goes from one scope to the next in the index; DISTINCT would read all rows
  const scopes = db
    .prepare<[object], string>(
      `WITH RECURSIVE found(scope) AS (
         SELECT min(scope) FROM documents WHERE collection = :collection
         UNION ALL
         SELECT (SELECT min(scope) FROM documents WHERE collection = :collection AND scope > found.scope)
         FROM found WHERE found.scope IS NOT NULL
       ) SELECT scope FROM found WHERE scope IS NOT NULL`,
    )
    .pluck();
  return (collection) => scopes.all({ collection });
}
