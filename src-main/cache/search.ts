import type { Cell, Definition } from './derive.ts';
import { searchWords } from './normal-text.ts';
import type { Connection } from './open-cache.ts';

/**
 * What a search asks of a row, as SQL. `from` stands instead of the stem's table when the few hits are to be looked up
 * first; without it rows are walked in the order of the list and `sql` tests each.
 */
export interface SearchPlan {
  from: string | null;
  fromValues: Cell[];
  sql: string | null;
  values: Cell[];
}

/** Above so many hits it is cheaper to walk along the order of the list than to sort the hits. */
const fewHits = 3_000;
/** What the trigrams of the full text search cannot find, in code points. */
const shortestIndexed = 3;

/**
 * Plan a search over a stem: each word must occur somewhere in its hay. The answer is that of `LIKE '%word%'` over the
 * normalised text; nothing in the words is a wildcard or an operator.
 */
export function planSearch(db: Connection, { stem }: Definition, search: string, isIndexed: boolean): SearchPlan {
  const words = searchWords(search);
  if (words.length === 0) return { from: null, fromValues: [], sql: null, values: [] };
  const isLong = (word: string): boolean => isIndexed && [...word].length >= shortestIndexed;
  const long = words.filter(isLong);
  const short = words.filter((word) => !isLong(word));
  const occurs = short.map(() => 'instr(hay, ?) > 0').join(' AND ');
  if (long.length === 0) {
    const sql = `id IN (SELECT id FROM ${stem}_hay NOT INDEXED WHERE ${occurs})`;
    return { from: null, fromValues: [], sql, values: short };
  }

  const match = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  const hits = `SELECT rowid FROM ${stem}_fts WHERE ${stem}_fts MATCH ?`;
  const count = db.prepare<[string, number], number>(`SELECT count(*) FROM (${hits} LIMIT ?)`).pluck();
  const isBroad = (count.get(match, fewHits + 1) ?? 0) > fewHits;
  const rest = short.length === 0 ? null : `EXISTS (SELECT 1 FROM ${stem}_hay h WHERE h.id = ${stem}.id AND ${occurs})`;
  if (isBroad) {
    const sql = [`+id IN (${hits})`, rest].filter((part) => part !== null).join(' AND ');
    return { from: null, fromValues: [], sql, values: [match, ...short] };
  }
  const from = `(SELECT rowid AS hit FROM ${stem}_fts WHERE ${stem}_fts MATCH ?) CROSS JOIN ${stem} ON ${stem}.id = hit`;
  return { from, fromValues: [match], sql: rest, values: short };
}
