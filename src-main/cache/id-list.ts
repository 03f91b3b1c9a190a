import type { Cell, Definition } from './derive.ts';
import type { Connection } from './open-cache.ts';
import type { Statement } from './search.ts';

/** A list as it is asked for, in terms of the narrow table. */
export interface ListQuery {
  conditions: readonly Statement[];
  sort: { column: string; direction: 'asc' | 'desc' };
  gone: 'hide' | 'show' | 'only';
  /** Only these, as a statement that answers ids as `hit`. */
  among: Statement | null;
}

/**
 * The statements whose ids, one after the other, are the list in its order: rows that have a value in the sorted column,
 * then those that have none, whichever the direction. Apart, both can walk the same index. Ties go by id.
 */
export function listStatements({ stem }: Definition, { conditions, sort, gone, among }: ListQuery): Statement[] {
  const from = among === null ? stem : `(${among.sql}) CROSS JOIN ${stem} ON ${stem}.id = hit`;
  const shared = [
    ...(gone === 'show' ? [] : [{ sql: `is_gone = ${gone === 'only' ? 1 : 0}`, values: [] }]),
    ...conditions,
  ];
  const values = [...(among?.values ?? []), ...shared.flatMap((condition) => condition.values)];
  const select = (own: string[], order: string): Statement => {
    const where = [...own, ...shared.map(({ sql }) => sql)].join(' AND ');
    return { sql: `SELECT id FROM ${from} ${where === '' ? '' : `WHERE ${where}`} ORDER BY ${order}`, values };
  };
  const { column, direction } = sort;
  if (column === 'id') return [select([], `id ${direction}`)];
  return [
    select([`${column} IS NOT NULL`], `${column} ${direction}, id ${direction}`),
    select([`${column} IS NULL`], `id ${direction}`),
  ];
}

/** What the statements answer, one after the other. */
export function readIds(db: Connection, statements: readonly Statement[]): Float64Array {
  const parts = statements.map(({ sql, values }) =>
    db
      .prepare<Cell[], number>(sql)
      .pluck()
      .all(...values),
  );
  const ids = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    ids.set(part, at);
    at += part.length;
  }
  return ids;
}
