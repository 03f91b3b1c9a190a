import { isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { ChangedField, CollectionDifference, CollectionThen, history } from '#shared/contract/history.ts';
import type { z } from 'zod';
import { Failure } from '#shared/errors.ts';
import { normalText, searchWords } from '../../normal-text.ts';
import type { Connection } from '../../open-cache.ts';
import * as rows from './entry-rows.ts';
import { countsOf, type Places, type PlacesThen } from './places-then.ts';
import type { RecordedSpan } from './recorded-span.ts';
import type { RowChange } from './row-states.ts';
import type { RowNames } from './row-names.ts';
import { isSyncedThen, rowsBetween, type RowSince } from './rows-between.ts';

type Input<V extends 'sinceThen' | 'now' | 'compare' | 'differences'> = z.output<(typeof history)[V]['input']>;
interface Needs {
  db: Connection;
  names: RowNames;
  places: Places;
  recorded: RecordedSpan;
}
/** A row that differs between `a` and `b`. */
type Difference = RowChange & Pick<RowSince, 'collection' | 'scope' | 'id'>;

/** The queries that compare two moments. The rows then are found from the rows now and the entries in between. */
export function differenceQueries({ db, names, places, recorded }: Needs) {
  const between = rowsBetween(db);

  /** The difference from `a` to `b`; `b` may be before `a`. */
  function differenceOf(row: RowSince, a: number, b: number, isValued: boolean): Difference | null {
    const found = row.between(Math.min(a, b), Math.max(a, b), isValued);
    if (found === null) return null;
    const { collection, scope, id } = row;
    return { ...(a <= b ? found : reversed(found)), collection, scope, id };
  }

  /** The number of rows at a moment. Null: no place was synced before it. */
  function rowsThen(live: number, then: PlacesThen, changed: readonly RowSince[], at: number): number | null {
    if (countsOf(then).synced === 0) return null;
    const own = changed.filter((row) => isSyncedThen(then, row));
    return own.reduce((sum, row) => sum + Number(row.existsAt(at)) - Number(row.existsAt(Infinity)), live);
  }

  return {
    compare({ a, b }: Input<'compare'>) {
      const [from, until] = [Math.min(a, b), Math.max(a, b)];
      const changed = Map.groupBy(between.since(from, null), ({ collection }) => collection);
      const collections = rows.recordedCollections.flatMap((collection): CollectionDifference[] => {
        const own = changed.get(collection) ?? [];
        const thenAt = (at: number): { then: PlacesThen; counts: CollectionThen } => {
          const then = places.at(collection, at);
          const live = then.size === 0 ? 0 : places.liveRows(collection, then, null);
          return { then, counts: { rows: rowsThen(live, then, own, at), ...countsOf(then) } };
        };
        const [atA, atB] = [thenAt(a), thenAt(b)];
        if (atA.counts.rows === null && atB.counts.rows === null) return [];
        const { then } = a <= b ? atA : atB;
        const sums = { came: 0, notReturned: 0, changed: 0, byReeve: 0 };
        for (const row of own) {
          const found = isSyncedThen(then, row) ? differenceOf(row, a, b, false) : null;
          if (found === null) continue;
          sums[found.kind] += 1;
          if (rows.isOurs(found.last)) sums.byReeve += 1;
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
      for (const row of between.since(from, collection)) {
        const one = isSyncedThen(then, row) ? differenceOf(row, a, b, true) : null;
        if (one === null || (words.length > 0 && !matches(one, words))) continue;
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
      for (const row of changed) {
        const found = isSyncedThen(then, row) ? row.between(at, Infinity, false) : null;
        if (found !== null) sums[found.kind] += 1;
      }
      const live = places.liveRows(collection, then, scope);
      const now = places.liveRows(collection, null, scope);
      return { then: rowsThen(live, then, changed, at), now, ...sums };
    },

    now({ at, collection: name, rows: asked }: Input<'now'>) {
      const collection = recordedName(name);
      return asked.map(({ scope, id }) => {
        const entries = between.ofRow(collection, scope, id, at);
        if (entries.length === 0) return null;
        const row = between.statesOf({ collection, scope, id, entries, listedIn: null });
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
    const { title } = names.of(collection, scope, id, row);
    const values = [...fields.flatMap(({ before, after }) => [before, after]), ...Object.values(row ?? {})];
    const text = normalText([title, scope, id, JSON.stringify(values)].join('\n'));
    return words.every((word) => text.includes(word));
  }

  function shownDifference({ collection, scope, id, kind, fields, row, last }: Difference) {
    return {
      ...{ id, kind, fields: rows.cutFields(fields), row: rows.cutRow(row) },
      ...names.of(collection, scope, id, row ?? Object.fromEntries(fields.map(({ name, after }) => [name, after]))),
      ...{ at: last.foundAt, by: rows.byOf(last) },
    };
  }
}

/** The same difference from the later moment to the earlier one. */
function reversed(found: RowChange): RowChange {
  const fields = found.fields.map(({ name, before, after }) => ({ name, before: after, after: before }));
  const kinds = { came: 'notReturned', notReturned: 'came', changed: 'changed' } as const;
  return { ...found, kind: kinds[found.kind], fields };
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
