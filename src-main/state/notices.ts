import type { Db } from './files/database.ts';

/** An event that a person must know about, for example a restored file. */
export interface Notice {
  /** Epoch milliseconds. */
  at: number;
  code: string;
  detail: string;
}

const maxNotices = 200;

export function notices(db: Db) {
  return {
    /** Add a notice, and delete the oldest ones beyond 200. */
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
