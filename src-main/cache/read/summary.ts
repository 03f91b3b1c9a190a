import type { ListSummary } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import type { Refusal } from '../cache-types.ts';
import type { Cell, Definition, Statement } from '../derive.ts';
import { coveringScopes } from './covering-scopes.ts';
import { andInScope, syncedAt } from '../in-scope.ts';
import { firstColumn, type Connection } from '../open-cache.ts';

/**
 * Maximum number of values of a column that are counted, the most frequent first, and the maximum length of a value.
 * Longer values are cut; values that are then equal are counted together.
 */
const mostValues = 100;
const longestValue = 100;

/**
 * The summary of a list. Over several scopes, its age is that of the scope with the oldest sync.
 * During a sync run, `unreadable` is the count of that run.
 */
export function summariser(db: Connection, definition: Definition) {
  const { collection, list, detail, counts, administratorColumn } = definition;
  const coveringOf = coveringScopes(db, definition);
  const anyAdministrator =
    administratorColumn === undefined
      ? undefined
      : db
          .prepare<[], number>(
            `SELECT EXISTS (SELECT 1 FROM ${collection} WHERE is_gone = 0 AND ${administratorColumn} IS NOT NULL)`,
          )
          .pluck();
  const refusals = db.prepare<[{ list: string; scope: string | null }], Refusal>(
    `SELECT at, status, reason, message FROM refused_syncs
     WHERE collection = :list AND (:scope IS NULL OR scope = :scope) ORDER BY at DESC`,
  );
  const viewOf = (live: number): ListSummary['view'] => {
    if (live === 0) return 'unknown';
    return anyAdministrator?.get() === 1 ? 'administrator' : 'public';
  };

  return (scope: string | null): ListSummary => {
    const inScope = andInScope(definition, scope);
    const syncedIn = scope === null ? undefined : coveringOf(scope);
    const synced = syncedIn ?? scope;
    const own = synced === null ? undefined : syncedAt(definition, synced);
    const at =
      own === undefined ? { sql: '', values: [list] } : { sql: ` AND ${own.sql}`, values: [list, ...own.values] };
    const number = (sql: string, values: Cell[]): number | null =>
      firstColumn<number | null>(db, sql).get(...values) ?? null;
    const rows = (isNotReturned: 0 | 1): number =>
      number(`SELECT count(*) FROM ${collection} WHERE is_gone = ${isNotReturned}${inScope.sql}`, inScope.values) ?? 0;
    const isUnderWay = (number(`SELECT count(*) FROM crawls WHERE collection = ?${at.sql}`, at.values) ?? 0) > 0;
    const counted = isUnderWay ? 'crawls' : 'passes';
    const oldestDetails = `SELECT min(fetched_at) FROM documents WHERE collection = ? AND gone_at IS NULL${at.sql}`;
    const lastEnds = `SELECT max(finished_at) AS ended FROM passes WHERE collection = ?${at.sql} GROUP BY scope`;
    const live = rows(0);
    const hiddenSince =
      scope === null
        ? null
        : number('SELECT since FROM hidden_places WHERE collection = ? AND scope = ?', [list, synced ?? '']);
    const refused = refusals.all({ list, scope: scope === null ? null : (synced ?? '') });
    return {
      live,
      notReturned: rows(1),
      completedAt: number(`SELECT min(ended) FROM (${lastEnds})`, at.values),
      ...(collections[collection].hasDetails && {
        detailsFetchedAt: number(oldestDetails, [detail, ...at.values.slice(1)]),
      }),
      ...(syncedIn !== undefined && { syncedIn }),
      ...(hiddenSince !== null && { hiddenSince }),
      ...(refused[0] !== undefined && { refusal: refused[0], refusedPlaces: refused.length }),
      unreadable: number(`SELECT sum(unreadable) FROM ${counted} WHERE collection = ?${at.sql}`, at.values) ?? 0,
      counts: Object.fromEntries(counts.map((column) => [column, countsOf(column, inScope)])),
      ...(anyAdministrator !== undefined && { view: viewOf(live) }),
    };
  };

  function countsOf(column: string, { sql, values }: Statement): Record<string, number> {
    const groups = db
      .prepare<Cell[], { value: string | number | null; rows: number }>(
        `SELECT ${column} AS value, count(*) AS rows FROM ${collection} WHERE is_gone = 0${sql}
         GROUP BY ${column} ORDER BY rows DESC LIMIT ${mostValues}`,
      )
      .all(...values);
    const counted = new Map<string, number>();
    for (const { value, rows } of groups) {
      const shown = cut(value === null ? '' : String(value));
      counted.set(shown, (counted.get(shown) ?? 0) + rows);
    }
    return Object.fromEntries(counted);
  }
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
