import { canonicalJson } from './canonical.ts';
import type { Place } from './handles.ts';
import type { Connection } from './open-cache.ts';

/** One server-side filter with its value, as it is kept. */
export function filterKey(filter: Record<string, unknown>): string {
  return canonicalJson(filter);
}

/** The ids that the platform answered for a filter, and when; undefined when it was never asked. */
export function filterIds(db: Connection, { collection, scope }: Place) {
  const stored = db.prepare<[string, string, string], { ids: string; fetchedAt: number }>(
    'SELECT ids, fetched_at AS fetchedAt FROM filter_ids WHERE collection = ? AND scope = ? AND key = ?',
  );
  return (filter: Record<string, unknown>): { ids: Set<number>; fetchedAt: number } | undefined => {
    const row = stored.get(collection, scope, filterKey(filter));
    return row === undefined ? undefined : { ids: new Set(JSON.parse(row.ids) as number[]), fetchedAt: row.fetchedAt };
  };
}
