import type { Db } from './files/database.ts';

/** Something that happened without being asked for and that a person must be told: a restored file, for instance. */
export interface Notice {
  /** Epoch milliseconds. */
  at: number;
  code: string;
  detail: string;
}

const maxNotices = 200;

export function notices(db: Db) {
  return {
    /** Adds one and lets the oldest beyond 200 go. */
    add: (notice: Notice): void => {
      db.transaction(() => {
        db.prepare('INSERT INTO notices (at, code, detail) VALUES (:at, :code, :detail)').run(notice);
        db.prepare(
          'DELETE FROM notices WHERE id NOT IN (SELECT id FROM notices ORDER BY at DESC, id DESC LIMIT ?)',
        ).run(maxNotices);
      })();
    },
    /** Newest first. */
    list: ({ limit = 50 } = {}): Notice[] =>
      db.prepare<[number], Notice>('SELECT at, code, detail FROM notices ORDER BY at DESC, id DESC LIMIT ?').all(limit),
  };
}
