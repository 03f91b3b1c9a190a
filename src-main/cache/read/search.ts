import { keyColumn, type Definition, type Statement } from '../derive.ts';
import { searchWords } from '../normal-text.ts';
import type { Connection } from '../open-cache.ts';

/**
 * How the rows that match a search are found. The statement returns the keys of all hits as `hit`, in no order. `few`:
 * the hits are looked up and sorted. `many`: the sorted list is filtered by the hits.
 */
export type SearchPlan = { kind: 'everything' } | ({ kind: 'few' | 'many' } & Statement);

/** Above this number of hits, filtering the sorted list is faster than sorting the hits. */
const fewHits = 3_000;
/** Minimum length of a word that the trigram index can find, in code points. */
const shortestIndexed = 3;

/**
 * Plan a search of a collection: each word must occur in the search text of a row. The result is that of `LIKE
 * '%word%'` over the normalized text; no character of the words is a wildcard or an operator.
 */
export function planSearch(db: Connection, definition: Definition, search: string, isIndexed: boolean): SearchPlan {
  const { collection } = definition;
  const key = keyColumn(definition);
  const words = searchWords(search);
  if (words.length === 0) return { kind: 'everything' };
  const isLong = (word: string): boolean => isIndexed && [...word].length >= shortestIndexed;
  const long = words.filter(isLong);
  const short = words.filter((word) => !isLong(word));
  const occurs = short.map(() => 'instr(hay.hay, ?) > 0').join(' AND ');
  if (long.length === 0) {
    return {
      kind: 'many',
      sql: `SELECT ${key} AS hit FROM ${collection}_hay hay NOT INDEXED WHERE ${occurs}`,
      values: short,
    };
  }

  const match = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  const matching = `FROM ${collection}_fts fts WHERE ${collection}_fts MATCH ?`;
  const count = db.prepare<[string, number], number>(`SELECT count(*) FROM (SELECT 1 ${matching} LIMIT ?)`).pluck();
  const kind = (count.get(match, fewHits + 1) ?? 0) > fewHits ? 'many' : 'few';
  const alsoOccurs =
    short.length === 0
      ? ''
      : `AND EXISTS (SELECT 1 FROM ${collection}_hay hay WHERE hay.${key} = fts.rowid AND ${occurs})`;
  return { kind, sql: `SELECT fts.rowid AS hit ${matching} ${alsoOccurs}`, values: [match, ...short] };
}
