import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { closenessTo } from '#shared/name-match.ts';
import { keyColumn, orderOf, type Cell, type Definition } from '../derive.ts';
import { foldedText, naturalBeginnings } from '../normal-text.ts';
import { firstColumn, type Connection } from '../open-cache.ts';
import type { Keys } from './id-list.ts';

/** Up to this number of hits, the names of all of them are compared. It takes about 2 ms. */
const mostCompared = 3_000;
/** If there are more: the maximum number of rows whose name begins with the text, and of other hits. */
const mostNamed = 200;
const mostOthers = 1_000;

type NameRow = [key: number, number: number | null, ...names: (string | null)[]];

/**
 * Orders the hits of a search: first a row whose name is the text, then names that begin with it, then names with a word
 * that begins with it, then all others; equally close ones in the order of `hits`. If there are more than 3,000 hits, only
 * the names that begin with the text are looked up; other hits follow in their order, at most 1,000.
 */
export function closest(db: Connection, definition: Definition) {
  const { collection, nameColumns, numberColumn } = definition;
  const key = keyColumn(definition);
  const select = `SELECT ${[key, numberColumn ?? 'NULL', ...nameColumns].join(', ')} FROM ${collection}`;

  return (typed: string, hits: Keys): Float64Array => {
    if (nameColumns.length === 0) return hits.subarray(0, Math.min(hits.length, mostOthers));
    const closenessOf = closenessTo(typed);
    const number = /^[#!]?(\d{1,15})$/.exec(typed)?.[1];
    const rank = ([, own, ...names]: NameRow): number =>
      number !== undefined && own === Number(number) ? 0 : closenessOf(names);

    const isFew = hits.length <= mostCompared;
    const keys = hits.subarray(0, isFew ? hits.length : mostOthers);
    const named = isFew ? among(keys) : beginning(typed, number);
    const ranks = new Map(named.map((row) => [row[0], rank(row)]));
    // Rows that begin with the text are hits, too: the fields of the name are searched
    const all = isFew ? keys : Float64Array.from(new Set([...ranks.keys(), ...keys]));
    const rankOf = (one: number): number => ranks.get(one) ?? 3;
    return Float64Array.from([...all].toSorted((a, b) => rankOf(a) - rankOf(b)));
  };

  function among(keys: Float64Array): NameRow[] {
    return db
      .prepare<[string], NameRow>(`${select} WHERE ${key} IN (SELECT value FROM json_each(?))`)
      .raw()
      .all(JSON.stringify([...keys]));
  }

  /** The rows whose name begins with the text, or whose number is in it. */
  function beginning(typed: string, number: string | undefined): NameRow[] {
    const rows = (condition: string, values: Cell[]): NameRow[] =>
      db
        .prepare<Cell[], NameRow>(`${select} WHERE is_gone = 0 AND ${condition} LIMIT ${mostNamed}`)
        .raw()
        .all(...values);
    const named = nameColumns.flatMap((name) => {
      const column = orderOf(definition, name);
      // Nothing that begins with the text is greater than the text with the last code point after it
      return beginningsOf(column, typed).flatMap((text) =>
        rows(`${column} >= ? AND ${column} < ? ORDER BY ${column}`, [text, `${text}\u{10FFFF}`]),
      );
    });
    if (numberColumn === undefined || number === undefined) return named;
    return [...named, ...rows(`${numberColumn} = ?`, [Number(number)])];
  }

  function beginningsOf(column: string, typed: string): string[] {
    const as = definition.columns[column]?.as;
    if (as === 'natural') return naturalBeginnings(typed);
    return [as === 'folded' ? foldedText(typed) : typed];
  }
}

/** `last`: all values up to this one. `near`: rows of this scope come first. `count`: at most this many. */
export interface ExactQuery {
  by: 'id' | 'iid' | 'username';
  value: Key;
  last?: Key;
  near: Scope;
  count: number;
}

/** The keys of the rows of all scopes with this value, without those that are no longer returned. The column must exist. */
export function exactKeys(db: Connection, definition: Definition, { by, ...values }: ExactQuery): number[] {
  return firstColumn<number>(
    db,
    `SELECT ${keyColumn(definition)} FROM ${definition.collection} WHERE is_gone = 0 AND ${by} BETWEEN :value AND :last
     ORDER BY ${definition.isScoped ? 'scope' : `''`} = :near DESC LIMIT :count`,
  ).all({ last: values.value, ...values });
}
