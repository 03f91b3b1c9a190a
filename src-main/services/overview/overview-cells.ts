import type { ListReader } from '#main/cache/store-api.ts';
import { wholeList, type ListQuery } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';

/** Maximum rows that are shown as single cells. */
export const mostCells = 600;
const windowRows = 200;

interface Found<R> {
  row: R;
  scope: Scope;
}

/** The first rows of several queries, one query after the other, at most `most` in all. */
export async function firstRows<R, K extends string | number>(
  reader: ListReader<R, K>,
  scope: Scope | null,
  queries: readonly Partial<Pick<ListQuery, 'filter' | 'sort'>>[],
  { signal, most = mostCells }: { signal: AbortSignal; most?: number },
): Promise<Found<R>[]> {
  const found: Found<R>[] = [];
  for (const own of queries) {
    const query = wholeList(scope, own);
    for (let from = 0; found.length < most; from += windowRows) {
      const slice = { from, count: Math.min(windowRows, most - found.length) };
      const { rows } = await reader.list({ query, slice }, signal);
      found.push(...rows.map(({ row, scope: at }) => ({ row, scope: at })));
      if (rows.length < slice.count) break;
    }
  }
  return found;
}
