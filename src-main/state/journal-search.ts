import type { z } from 'zod';
import type { JournalQuery } from '#shared/contract/journal.ts';
import type { Db } from './files/database.ts';

type Query = z.output<typeof JournalQuery>;

/** SQL of the entries that can be undone. */
export const undoable = `(can_undo = 1 AND state = 'applied' AND undone_by IS NULL)`;

/** Find entries of the journal, newest first. */
export function journalSearch(db: Db) {
  const whereOf = (query: Query) => {
    const { sql, values } = conditions(query);
    return { where: sql.length === 0 ? '' : `WHERE ${sql.join(' AND ')}`, values };
  };
  return {
    count: (query: Query): number => {
      const { where, values } = whereOf(query);
      return db.prepare<[object], number>(`SELECT count(*) FROM journal ${where}`).pluck().get(values) ?? 0;
    },
    ids: (query: Query, { from, count }: { from: number; count: number }): number[] => {
      const { where, values } = whereOf(query);
      const sql = `SELECT id FROM journal ${where} ORDER BY id DESC LIMIT :count OFFSET :from`;
      return db
        .prepare<[object], number>(sql)
        .pluck()
        .all({ ...values, from, count });
    },
  };
}

function conditions(query: Query): { sql: string[]; values: Record<string, unknown> } {
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
  if (query.canUndo !== undefined) sql.push(query.canUndo ? undoable : `NOT ${undoable}`);
  const words = query.search.normalize().toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20);
  words.forEach((word, n) => {
    sql.push(`instr(hay, :word${n}) > 0`);
    values[`word${n}`] = word;
  });
  return { sql, values };
}
