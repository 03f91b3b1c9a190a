import type { ServerFilterAge } from '#shared/contract/collection.ts';
import type { Definition, Fields } from '../derive.ts';
import { filterKey } from '../filter-ids.ts';
import type { Connection } from '../open-cache.ts';

/** What the platform's own filters leave of a list; `isIn` null: one of them was never asked, so that no row may be shown. */
export interface ServerFiltered {
  ages: ServerFilterAge[];
  isIn: ((key: number) => boolean) | null;
}

/** Evaluates the filters that only the platform answers, from the stored ids of its answers. */
export function serverFilters(db: Connection, { list, stem, isScoped, serverFilters: names }: Definition) {
  const inScope = db.prepare<string[], Stored>(
    'SELECT scope, ids, fetched_at AS fetchedAt FROM filter_ids WHERE collection = ? AND key = ? AND scope = ?',
  );
  const everywhere = db.prepare<string[], Stored>(
    'SELECT scope, ids, fetched_at AS fetchedAt FROM filter_ids WHERE collection = ? AND key = ?',
  );
  const keysOf = isScoped
    ? db
        .prepare<string[], number>(`SELECT key FROM ${stem} WHERE scope = ? AND id IN (SELECT value FROM json_each(?))`)
        .pluck()
    : undefined;

  return (filter: Fields, scope: string | null): ServerFiltered | undefined => {
    const asked = setFilters(names, filter);
    if (asked.length === 0) return undefined;
    const ages: ServerFilterAge[] = [];
    const sets: Set<number>[] = [];
    for (const only of asked) {
      const key = filterKey(only);
      const stored = scope === null && isScoped ? everywhere.all(list, key) : inScope.all(list, key, scope ?? '');
      const fetchedAt = stored.length === 0 ? null : Math.min(...stored.map((one) => one.fetchedAt));
      ages.push({ name: Object.keys(only)[0] ?? '', fetchedAt });
      if (fetchedAt !== null) sets.push(new Set(stored.flatMap(keys)));
    }
    return { ages, isIn: sets.length < asked.length ? null : (key) => sets.every((set) => set.has(key)) };
  };

  function keys({ scope, ids }: Stored): number[] {
    return keysOf === undefined ? (JSON.parse(ids) as number[]) : keysOf.all(scope, ids);
  }
}

interface Stored {
  scope: string;
  ids: string;
  fetchedAt: number;
}

/** The filters of these names that are set, each alone as it is stored. False and empty ones are not set. */
function setFilters(names: readonly string[], filter: Fields): Fields[] {
  return names.filter((name) => isSet(filter[name])).map((name) => ({ [name]: filter[name] }));
}

function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}
