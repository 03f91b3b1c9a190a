import { pageInput, pageSize, rowsOfPages, tooManyRows } from '#main/api/client/walk.ts';
import { keyOf } from '#main/cache/key.ts';
import type { Key } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import type { ListSource, Reading } from './list-source.ts';
import { noLeave, syncGuard } from './sync-limits.ts';

/** Maximum ids in memory. */
const mostIds = 2_000_000;

/**
 * Request the ids of a scope that match a server filter. All pages of the list are read.
 * Shape: ids in the order of the platform. Fails: `remote`/`list-without-end` after twice the rows that the platform
 * reported or that are cached, because no person can be asked here; as `rowsOfPages` does.
 */
export async function idsMatching(
  { name, parts }: ListSource,
  reading: Reading,
  filter: Record<string, unknown>,
  cachedRows: number,
): Promise<Key[]> {
  const { send, signal } = reading;
  const guard = syncGuard(noLeave, cachedRows);
  const limit = async (rows: number, reportedRows: number | null): Promise<void> => {
    if (rows > mostIds) throw tooManyRows(rows);
    await guard(rows, reportedRows);
  };
  const ids: Key[] = [];
  for (const part of (await parts?.(reading)) ?? []) {
    if ('rows' in part) throw new Failure('bug', `the platform cannot filter a list of ${name}`);
    const { endpoint, input } = part;
    const asked = { ...input, query: { ...input.query, ...filter } };
    const start =
      endpoint.paging === 'keyset'
        ? { ...asked, query: { ...asked.query, pagination: 'keyset', per_page: pageSize } }
        : pageInput(asked, 1);
    for await (const row of rowsOfPages((at) => send.rows(endpoint, at, signal), start, limit)) {
      const id = keyOf(row, collections[name].key);
      if (id !== undefined) ids.push(id);
    }
  }
  return ids;
}
