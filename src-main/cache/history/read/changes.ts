import { changeViews, type ChangesQuery } from '#shared/contract/history.ts';
import { days as daysMs, minutes, toIso } from '#shared/time.ts';
import type { ReadEntry } from '../history-api.ts';
import { lastChangeKind } from '../history-types.ts';
import { allEntries } from './all-entries.ts';
import { changeConditions, isWanted, type Condition } from './change-conditions.ts';
import { viewSql } from './change-views.ts';
import * as rows from './entry-rows.ts';
import type { Input, QueryContext } from './query-context.ts';
import type { NameOf } from './row-names.ts';

/** The queries of the page Changes. */
export function changeQueries({ db, nameOf, places, recorded }: QueryContext) {
  const conditionOf = changeConditions(db, nameOf);
  const all = <T>(sql: string, values: object): T[] => db.prepare<[object], T>(sql).all(values);

  /** With all filters, for pages and days. */
  function whole({ filter }: ChangesQuery, { sql, values }: Condition): Condition {
    const { collections, by } = filter;
    const own = [sql];
    if (collections !== undefined) own.push('collection IN (SELECT value FROM json_each(:collections))');
    if (by !== undefined) own.push(`source ${by === 'reeve' ? '>=' : '<'} ${rows.firstOwnSource}`);
    return { sql: own.join(' AND '), values: { ...values, collections: JSON.stringify(collections ?? []) } };
  }

  function read({ sql, values }: Condition, limit: string): rows.EntryRow[] {
    return all(
      `SELECT ${rows.entryColumns} FROM ${allEntries} WHERE ${sql} ORDER BY found_at DESC, n DESC ${limit}`,
      values,
    );
  }

  /** Syncs of the span, and lists of which not all places were synced in it. */
  function syncsIn({ since, until, filter }: ChangesQuery) {
    const syncs = { count: 0, last: null as number | null };
    const synced = new Map<string, Set<string>>();
    for (const { collection, scope, endedAt } of places.endsIn(since, until)) {
      if (!isWanted(filter.collections, collection)) continue;
      syncs.count += 1;
      syncs.last = Math.max(syncs.last ?? 0, endedAt);
      synced.set(collection, (synced.get(collection) ?? new Set()).add(scope));
    }
    const known = places.countsByList();
    const incomplete = [...known].flatMap(([collection, count]) => {
      const own = synced.get(collection)?.size ?? 0;
      return own < count && isWanted(filter.collections, collection)
        ? [{ collection, places: count, synced: own }]
        : [];
    });
    return { syncs, incomplete };
  }

  return {
    changes(query: Input<'changes'>) {
      const { slice, filter } = query;
      const condition = conditionOf(query);
      const counted = all<{ collection: string; isOurs: 0 | 1; count: number }>(
        `SELECT collection, source >= ${rows.firstOwnSource} AS isOurs, count(*) AS count FROM ${allEntries}
         WHERE ${condition.sql} GROUP BY 1, 2 ORDER BY 1`,
        condition.values,
      );
      const isOfBy = ({ isOurs }: { isOurs: 0 | 1 }): boolean =>
        filter.by === undefined || (filter.by === 'reeve') === (isOurs === 1);
      const wanted = counted.filter(({ collection }) => isWanted(filter.collections, collection));
      const sum = (some: readonly { count: number }[]): number => some.reduce((total, { count }) => total + count, 0);
      const byList = Map.groupBy(counted.filter(isOfBy), ({ collection }) => collection);
      const found = read(whole(query, condition), `LIMIT ${slice.count} OFFSET ${slice.from}`);
      return {
        total: sum(wanted.filter(isOfBy)),
        by: {
          outside: sum(wanted.filter(({ isOurs }) => isOurs === 0)),
          reeve: sum(wanted.filter(({ isOurs }) => isOurs === 1)),
        },
        collections: [...byList].map(([collection, some]) => ({ collection, count: sum(some) })),
        entries: found.map((row) => cut(entryOf(row, nameOf))),
        recorded: recorded(query.since, query.until, filter.collections),
        ...syncsIn(query),
      };
    },
    changesPart({ before, count, ...query }: Input<'changesPart'>): ReadEntry[] {
      const { sql, values } = whole(query, conditionOf(query));
      const older = before === null ? '' : ' AND (found_at, n) < (:at, :n)';
      return read({ sql: sql + older, values: { ...values, ...before } }, `LIMIT ${count}`).map((row) =>
        entryOf(row, nameOf),
      );
    },
    viewCounts({ since, until }: Input<'viewCounts'>): Record<string, number> {
      const sums = changeViews.map((view) => `ifnull(sum(${viewSql[view]}), 0) AS "${view}"`);
      const [counts = {}] = all<Record<string, number>>(
        `SELECT ${sums.join(', ')} FROM ${allEntries}
         WHERE found_at BETWEEN :since AND :until AND kind <= ${lastChangeKind}`,
        { since, until },
      );
      return counts;
    },
    days({ utcOffsetMinutes, ...query }: Input<'days'>) {
      const { sql, values } = whole(query, conditionOf(query));
      const offset = minutes(utcOffsetMinutes);
      const dayOf = (at: number): number => Math.floor((at + offset) / daysMs(1));
      const first = dayOf(query.since);
      const count = Math.max(0, dayOf(query.until) - first + 1);
      const found = Array.from({ length: count }, (_, at) => {
        return { day: toIso((first + at) * daysMs(1)).slice(0, 10), outside: 0, reeve: 0, syncs: 0 };
      });
      const counted = all<{ day: number; isOurs: 0 | 1; count: number }>(
        `SELECT CAST(floor((found_at + :offset) / ${daysMs(1)}.0) AS INTEGER) AS day, source >= ${rows.firstOwnSource} AS isOurs,
           count(*) AS count FROM ${allEntries} WHERE ${sql} GROUP BY 1, 2`,
        { ...values, offset },
      );
      for (const { day, isOurs, count: own } of counted) {
        const one = found[day - first];
        if (one !== undefined) one[isOurs === 1 ? 'reeve' : 'outside'] += own;
      }
      for (const { endedAt } of places.endsIn(query.since, query.until)) {
        const one = found[dayOf(endedAt) - first];
        if (one !== undefined) one.syncs += 1;
      }
      return found;
    },
  };
}

/** An entry with the name and the shown scope of its row. */
export function entryOf(row: rows.EntryRow, nameOf: NameOf): ReadEntry {
  const { n, collection, id, foundAt, since } = row;
  const content = rows.contentOf(row);
  const known = content.row ?? Object.fromEntries(content.fields.map(({ name, after }) => [name, after]));
  const { scope, title } = id === null ? { scope: row.scope, title: null } : nameOf(collection, row.scope, id, known);
  return { ...{ n, collection, scope, id, title, ...content, at: foundAt, since }, by: rows.byOf(row) };
}

/** The same entry in a size that fits into a message to a window. */
export const cut = (entry: ReadEntry): ReadEntry => ({
  ...entry,
  fields: rows.cutFields(entry.fields),
  row: rows.cutRow(entry.row),
});
