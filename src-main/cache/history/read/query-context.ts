import type { Connection } from '../../open-cache.ts';
import type { HistoryReader } from '../history-api.ts';
import { placesThen } from './places-then.ts';
import { recordedSpan } from './recorded-span.ts';
import { rowNames, type NameOf } from './row-names.ts';
import { rowsBetween } from './rows-between.ts';

export type Input<V extends keyof HistoryReader> = Parameters<HistoryReader[V]>[0];

/** What the queries of the history share. */
export interface QueryContext {
  db: Connection;
  nameOf: NameOf;
  places: ReturnType<typeof placesThen>;
  recorded: ReturnType<typeof recordedSpan>;
  between: ReturnType<typeof rowsBetween>;
}

export function queryContext(db: Connection): QueryContext {
  return { db, nameOf: rowNames(db), places: placesThen(db), recorded: recordedSpan(db), between: rowsBetween(db) };
}
