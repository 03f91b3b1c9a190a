import type { Key } from '#shared/contract/collection.ts';
import { keyColumn, type Definition } from '../derive.ts';
import { firstColumn, type Connection } from '../open-cache.ts';
import { answerLimit } from '../row-size.ts';
import { foundOf, type CachedRow, type Found, type rowReader } from './cached-row.ts';

/** `scope` null: in any scope. `by`: the column with `id`, if that is not the key of the platform. */
export interface RowAddress {
  scope: string | null;
  id: Key;
  by?: string;
}

/**
 * The rows at the first addresses, as many as fit into one result, at least one; also no longer returned ones. Null for
 * a row that is not cached.
 */
export function rowsAt(
  db: Connection,
  definition: Definition,
  rows: ReturnType<typeof rowReader>,
  places: readonly RowAddress[],
): (Found | null)[] {
  const { collection, isScoped, record } = definition;
  const limit = answerLimit(Object.keys(record.shape));
  const all: (Found | null)[] = [];
  for (const place of places) {
    const row = cachedAt(place);
    const found = row === undefined ? null : foundOf(row);
    const isFirst = all.length === 0;
    if (found !== null && !isFirst && !limit.take(found.row, 0)) return all;
    all.push(found !== null && isFirst ? { ...found, row: limit.cut(found.row, 0) } : found);
  }
  return all;

  function cachedAt({ scope, id, by = 'id' }: RowAddress): CachedRow | undefined {
    if (by === 'id' && (scope !== null || !isScoped)) return rows.at(scope ?? '', id);
    const sql = `SELECT ${keyColumn(definition)} FROM ${collection} WHERE ${by} = ?${scope === null ? '' : ' AND scope = ?'}`;
    const key = firstColumn<number>(db, sql).get(...(scope === null ? [id] : [id, scope]));
    return key === undefined ? undefined : rows.atKey(key);
  }
}
