import type { Key } from '#shared/contract/collection.ts';
import { keyColumn, type Definition, type Fields } from '../derive.ts';
import { firstColumn, type Connection } from '../open-cache.ts';
import { answerLimit } from '../row-size.ts';
import { recordOf, type rowReader } from './cached-row.ts';

/** `scope` null: in any scope. `by`: the column with `id`, if that is not the key of the platform. */
export interface RowAddress {
  scope: string | null;
  id: Key;
  by?: string;
}

/**
 * The rows at the first addresses, as many as fit into one result, at least one; also without details, and no longer
 * returned ones. Null for a row that is not cached.
 */
export function rowsAt(
  db: Connection,
  definition: Definition,
  rows: ReturnType<typeof rowReader>,
  places: readonly RowAddress[],
): (Fields | null)[] {
  const { collection, isScoped, record } = definition;
  const limit = answerLimit(Object.keys(record.shape));
  const found: (Fields | null)[] = [];
  for (const { scope, id, by = 'id' } of places) {
    const inScope = isScoped && scope !== null ? [scope] : [];
    const where = `${by} = ?${inScope.length === 0 ? '' : ' AND scope = ?'}`;
    const sql = `SELECT ${keyColumn(definition)} FROM ${collection} WHERE ${where}`;
    const key = firstColumn<number>(db, sql).get(id, ...inScope);
    const cached = key === undefined ? undefined : rows.atKey(key);
    const row = cached === undefined ? null : recordOf(cached);
    if (row !== null && found.length > 0 && !limit.take(row, 0)) return found;
    found.push(row !== null && found.length === 0 ? limit.cut(row, 0) : row);
  }
  return found;
}
