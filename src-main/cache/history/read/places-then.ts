import type { CollectionName } from '#shared/contract/collections.ts';
import type { CollectionThen } from '#shared/contract/history.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { andInScope, syncedAt } from '../../in-scope.ts';
import type { Statement } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import { coveringScopes } from '../../read/covering-scopes.ts';
import { noteKinds } from '../history-types.ts';
import { readSyncs } from '../sync-times.ts';
import { definitionAt, isShared } from './entry-rows.ts';

/** Completed syncs: of `history.db`, and those in the outbox that were not copied yet. */
const completed = `(
  SELECT c.name AS collection, p.scope, v.from_at AS fromAt, v.until_at AS untilAt, v.ends
  FROM history.coverage v JOIN history.names c ON c.n = v.collection JOIN history.places p ON p.n = v.place
  WHERE v.status NOT IN ('refused', 'hidden')
  UNION ALL
  SELECT collection, scope, fields ->> '$.endedAt', fields ->> '$.endedAt', NULL FROM main.history_outbox
  WHERE kind = ${noteKinds.synced}
    AND n > ifnull((SELECT CAST(value AS INTEGER) FROM history.meta WHERE name = 'applied'), 0))`;

interface Syncs {
  collection: CollectionName;
  scope: Scope;
  fromAt: number;
  untilAt: number;
  ends: Uint8Array | null;
}
/** The first recorded sync of a place, and the last one before a moment; null: there was none. */
interface PlaceSyncs {
  first: number;
  last: number | null;
}
/** The places of one list by scope. */
export type PlacesThen = ReadonlyMap<Scope, PlaceSyncs>;

const anywhere: Statement = { sql: 'TRUE', values: [] };

/** Reads which places were synced at a moment. */
export function placesThen(db: Connection) {
  const inSpan = db.prepare<[number, number], Syncs>(`SELECT * FROM ${completed} WHERE fromAt <= ? AND untilAt >= ?`);

  const firsts = kept((where) =>
    db
      .prepare<unknown[], [Scope, number]>(
        `SELECT scope, min(fromAt) FROM ${completed} WHERE collection = ? AND ${where} GROUP BY scope`,
      )
      .raw(),
  );
  // With max(), SQLite takes the other columns from the row that has the maximum
  const lasts = kept((where) =>
    db.prepare<unknown[], Omit<Syncs, 'collection'>>(
      `SELECT scope, max(fromAt) AS fromAt, untilAt, ends FROM ${completed}
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
    /** All places of a list that have a recorded sync, with their last sync at the moment `at` or before. */
    at(collection: CollectionName, at: number, scope: Scope | null = null): PlacesThen {
      const { sql, values } = whereOf(collection, scope);
      const ends = new Map(
        lasts(sql)
          .all(collection, at, ...values)
          .map((row) => [row.scope, endBefore(row, at)]),
      );
      const all = firsts(sql).all(collection, ...values);
      return new Map(all.map(([place, first]) => [place, { first, last: ends.get(place) ?? null }]));
    },
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
    firstSyncOf(collection: CollectionName, scopes: readonly Scope[]): number | null {
      return db
        .prepare<[string, string], number | null>(
          `SELECT min(fromAt) FROM ${completed} WHERE collection = ? AND scope IN (SELECT value FROM json_each(?))`,
        )
        .pluck()
        .get(collection, JSON.stringify(scopes)) as number | null;
    },
    /** The end of each completed sync in a span, both ends included. */
    *endsIn(since: number, until: number): Generator<Pick<Syncs, 'collection' | 'scope'> & { endedAt: number }> {
      for (const row of inSpan.iterate(until, since))
        for (const endedAt of endsOf(row))
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
      const isSynced = (place: Scope): boolean => (places.get(place)?.last ?? null) !== null;
      if (isShared(collection) || !definition.isScoped) return [...places.keys()].some(isSynced) ? all : 0;
      const without = scopesOf(collection).filter((place) => !isSynced(place));
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
export type Places = ReturnType<typeof placesThen>;

/** Statements by the text that makes them different. To prepare one takes longer than to run it. */
function kept<S>(prepare: (text: string) => S): (text: string) => S {
  const known = new Map<string, S>();
  return (text) => {
    let own = known.get(text);
    if (own === undefined) known.set(text, (own = prepare(text)));
    return own;
  };
}

/** The state of a list at a moment, without its rows. */
export function countsOf(places: PlacesThen): Omit<CollectionThen, 'rows'> {
  const ends = [...places.values()].flatMap(({ last }) => last ?? []);
  const oldest = ends.reduce<number | null>((least, end) => Math.min(least ?? end, end), null);
  return { places: places.size, synced: ends.length, oldest };
}

function endsOf({ ends, fromAt, untilAt }: Pick<Syncs, 'ends' | 'fromAt' | 'untilAt'>): number[] {
  if (ends === null || fromAt === untilAt) return [untilAt];
  const all = readSyncs(ends, fromAt).map(({ endedAt }) => endedAt);
  // The bytes are exact to a second, the end of the last sync to a millisecond
  return all.length === 0 ? [untilAt] : [...all.slice(0, -1), untilAt];
}

function endBefore(row: Omit<Syncs, 'collection'>, at: number): number {
  return row.untilAt <= at ? row.untilAt : (endsOf(row).findLast((end) => end <= at) ?? row.fromAt);
}
