import { readScope, scopeKindOf } from '#shared/contract/scope.ts';
import type { Definition, Statement } from './derive.ts';

type Place = Pick<Definition, 'collection' | 'list' | 'isScoped' | 'isStoredOnce' | 'isListedBelowProjects'>;

/**
 * The condition for the rows of the narrow table (`row`) in a scope; undefined: all rows. If rows are stored once, the
 * instance has all rows, a group has those that its sync returned, and a project has those that are shown in it. A row
 * that no scope returns anymore stays in every group that once returned it. If only places below projects
 * have the list, a project has the rows of all places below it.
 */
export function inScope(place: Place, scope: string | null, row: string = place.collection): Statement | undefined {
  const { list, isScoped, isStoredOnce } = place;
  if (!isScoped || scope === null || (isStoredOnce && scope === '')) return undefined;
  if (!isStoredOnce || readScope(scope)?.kind === 'project') return syncedAt(place, scope, `${row}.scope`);
  const isListed = `l.not_returned_at IS NULL OR ${row}.is_gone <> 0`;
  return {
    sql: `EXISTS (SELECT 1 FROM listed_in l WHERE l.collection = ? AND l.scope = ? AND l.id = ${row}.id AND (${isListed}))`,
    values: [list, scope],
  };
}

/** The same condition with `AND` before it, for a WHERE clause that has another condition. */
export function andInScope(place: Place, scope: string | null, row = place.collection as string): Statement {
  const condition = inScope(place, scope, row);
  return condition === undefined ? { sql: '', values: [] } : { sql: ` AND ${condition.sql}`, values: condition.values };
}

/** The condition for the scopes whose syncs make up the list of a scope: the scope, or the places below a project. */
export function syncedAt({ isListedBelowProjects }: Place, scope: string, column = 'scope'): Statement {
  if (!isListedBelowProjects || scopeKindOf(scope) !== 'project') return { sql: `${column} = ?`, values: [scope] };
  // `0` is the character after `/`, so the scopes between them begin with `project:7/`
  return { sql: `${column} > ? AND ${column} < ?`, values: [`${scope}/`, `${scope}0`] };
}
