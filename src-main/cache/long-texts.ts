import type { Statement } from 'better-sqlite3';
import type { Connection } from './open-cache.ts';

/** The search texts of a collection with long texts, one row each. `key`: the key of its narrow table. */
export const longTextTables = (collection: string, key: string): string =>
  `CREATE TABLE ${collection}_hay (${key} INTEGER PRIMARY KEY, hay TEXT NOT NULL);`;

/** The full-text index over them. */
export const longTextIndex = (collection: string, key: string): string => `
  CREATE VIRTUAL TABLE ${collection}_fts USING fts5
    (hay, content='${collection}_hay', content_rowid='${key}', tokenize='trigram case_sensitive 1');
  INSERT INTO ${collection}_fts (${collection}_fts) VALUES ('rebuild');`;

/** Writes the texts of one collection, and the full-text index if it exists. */
export function longTexts(db: Connection, collection: string, key: string, isIndexed: () => boolean) {
  const old = db.prepare<[number], string>(`SELECT hay FROM ${collection}_hay WHERE ${key} = ?`).pluck();
  const put = db.prepare(
    `INSERT INTO ${collection}_hay VALUES (?, ?) ON CONFLICT DO UPDATE SET hay = excluded.hay WHERE hay IS NOT excluded.hay`,
  );
  const drop = db.prepare(`DELETE FROM ${collection}_hay WHERE ${key} = ?`);
  let prepared: { remove: Statement; add: Statement } | undefined;

  return {
    put(row: number, text: string): void {
      const before = isIndexed() ? old.get(row) : undefined;
      if (before === text) return;
      put.run(row, text);
      if (!isIndexed()) return;
      if (before !== undefined) index().remove.run(row, before);
      index().add.run(row, text);
    },
    remove(row: number): void {
      const before = isIndexed() ? old.get(row) : undefined;
      if (before !== undefined) index().remove.run(row, before);
      drop.run(row);
    },
    pageEnded: (_page: { isKept: boolean }): void => undefined,
    seal: (): void => undefined,
    forget: (): void => undefined,
    isFull: (): boolean => false,
  };

  /** Prepared on first use, because the index does not exist before the first sync ends. */
  function index(): { remove: Statement; add: Statement } {
    return (prepared ??= {
      remove: db.prepare(`INSERT INTO ${collection}_fts (${collection}_fts, rowid, hay) VALUES ('delete', ?, ?)`),
      add: db.prepare(`INSERT INTO ${collection}_fts (rowid, hay) VALUES (?, ?)`),
    });
  }
}
