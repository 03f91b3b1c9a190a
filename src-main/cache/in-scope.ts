import { readScope } from '#shared/contract/scope.ts';
import type { Definition, Statement } from './derive.ts';

type Place = Pick<Definition, 'collection' | 'list' | 'isScoped' | 'isStoredOnce'>;

/**
 * The condition for the rows of the narrow table (`row`) in a scope; undefined: all rows. If rows are stored once, the
 * instance has all rows, a group has those that its sync returned, and a project has those that are shown in it. A row
 * that no scope returns anymore stays in every group that once returned it.
 */
export function inScope(
  { collection, list, isScoped, isStoredOnce }: Place,
  scope: string | null,
  row: string = collection,
): Statement | undefined {
  if (!isScoped || scope === null || (isStoredOnce && scope === '')) return undefined;
  if (!isStoredOnce || readScope(scope)?.kind === 'project') return { sql: `${row}.scope = ?`, values: [scope] };
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
