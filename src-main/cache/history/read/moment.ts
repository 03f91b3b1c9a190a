import { isCollection } from '#shared/contract/collections.ts';
import type { history } from '#shared/contract/history.ts';
import type { z } from 'zod';
import type { Statement } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import { lastChangeKind } from '../history-types.ts';
import { recordedFields } from '../recorded-fields.ts';
import { allEntries } from './all-entries.ts';
import { recordedCollections } from './entry-rows.ts';
import { countsOf, type Places, type PlacesThen } from './places-then.ts';
import type { RecordedSpan } from './recorded-span.ts';
import { rowsBetween } from './rows-between.ts';

type Input = z.output<(typeof history)['moment']['input']>;
interface Needs {
  db: Connection;
  places: Places;
  recorded: RecordedSpan;
}

/** What is known about a moment. */
export function momentQuery({ db, places, recorded }: Needs) {
  const between = rowsBetween(db);

  return ({ at, collection: asked, scope }: Input) => {
    const collection = asked !== null && isCollection(asked) ? asked : null;
    const fields = collection === null ? null : recordedFields(collection);
    const span = recorded(at, Number.MAX_SAFE_INTEGER, asked === null ? undefined : [asked]);
    const unknown = {
      previous: null,
      next: null,
      sync: null,
      places: { places: 0, synced: 0 },
      recorded: span,
      fields,
    };
    if (asked !== null && (collection === null || fields === null)) return unknown;

    const own: Statement[] = collection === null ? [] : [{ sql: '+collection = ?', values: [collection] }];
    if (collection !== null && scope !== null) own.push(between.whereOf(collection, scope));
    const nearest = (time: 'max' | 'min', sql: string, bound: number): number | null => {
      const where = [{ sql, values: [bound] }, { sql: `kind <= ${lastChangeKind}`, values: [] }, ...own];
      const found = db
        .prepare<unknown[], number | null>(
          `SELECT found_at FROM ${allEntries} WHERE ${where.map((one) => one.sql).join(' AND ')}
           ORDER BY found_at ${time === 'max' ? 'DESC' : ''} LIMIT 1`,
        )
        .pluck()
        .get(...where.flatMap(({ values }) => values as unknown[]));
      return found === undefined || found === null ? null : nextSecond(found);
    };

    const lists = (collection === null ? recordedCollections : [collection]).map((name) =>
      places.at(name, at, collection && scope),
    );
    const counts = lists.map(countsOf);
    return {
      // A change counts as made at the next full second
      previous: nearest('max', 'found_at <= ?', lastSecondBefore(at)),
      next: nearest('min', 'found_at > ?', Math.floor(at / 1_000) * 1_000),
      sync: lastSync(lists),
      places: { places: sum(counts.map((one) => one.places)), synced: sum(counts.map((one) => one.synced)) },
      recorded: collection === null ? span : { ...span, since: firstSync(lists) },
      fields: fields === null ? null : [...fields],
    };
  };
}

const nextSecond = (at: number): number => Math.ceil(at / 1_000) * 1_000;
const lastSecondBefore = (at: number): number => Math.ceil(at / 1_000) * 1_000 - 1_000;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const all = (lists: readonly PlacesThen[]) => lists.flatMap((places) => [...places.values()]);
const lastSync = (lists: readonly PlacesThen[]): number | null =>
  all(lists).reduce<number | null>(
    (last, place) => (place.last === null ? last : Math.max(last ?? 0, place.last)),
    null,
  );
const firstSync = (lists: readonly PlacesThen[]): number | null =>
  all(lists).reduce<number | null>((first, place) => Math.min(first ?? place.first, place.first), null);
