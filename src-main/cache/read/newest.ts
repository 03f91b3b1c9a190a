import { keyColumn, type Cell, type Definition, type Statement } from '../derive.ts';
import { inScope } from '../in-scope.ts';
import type { Connection } from '../open-cache.ts';

/** The rows with one value of a column: their number, and the key of the row with the highest ID. */
export interface Newest {
  value: string | number;
  key: number;
  count: number;
}

/**
 * The newest row for each value of `column`, of the returned rows in a scope that fulfill the conditions. Rows without a
 * value are left out. Newest: the highest ID, because the platform gives ascending IDs. Shape: in the order of the values.
 */
export function newestOf(
  db: Connection,
  definition: Definition,
  { scope, column, conditions }: { scope: string | null; column: string; conditions: readonly Statement[] },
): Newest[] {
  const own = inScope(definition, scope);
  const where = [{ sql: `is_gone = 0 AND ${column} IS NOT NULL`, values: [] }, ...(own ? [own] : []), ...conditions];
  // With max(), SQLite takes the other columns from the row that has the maximum
  return db
    .prepare<Cell[], Newest & { newest: number }>(
      `SELECT ${column} AS value, ${keyColumn(definition)} AS key, count(*) AS count, max(id) AS newest FROM ${definition.collection}
       WHERE ${where.map(({ sql }) => sql).join(' AND ')} GROUP BY ${column} ORDER BY ${column}`,
    )
    .all(...where.flatMap(({ values }) => values))
    .map(({ value, key, count }) => ({ value, key, count }));
}
