import type { CollectionName } from '#shared/contract/collections.ts';
import type { CollectionThen } from '#shared/contract/history.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { andInScope, syncedAt } from '../../in-scope.ts';
import type { Statement } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import { coveringScopes } from '../../read/covering-scopes.ts';
import { noteKinds } from '../history-types.ts';
import { readSyncs, type SyncTimes } from '../sync-times.ts';
import { definitionAt, isShared } from './entry-rows.ts';

/** Completed syncs: of `history.db`, and those in the outbox that were not copied yet. */
const completed = `(
  SELECT c.name AS collection, p.scope, v.from_at AS fromAt, v.until_at AS untilAt, v.unreadable, v.ends, NULL AS startedAt
  FROM history.coverage v JOIN history.names c ON c.n = v.collection JOIN history.places p ON p.n = v.place
  WHERE v.status NOT IN ('refused', 'hidden')
  UNION ALL
  SELECT collection, scope, fields ->> '$.endedAt', fields ->> '$.endedAt', fields ->> '$.unreadable', NULL, fields ->> '$.startedAt'
  FROM main.history_outbox
  WHERE kind = ${noteKinds.synced}
    AND n > ifnull((SELECT CAST(value AS INTEGER) FROM history.meta WHERE name = 'applied'), 0))`;

/** Syncs of a place with the same result. `ends` null: a single sync, which began at `startedAt`. */
interface Syncs {
  collection: CollectionName;
  scope: Scope;
  fromAt: number;
  untilAt: number;
  unreadable: number;
  ends: Uint8Array | null;
  startedAt: number | null;
}

/**
 * The places of a list at a moment. `places`: how many have a recorded sync, before or after the moment. `synced`: how many of
 * them had one at the moment or before. `oldest`, `newest`: the oldest and the newest end of their last syncs. `first`: the end
 * of the first recorded sync. Null: there was none.
 */
export interface PlacesThen extends Omit<CollectionThen, 'rows'> {
  newest: number | null;
  first: number | null;
  /** Whether the place of a row was synced. If rows have one history for all scopes: whether any place was synced. */
  isSynced(place: Scope): boolean;
}

const anywhere: Statement = { sql: 'TRUE', values: [] };

/** Reads which places were synced at a moment. */
export function placesThen(db: Connection) {
  const inSpan = db.prepare<[number, number], Syncs>(`SELECT * FROM ${completed} WHERE fromAt <= ? AND untilAt >= ?`);

  const known = kept((where) =>
    db.prepare<unknown[], Pick<PlacesThen, 'places' | 'first'>>(
      `SELECT count(DISTINCT scope) AS places, min(fromAt) AS first FROM ${completed} WHERE collection = ? AND ${where}`,
    ),
  );
  // With max(), SQLite takes the other columns from the row that has the maximum
  const lasts = kept((where) =>
    db.prepare<unknown[], Syncs>(
      `SELECT collection, scope, max(fromAt) AS fromAt, untilAt, unreadable, ends, startedAt FROM ${completed}
       WHERE collection = ? AND fromAt <= ? AND ${where} GROUP BY scope`,
    ),
  );

  /** The places whose syncs make up a list in a scope; null: in all scopes. */
  function whereOf(collection: CollectionName, scope: Scope | null): Statement {
    const definition = definitionAt(collection);
    if (scope === null) return anywhere;
    return syncedAt(definition, coveringScopes(db, definition)(scope) ?? (definition.isScoped ? scope : ''));
  }

  return {
    /** `scope` null: all places of the list. */
    at(collection: CollectionName, at: number, scope: Scope | null = null): PlacesThen {
      const { sql, values } = whereOf(collection, scope);
      const ends = new Map<Scope, number>();
      for (const row of lasts(sql).iterate(collection, at, ...values))
        ends.set(row.scope, row.untilAt <= at ? row.untilAt : lastOf(row, at).endedAt);
      return {
        ...(known(sql).get(collection, ...values) ?? { places: 0, first: null }),
        ...{ synced: ends.size, oldest: limitOf(Math.min, [...ends.values()]) },
        newest: limitOf(Math.max, [...ends.values()]),
        isSynced: (place) => (isShared(collection) ? ends.size > 0 : ends.has(place)),
      };
    },
    /** The last sync of each place of a list at the moment `at` or before. */
    lastSyncs: (list: string, at: number): (SyncTimes & Pick<Syncs, 'scope' | 'unreadable'>)[] =>
      lasts(anywhere.sql)
        .all(list, at)
        .map((row) => ({ scope: row.scope, unreadable: row.unreadable, ...lastOf(row, at) })),
    /** The number of places with a recorded sync, by list. */
    countsByList: (): Map<string, number> =>
      new Map(
        db
          .prepare<[], [string, number]>(
            `SELECT collection, count(DISTINCT scope) FROM ${completed} GROUP BY 1 ORDER BY 1`,
          )
          .raw()
          .all(),
      ),
    /** The end of the first recorded sync that could have returned a row; null: there was none. */
    firstSyncOf: (collection: CollectionName, scopes: readonly Scope[]): number | null =>
      known('scope IN (SELECT value FROM json_each(?))').get(collection, JSON.stringify(scopes))?.first ?? null,
    /** The end of each completed sync in a span, both ends included. */
    *endsIn(since: number, until: number): Generator<Pick<Syncs, 'collection' | 'scope'> & { endedAt: number }> {
      for (const row of inSpan.iterate(until, since))
        for (const { endedAt } of syncsOf(row))
          if (endedAt >= since && endedAt <= until) yield { collection: row.collection, scope: row.scope, endedAt };
    },
    /** The rows of a list that exist now, without those of places that were not synced at the moment. */
    liveRows(collection: CollectionName, places: PlacesThen | null, scope: Scope | null): number {
      const definition = definitionAt(collection);
      const { sql, values } = andInScope(definition, scope, 'r');
      const rows = isShared(collection) && scope === null ? 'DISTINCT r.id' : '*';
      const count = (where: string, more: readonly unknown[]): number =>
        db
          .prepare<unknown[], number>(`SELECT count(${rows}) FROM main.${collection} r WHERE r.is_gone = 0${where}`)
          .pluck()
          .get(...more) as number;
      const all = count(sql, values);
      if (places === null) return all;
      if (isShared(collection) || !definition.isScoped) return places.isSynced('') ? all : 0;
      const without = scopesOf(collection).filter((place) => !places.isSynced(place));
      if (without.length === 0) return all;
      const left = `${sql} AND r.scope IN (SELECT value FROM json_each(?))`;
      return all - count(left, [...values, JSON.stringify(without)]);
    },
  };

  /** The scopes of cached rows, found with one search of an index for each of them. */
  function scopesOf(collection: CollectionName): Scope[] {
    return db
      .prepare<[], Scope>(
        `WITH RECURSIVE found (scope) AS (
           SELECT min(scope) FROM main.${collection}
           UNION ALL SELECT (SELECT min(r.scope) FROM main.${collection} r WHERE r.scope > found.scope)
           FROM found WHERE found.scope IS NOT NULL)
         SELECT scope FROM found WHERE scope IS NOT NULL`,
      )
      .pluck()
      .all();
  }
}

/** Statements by the text that makes them different. To prepare one takes longer than to run it. */
function kept<S>(prepare: (text: string) => S): (text: string) => S {
  const known = new Map<string, S>();
  return (text) => {
    let own = known.get(text);
    if (own === undefined) known.set(text, (own = prepare(text)));
    return own;
  };
}

/** The least or the greatest of the numbers; null: there are none. */
export const limitOf = (of: typeof Math.min, numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((limit, one) => (limit === null || one === null ? (limit ?? one) : of(limit, one)), null);

function syncsOf({ ends, fromAt, untilAt, startedAt }: Syncs): SyncTimes[] {
  const all = ends === null ? [] : readSyncs(ends, fromAt);
  const last = all.at(-1)?.startedAt ?? startedAt ?? untilAt;
  // The bytes are exact to a second, the end of the last sync to a millisecond
  return [...all.slice(0, -1), { startedAt: Math.min(last, untilAt), endedAt: untilAt }];
}

/** The last of these syncs that ended at the moment or before. */
function lastOf(row: Syncs, at: number): SyncTimes {
  return syncsOf(row).findLast(({ endedAt }) => endedAt <= at) ?? { startedAt: row.fromAt, endedAt: row.fromAt };
}
