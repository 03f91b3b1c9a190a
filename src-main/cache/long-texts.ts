import type { Connection } from './open-cache.ts';
import { indexedName, meta } from './schema.ts';

/** The search texts of a collection with long texts, one row each. `key`: the key of its narrow table. */
export const longTextTables = (collection: string, key: string): string =>
  `CREATE TABLE ${collection}_hay (${key} INTEGER PRIMARY KEY, hay TEXT NOT NULL);`;

/**
 * The entry of `meta` with the last key whose text is in the full-text index. `all`: the index is complete. Absent: there
 * is no index, or an earlier release built it at once.
 */
export const indexedTextsName = (collection: string): string => `indexed-texts:${collection}`;

/** Maximum rows and characters that one step adds to the full-text index. */
const stepRows = 200;
const stepCharacters = 1_000_000;

/** Writes the texts of one collection. The full-text index is built in steps, in the order of the keys. */
export function longTexts(db: Connection, collection: string, key: string) {
  const facts = meta(db);
  const hay = `${collection}_hay`;
  const fts = `${collection}_fts`;
  const old = db.prepare<[number], string>(`SELECT hay FROM ${hay} WHERE ${key} = ?`).pluck();
  const put = db.prepare(
    `INSERT INTO ${hay} VALUES (?, ?) ON CONFLICT DO UPDATE SET hay = excluded.hay WHERE hay IS NOT excluded.hay`,
  );
  const drop = db.prepare(`DELETE FROM ${hay} WHERE ${key} = ?`);
  const following = db.prepare<[number, number], { row: number; size: number }>(
    `SELECT ${key} AS row, length(hay) AS size FROM ${hay} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`,
  );
  let indexedTo = known();
  let index = indexedTo === null ? undefined : statements();

  return {
    put(row: number, text: string): void {
      const before = isIndexed(row) ? old.get(row) : undefined;
      if (before === text) return;
      put.run(row, text);
      if (!isIndexed(row)) return;
      if (before !== undefined) index?.remove.run(row, before);
      index?.add.run(row, text);
    },
    remove(row: number): void {
      const before = isIndexed(row) ? old.get(row) : undefined;
      if (before !== undefined) index?.remove.run(row, before);
      drop.run(row);
    },
    /** Add the next texts to the full-text index. Must be called in a transaction. Returns false if all are in it. */
    indexNext(): boolean {
      if (indexedTo === null) {
        db.exec(
          `CREATE VIRTUAL TABLE ${fts} USING fts5 (hay, content='${hay}', content_rowid='${key}', tokenize='trigram case_sensitive 1')`,
        );
        index = statements();
        setIndexedTo(Number.MIN_SAFE_INTEGER);
      }
      const from = indexedTo ?? Number.MIN_SAFE_INTEGER;
      const to = endOfStep(following.all(from, stepRows));
      if (to !== undefined) index?.fill.run(from, to);
      setIndexedTo(to ?? Number.POSITIVE_INFINITY);
      return to !== undefined;
    },
    pageEnded: (_page: { isKept: boolean }): void => undefined,
    seal: (): void => undefined,
    /** To be called after a rollback. */
    forget(): void {
      indexedTo = known();
      index = indexedTo === null ? undefined : statements();
    },
    isFull: (): boolean => false,
  };

  function isIndexed(row: number): boolean {
    return indexedTo !== null && row <= indexedTo;
  }

  /** Null: there is no full-text index. */
  function known(): number | null {
    const stored = facts.get(indexedTextsName(collection));
    if (stored !== undefined) return stored === 'all' ? Number.POSITIVE_INFINITY : Number(stored);
    // Earlier releases built the index at once
    return facts.get(indexedName(collection)) === 'yes' ? Number.POSITIVE_INFINITY : null;
  }

  function setIndexedTo(row: number): void {
    indexedTo = row;
    facts.set(indexedTextsName(collection), row === Number.POSITIVE_INFINITY ? 'all' : String(row));
  }

  function statements() {
    return {
      remove: db.prepare(`INSERT INTO ${fts} (${fts}, rowid, hay) VALUES ('delete', ?, ?)`),
      add: db.prepare(`INSERT INTO ${fts} (rowid, hay) VALUES (?, ?)`),
      fill: db.prepare(
        `INSERT INTO ${fts} (rowid, hay) SELECT ${key}, hay FROM ${hay} WHERE ${key} > ? AND ${key} <= ? ORDER BY ${key}`,
      ),
    };
  }
}

/** The last row of the next step; undefined: no row is left. */
function endOfStep(rows: readonly { row: number; size: number }[]): number | undefined {
  let size = 0;
  for (const { row, size: own } of rows) {
    size += own;
    if (size > stepCharacters) return row;
  }
  return rows.at(-1)?.row;
}
