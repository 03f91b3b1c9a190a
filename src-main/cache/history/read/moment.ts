import { isCollection } from '#shared/contract/collections.ts';
import { lastChangeKind } from '../history-types.ts';
import { definitions } from '../../definitions.ts';
import { notRecordedIn } from '../recorded-only.ts';
import { recordedFields } from '../recorded-fields.ts';
import { allEntries } from './all-entries.ts';
import { recordedCollections } from './entry-rows.ts';
import { limitOf } from './places-then.ts';
import type { Input, QueryContext } from './query-context.ts';

/** What is known about a moment. */
export function momentQuery({ db, places, recorded, between }: QueryContext) {
  return ({ at, collection: asked, scope }: Input<'moment'>) => {
    const collection = asked !== null && isCollection(asked) ? asked : null;
    const fields = collection === null ? null : recordedFields(collection);
    const definition = fields && definitions.find((one) => one.collection === collection);
    const notRecorded = definition ? notRecordedIn(definition) : { filters: [], sorts: [] };
    const span = recorded(at, Number.MAX_SAFE_INTEGER, asked === null ? undefined : [asked]);
    if (asked !== null && (collection === null || fields === null)) {
      const unknown = { previous: null, next: null, sync: null, places: { places: 0, synced: 0 } };
      return { ...unknown, recorded: span, fields, notRecorded };
    }

    const own = between.whereOf(collection, scope);
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
    return {
      // A change counts as made at the next full second
      previous: nearest('max', 'found_at <= ?', lastSecondBefore(at)),
      next: nearest('min', 'found_at > ?', Math.floor(at / 1_000) * 1_000),
      sync: limitOf(
        Math.max,
        lists.map(({ newest }) => newest),
      ),
      places: { places: sum(lists.map((one) => one.places)), synced: sum(lists.map((one) => one.synced)) },
      recorded: collection === null ? span : { ...span, since: lists[0]?.first ?? null },
      fields: fields === null ? null : [...fields],
      notRecorded,
    };
  };
}

const nextSecond = (at: number): number => Math.ceil(at / 1_000) * 1_000;
const lastSecondBefore = (at: number): number => Math.ceil(at / 1_000) * 1_000 - 1_000;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
