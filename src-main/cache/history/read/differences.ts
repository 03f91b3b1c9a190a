import { isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { ChangedField, CollectionDifference } from '#shared/contract/history.ts';
import { Failure } from '#shared/errors.ts';
import { normalText, searchWords } from '../../normal-text.ts';
import * as rows from './entry-rows.ts';
import type { PlacesThen } from './places-then.ts';
import type { Input, QueryContext } from './query-context.ts';
import type { RowChange } from './row-states.ts';
import type { RowSince } from './rows-between.ts';

/** A row that differs between two moments. */
type Difference = RowChange & RowSince;

/** The queries that compare two moments. The earlier rows are computed from the present rows and the entries since. */
export function differenceQueries({ nameOf, places, recorded, between }: QueryContext) {
  /** The rows that differ. `then`: the places at the earlier moment. Rows of places without a sync until then are left out. */
  function differing(
    rows: readonly RowSince[],
    then: PlacesThen,
    a: number,
    b: number,
    isValued: boolean,
  ): Difference[] {
    return rows.flatMap((row) => {
      const found = then.isSynced(row.scope) ? row.between(a, b, isValued) : null;
      return found === null ? [] : [{ ...row, ...found }];
    });
  }

  /** The number of rows at a moment. Null: no place was synced before it. */
  function rowsThen(live: number, then: PlacesThen, changed: readonly RowSince[], at: number): number | null {
    if (then.synced === 0) return null;
    const own = changed.filter(({ scope }) => then.isSynced(scope));
    return own.reduce((sum, row) => sum + Number(row.existsAt(at)) - Number(row.existsAt(Infinity)), live);
  }

  return {
    compare({ a, b }: Input<'compare'>) {
      const [from, until] = [Math.min(a, b), Math.max(a, b)];
      const changed = Map.groupBy(between.since(from, null), ({ collection }) => collection);
      const collections = rows.recordedCollections.flatMap((collection): CollectionDifference[] => {
        const own = changed.get(collection) ?? [];
        const thenAt = (at: number) => {
          const then = places.at(collection, at);
          const live = then.places === 0 ? 0 : places.liveRows(collection, then, null);
          const { places: count, synced, oldest } = then;
          return { then, counts: { rows: rowsThen(live, then, own, at), places: count, synced, oldest } };
        };
        const [atA, atB] = [thenAt(a), thenAt(b)];
        if (atA.counts.rows === null && atB.counts.rows === null) return [];
        const { then } = a <= b ? atA : atB;
        const sums = { came: 0, notReturned: 0, changed: 0, byReeve: 0 };
        for (const { kind, last } of differing(own, then, a, b, false)) {
          sums[kind] += 1;
          if (rows.isOurs(last)) sums.byReeve += 1;
        }
        return [{ collection, a: atA.counts, b: atB.counts, ...sums }];
      });
      return { collections, recorded: recorded(from, until) };
    },

    differences({ a, b, collection: name, kind, search, slice }: Input<'differences'>) {
      const collection = recordedName(name);
      const from = Math.min(a, b);
      const then = places.at(collection, from);
      const words = searchWords(search);
      const counts: Record<string, number> = { came: 0, changed: 0, notReturned: 0 };
      const found: Difference[] = [];
      for (const one of differing(between.since(from, collection), then, a, b, true)) {
        if (words.length > 0 && !matches(one, words)) continue;
        counts[one.kind] = (counts[one.kind] ?? 0) + 1;
        if (kind === null || one.kind === kind) found.push(one);
      }
      found.sort((x, y) => y.last.foundAt - x.last.foundAt || y.last.n - x.last.n);
      const shown = found.slice(slice.from, slice.from + slice.count).map(shownDifference);
      return { total: found.length, counts, rows: shown };
    },

    sinceThen({ at, collection: name, scope }: Input<'sinceThen'>) {
      const collection = recordedName(name);
      const then = places.at(collection, at, scope);
      const changed = between.since(at, collection, scope);
      const sums = { came: 0, notReturned: 0, changed: 0 };
      for (const { kind } of differing(changed, then, at, Infinity, false)) sums[kind] += 1;
      const live = places.liveRows(collection, then, scope);
      const now = places.liveRows(collection, null, scope);
      return { then: rowsThen(live, then, changed, at), now, ...sums };
    },

    now({ at, collection: name, rows: asked }: Input<'now'>) {
      const collection = recordedName(name);
      return asked.map(({ scope, id }) => {
        const entries = between.entriesOf(collection, scope, id, at);
        if (entries.length === 0) return null;
        const row = between.statesOf(entries, at);
        const isThere = row.existsAt(Infinity);
        const ends = isThere ? [] : trailingEnds(entries);
        const fields: ChangedField[] = isThere ? (row.between(at, Infinity, true)?.fields ?? []) : [];
        if (isThere && fields.length === 0) return null;
        const isDeleted = ends.some((entry) => rows.kindOf(entry) === 'deleted');
        return { notReturnedSince: ends[0]?.foundAt ?? null, isDeleted, fields: rows.cutFields(fields) };
      });
    },
  };

  function matches({ collection, scope, id, fields, row }: Difference, words: readonly string[]): boolean {
    const { title } = nameOf(collection, scope, id, row);
    const values = [...fields.flatMap(({ before, after }) => [before, after]), ...Object.values(row ?? {})];
    const text = normalText([title, scope, id, JSON.stringify(values)].join('\n'));
    return words.every((word) => text.includes(word));
  }

  function shownDifference({ collection, scope, id, kind, fields, row, last }: Difference) {
    return {
      ...{ id, kind, fields: rows.cutFields(fields), row: rows.cutRow(row) },
      ...nameOf(collection, scope, id, row ?? Object.fromEntries(fields.map(({ name, after }) => [name, after]))),
      ...{ at: last.foundAt, by: rows.byOf(last) },
    };
  }
}

/** The entries since the row was last returned that say that it is not. */
function trailingEnds(entries: readonly rows.EntryRow[]): rows.EntryRow[] {
  const last = entries.findLastIndex((entry) => ['came', 'known', 'back'].includes(rows.kindOf(entry)));
  return entries.slice(last + 1).filter((entry) => ['notReturned', 'deleted'].includes(rows.kindOf(entry)));
}

function recordedName(name: string): CollectionName {
  if (isCollection(name) && rows.recordedCollections.includes(name)) return name;
  throw new Failure('invalid', `not recorded: ${name}`, { field: 'collection' });
}
