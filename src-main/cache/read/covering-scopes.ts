import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Definition } from '../derive.ts';
import type { Connection } from '../open-cache.ts';

/**
 * For rows that are stored once: the scope whose sync covers a project. That is the instance, or a group that returned
 * rows of the project; of several, the one that was synced last. Null: none was synced. Undefined: the scope is synced
 * itself.
 */
export function coveringScopes(db: Connection, { collection, list, isStoredOnce }: Definition) {
  if (!isStoredOnce) return (): undefined => undefined;
  const covering = db
    .prepare<[object], Scope>(
      `SELECT scope FROM passes WHERE collection = :list AND finished_at IS NOT NULL AND (scope = '' OR scope IN
         (SELECT DISTINCT l.scope FROM ${collection} row JOIN listed_in l ON l.collection = :list AND l.id = row.id
          WHERE row.scope = :scope AND l.not_returned_at IS NULL))
       ORDER BY finished_at DESC LIMIT 1`,
    )
    .pluck();
  return (scope: Scope): Scope | null | undefined => {
    if (readScope(scope)?.kind !== 'project') return undefined;
    return covering.get({ list, scope }) ?? null;
  };
}
