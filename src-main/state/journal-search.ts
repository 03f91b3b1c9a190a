import type { z } from 'zod';
import type { JournalQuery } from '#shared/contract/journal.ts';
import type { Db } from './files/database.ts';
import { journalTexts } from './journal-texts.ts';
import { rememberUntilWrite } from './remember-until-write.ts';

type Query = z.output<typeof JournalQuery>;

interface Conditions {
  sql: string[];
  values: Record<string, unknown>;
}

/** Enough for the search texts of about 400,000 entries. */
const defaultMaxCharacters = 64_000_000;

/** The SQL condition for entries that can be undone. */
export const undoable = `(can_undo = 1 AND state = 'applied' AND undone_by IS NULL)`;

/**
 * Find entries of the journal, newest first. The texts of the newest entries are searched in memory, those of the
 * others with SQL.
 */
export function journalSearch(db: Db, maxCharacters = defaultMaxCharacters) {
  const texts = journalTexts(db, maxCharacters);
  // Counting, listing and scrolling repeat a query, and a search while typing repeats its filters
  const rememberMatches = rememberUntilWrite<number[]>(db);
  const rememberFiltered = rememberUntilWrite<number[]>(db);

  const newestIds = (conditions: Conditions, { from, count } = { from: 0, count: -1 }): number[] =>
    db
      .prepare<[object], number>(
        `SELECT id FROM journal ${whereOf(conditions)} ORDER BY id DESC LIMIT :count OFFSET :from`,
      )
      .pluck()
      .all({ ...conditions.values, from, count });

  /** All matches of a query with words. Null: it has no words, or a transaction is open, which may be rolled back. */
  function findMatches(query: Query): number[] | null {
    const words = wordsOf(query);
    if (words.length === 0 || db.inTransaction) return null;
    return rememberMatches(JSON.stringify(query), () => {
      texts.update();
      const found = words.reduce((ids, word) => texts.containing(word, ids), filteredIds(query)) ?? [];
      return texts.isComplete() ? found : found.concat(newestIds(conditionsOf(query, `id < ${texts.first()}`)));
    });
  }

  /** Entries in memory that pass the filters, newest first; undefined: all, because the query has no filter. */
  function filteredIds(query: Query): number[] | undefined {
    const { sql, values } = filtersOf(query);
    if (sql.length === 0) return undefined;
    return rememberFiltered(JSON.stringify([sql, values]), () => {
      // The `+` and the sort below prevent SQLite from reading the whole table by ID instead of a smaller index
      const where = whereOf({ sql: [...sql, `+id >= ${texts.first()}`], values });
      const ids = db.prepare<[object], number>(`SELECT id FROM journal ${where}`).pluck().all(values);
      return ids.sort((a, b) => b - a);
    });
  }

  return {
    /** Must be called when the search text of an entry was changed. */
    markChanged: texts.markChanged,
    count: (query: Query): number => {
      const conditions = conditionsOf(query);
      const sql = `SELECT count(*) FROM journal ${whereOf(conditions)}`;
      return findMatches(query)?.length ?? db.prepare<[object], number>(sql).pluck().get(conditions.values) ?? 0;
    },
    ids: (query: Query, slice: { from: number; count: number }): number[] =>
      findMatches(query)?.slice(slice.from, slice.from + slice.count) ?? newestIds(conditionsOf(query), slice),
  };
}

const whereOf = ({ sql }: Conditions): string => (sql.length === 0 ? '' : `WHERE ${sql.join(' AND ')}`);

/** The words of a search in the form of the search text, as SQLite stores them. */
const wordsOf = ({ search }: Query): string[] =>
  search.normalize().toLowerCase().toWellFormed().split(/\s+/).filter(Boolean).slice(0, 20);

/** Where an entry contains the ID of the account that the write is about, with the operations that have it there. */
const accountIds = [
  ['$.write.path.id', 'service-accounts.edit'],
  ['$.write.path.user_id', 'enterprise-users.edit', 'enterprise-users.remove', 'enterprise-users.disableTwoFactor'],
  ['$.write.path.user_id', 'group-service-accounts.edit', 'group-service-accounts.remove'],
  ['$.write.path.user_id', 'group-service-accounts.createToken'],
  ['$.write.body.user_id', 'members.create'],
  ['$.reply.id', 'members.create', 'service-accounts.create', 'group-service-accounts.create'],
] as const;
/** The condition for writes about the account `:person`, given as text. Only entries with the digits of the ID are parsed. */
const isAboutPerson = `id IN (${accountIds
  .map(
    ([path, ...ops]) => `SELECT id FROM journal INDEXED BY journal_by_op
      WHERE op IN (${ops.map((op) => `'${op}'`).join(', ')}) AND instr(doc, :person) > 0
      AND instr(',' || (doc ->> '${path}') || ',', ',' || :person || ',') > 0`,
  )
  .join(' UNION ALL ')})`;

/** The conditions of a query without its words. */
function filtersOf(query: Query): Conditions {
  const sql: string[] = [];
  const values: Record<string, unknown> = {};
  const plain: [keyof Query, string][] = [
    ['op', 'op = :op'],
    ['state', 'state = :state'],
    ['planId', 'plan_id = :planId'],
    ['profileId', 'profile_id = :profileId'],
    ['after', 'intended_at >= :after'],
    ['before', 'intended_at <= :before'],
  ];
  for (const [name, condition] of plain) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    sql.push(condition);
    values[name] = value;
  }
  if (query.person !== undefined) {
    sql.push(isAboutPerson);
    values['person'] = String(query.person);
  }
  if (query.canUndo !== undefined) sql.push(query.canUndo ? undoable : `NOT ${undoable}`);
  return { sql, values };
}

/** All conditions of a query; `rest`: one more. */
function conditionsOf(query: Query, rest?: string): Conditions {
  const { sql, values } = filtersOf(query);
  if (rest !== undefined) sql.push(rest);
  wordsOf(query).forEach((word, n) => {
    sql.push(`instr(hay, :word${n}) > 0`);
    values[`word${n}`] = word;
  });
  return { sql, values };
}
