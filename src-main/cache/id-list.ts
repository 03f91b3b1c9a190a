import type { Cell, Definition } from './derive.ts';
import type { Connection } from './open-cache.ts';
import { planSearch } from './search.ts';
import type { Condition } from './users.ts';

/** A list as it is asked for, in terms of the narrow table. */
export interface ListQuery {
  search: string;
  conditions: Condition[];
  sort: { column: string; direction: 'asc' | 'desc' };
  gone: 'hide' | 'show' | 'only';
}
export interface Statement {
  sql: string;
  values: Cell[];
}

/**
 * The statements whose ids, one after the other, are the list in its order: rows that have a value in the sorted column,
 * then those that have none, whichever the direction. Apart, both can walk the same index. Ties go by id.
 */
export function listStatements(
  db: Connection,
  definition: Definition,
  { search, conditions, sort, gone }: ListQuery,
  isIndexed: boolean,
): Statement[] {
  const { stem } = definition;
  const plan = planSearch(db, definition, search, isIndexed);
  const shared = [
    ...(gone === 'show' ? [] : [{ sql: `is_gone = ${gone === 'only' ? 1 : 0}`, values: [] }]),
    ...conditions,
    ...(plan.sql === null ? [] : [{ sql: plan.sql, values: plan.values }]),
  ];
  const select = (own: string[], order: string): Statement => ({
    sql: [
      `SELECT id FROM ${plan.from ?? stem}`,
      own.length + shared.length === 0 ? '' : `WHERE ${[...own, ...shared.map(({ sql }) => sql)].join(' AND ')}`,
      `ORDER BY ${order}`,
    ].join(' '),
    values: [...plan.fromValues, ...shared.flatMap(({ values }) => values)],
  });
  const { column, direction } = sort;
  if (column === 'id') return [select([], `id ${direction}`)];
  return [
    select([`${column} IS NOT NULL`], `${column} ${direction}, id ${direction}`),
    select([`${column} IS NULL`], `id ${direction}`),
  ];
}

/** Every id of a list, in order. */
export function readIds(db: Connection, statements: readonly Statement[]): Float64Array {
  const parts = statements.map(({ sql, values }) =>
    db
      .prepare<Cell[], number>(sql)
      .pluck()
      .all(...values),
  );
  return Float64Array.from(parts.flat());
}
