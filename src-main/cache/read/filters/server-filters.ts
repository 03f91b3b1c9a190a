import type { ServerFilterAge } from '#shared/contract/collection.ts';
import type { Definition, Fields } from '../../derive.ts';
import { filterKey } from '../../filter-ids.ts';
import type { Connection } from '../../open-cache.ts';

/** The rows that match the server filters; `isIn` null: one of them was never evaluated, so no row is shown. */
export interface ServerFiltered {
  ages: ServerFilterAge[];
  isIn: ((key: number) => boolean) | null;
}

interface Stored {
  scope: string;
  ids: string;
  fetchedAt: number;
}

/** Facts about the cached rows, for the state of the file that the caller reads. */
interface Facts {
  isAdministratorView(): boolean;
  live(scope: string | null): number;
  /** Whether a returned row of the scope has no value in a column. */
  lacks(column: string, scope: string | null): boolean;
}

/** Evaluates server filters, from the stored ids that the platform returned for them. */
export function serverFilters(db: Connection, definition: Definition, facts: Facts) {
  const { list, detail, collection, isScoped, isStoredOnce, sides, neededColumns, serverValues } = definition;
  const inScope = db.prepare<string[], Stored>(
    'SELECT scope, ids, fetched_at AS fetchedAt FROM filter_ids WHERE collection = ? AND key = ? AND scope = ?',
  );
  const everywhere = db.prepare<string[], Stored>(
    'SELECT scope, ids, fetched_at AS fetchedAt FROM filter_ids WHERE collection = ? AND key = ?',
  );
  const keysOf = isScoped
    ? db
        .prepare<string[], number>(
          `SELECT key FROM ${collection} WHERE ${isStoredOnce ? '' : 'scope = ? AND '}id IN (SELECT value FROM json_each(?))`,
        )
        .pluck()
    : undefined;
  const anyWithoutDetails = db
    .prepare<string[], number>(
      `SELECT EXISTS (SELECT 1 FROM ${collection} row WHERE row.is_gone = 0 ${isScoped && !isStoredOnce ? "AND row.scope = ''" : ''}
       AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.collection = ? AND d.scope = '' AND d.id = row.id))`,
    )
    .pluck();

  return {
    /**
     * The filters that the platform evaluates in this scope, each as it is stored. False and empty values are not set.
     */
    asked: (filter: Fields, scope: string | null): Fields[] =>
      Object.keys(sides)
        .filter((name) => isSet(filter[name]) && isOfServer(name, filter[name], scope))
        .map((name) => ({ [name]: filter[name] })),
    /** The rows that match all of them. */
    narrow(asked: readonly Fields[], scope: string | null): ServerFiltered {
      const ages: ServerFilterAge[] = [];
      const sets: Set<number>[] = [];
      for (const only of asked) {
        const key = filterKey(only);
        const stored = scope === null && isScoped ? everywhere.all(list, key) : inScope.all(list, key, scope ?? '');
        const name = Object.keys(only)[0] ?? '';
        if (stored.length === 0) {
          ages.push({ name, fetchedAt: null });
          continue;
        }
        const keys = new Set(stored.flatMap(keysIn));
        const live = facts.live(scope);
        const fetchedAt = Math.min(...stored.map((one) => one.fetchedAt));
        ages.push({ name, fetchedAt, ...(live > 0 && keys.size >= live && { matchesAll: true }) });
        sets.push(keys);
      }
      return { ages, isIn: sets.length < asked.length ? null : (key) => sets.every((set) => set.has(key)) };
    },
  };

  function isOfServer(name: string, value: unknown, scope: string | null): boolean {
    switch (sides[name]) {
      case 'server':
        return true;
      case 'server-for-public-view':
        return !facts.isAdministratorView();
      case 'server-without-details':
        return scope === '' && anyWithoutDetails.get(detail) === 1;
      case 'server-without-column':
        return facts.lacks(neededColumns[name] ?? '', scope);
      case 'server-for-some-values':
        return typeof value === 'string' && (serverValues[name] ?? []).includes(value);
      default:
        return false;
    }
  }

  function keysIn({ scope, ids }: Stored): number[] {
    return keysOf === undefined ? (JSON.parse(ids) as number[]) : keysOf.all(...(isStoredOnce ? [ids] : [scope, ids]));
  }
}

function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}
