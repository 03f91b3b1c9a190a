import { keyColumn, type Definition, type Statement } from '../derive.ts';
import { indexedTextsName } from '../long-texts.ts';
import { searchWords } from '../normal-text.ts';
import type { Connection } from '../open-cache.ts';
import { meta } from '../schema.ts';
import { readKeys, type Keys } from './id-list.ts';
import { idSet } from './id-set.ts';
import type { TextMemory } from './text-memory.ts';
import { textSearch } from './text-search.ts';
import { longTextSource, shortTextSource } from './text-source.ts';

/** The rows that match a search. */
export interface Found {
  /** If there are few: the statement that returns their keys as `hit`, so that only these rows are sorted. Else null. */
  few: (() => Statement) | null;
  /** The keys of a list that match, in the order of the list. */
  filter: (list: Keys) => Keys;
  /**
   * If all hits can be found only slowly, because the texts are not in memory: the statement that returns the keys of
   * some of them as `hit`, the last stored ones first. Null: it is fast to find all.
   */
  some: (() => Statement) | null;
}

/** The search of one collection. It must be called in the transaction of its query. Null: the search has no word. */
export function searcher(db: Connection, definition: Definition, memory: TextMemory): (search: string) => Found | null {
  const { collection, hasLongTexts } = definition;
  const facts = meta(db);
  const texts = textSearch((hasLongTexts ? longTextSource : shortTextSource)(db, definition), memory);
  return (search) => {
    const words = searchWords(search);
    if (words.length === 0) return null;
    const hits = texts.inMemory(words) ?? (hasLongTexts ? undefined : texts.inFile(words));
    if (hits !== undefined) {
      const { count, keys, filter } = hits;
      return { few: count > fewHits ? null : () => statementOf(keys()), filter, some: null };
    }
    const plan = planSearch(db, definition, words, facts.get(indexedTextsName(collection)) === 'all');
    const filter = (list: Keys): Keys => {
      const found = idSet(readKeys(db, [plan]));
      return list.subarray(0, list.length).filter((key) => found.has(key));
    };
    const isFew = plan.kind === 'few';
    return { few: isFew ? () => plan : null, filter, some: isFew ? null : () => lastOf(plan) };
  };
}

/**
 * How a search finds the matches in long texts that are not in memory. The statement returns the keys of all hits as
 * `hit`, in no particular order. `few`: the hits are looked up and sorted. `many`: the sorted list is filtered by the hits.
 * `isIndexed`: the full-text index is used.
 */
export type SearchPlan = { kind: 'few' | 'many'; isIndexed: boolean } & Statement;

/** Maximum hits that are found if finding all would be slow. */
const mostLast = 1_000;

/** Above this number of hits, filtering the sorted list is faster than sorting the hits. */
const fewHits = 3_000;
/** Minimum length of a word that the trigram index can find, in code points. */
const shortestIndexed = 3;

/**
 * Plan a search of a collection with long texts: each word must occur in the search text of a row. The result is that of
 * `LIKE '%word%'` over the normalized text; no character of the words is a wildcard or an operator.
 */
export function planSearch(
  db: Connection,
  definition: Definition,
  words: readonly string[],
  isIndexed: boolean,
): SearchPlan {
  const { collection } = definition;
  const key = keyColumn(definition);
  const isLong = (word: string): boolean => isIndexed && [...word].length >= shortestIndexed;
  const long = words.filter(isLong);
  const short = words.filter((word) => !isLong(word));
  const occurs = short.map(() => 'instr(hay.hay, ?) > 0').join(' AND ');
  if (long.length === 0) {
    return {
      kind: 'many',
      isIndexed: false,
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
  return { kind, isIndexed: true, sql: `SELECT fts.rowid AS hit ${matching} ${alsoOccurs}`, values: [match, ...short] };
}

/**
 * The last stored hits of a plan. Without the full-text index, every text would have to be read, so there are none.
 */
function lastOf({ sql, values, isIndexed }: SearchPlan): Statement {
  return { sql: `SELECT hit FROM (${sql}) ORDER BY hit DESC LIMIT ${isIndexed ? mostLast : 0}`, values };
}

/** The statement that returns these keys as `hit`. */
function statementOf(keys: readonly number[]): Statement {
  return { sql: 'SELECT value AS hit FROM json_each(?)', values: [JSON.stringify(keys)] };
}
