import type { Connection } from './open-cache.ts';
import { meta } from './schema.ts';

/**
 * The search texts of a collection with long texts, one row each. `key`: the key of its narrow table. `revision`: of the
 * transaction that changed the text, so that the read worker loads only what changed.
 */
export const longTextTables = (collection: string, key: string): string => `
  CREATE TABLE ${collection}_hay (${key} INTEGER PRIMARY KEY, hay TEXT NOT NULL, revision INTEGER NOT NULL);
  CREATE INDEX ${collection}_hay_by_revision ON ${collection}_hay (revision);`;

/** The entry of `meta` with the newest revision of the texts. */
export const textsRevisionName = (collection: string): string => `texts-revision:${collection}`;

/**
 * The entry of `meta` with the last key whose text is in the full-text index. `all`: the index is complete. Absent: there
 * is no index.
 */
export const indexedTextsName = (collection: string): string => `indexed-texts:${collection}`;

/** Maximum rows and characters that one step adds to the full-text index. */
const stepRows = 200;
const stepCharacters = 1_000_000;

/** The properties of a `Definition` that decide how its texts are stored. */
interface OfDefinition {
  collection: string;
  leastIndexedBytes: number;
}

/**
 * Writes the texts of one collection. If they are large, they have a full-text index, which is built in steps in the order
 * of the keys.
 */
export function longTexts(db: Connection, { collection, leastIndexedBytes }: OfDefinition, key: string) {
  const facts = meta(db);
  const hay = `${collection}_hay`;
  const fts = `${collection}_fts`;
  const old = db.prepare<[number], string>(`SELECT hay FROM ${hay} WHERE ${key} = ?`).pluck();
  const put = db.prepare(
    `INSERT INTO ${hay} VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET hay = excluded.hay, revision = excluded.revision WHERE hay IS NOT excluded.hay`,
  );
  const drop = db.prepare(`DELETE FROM ${hay} WHERE ${key} = ?`);
  const size = db.prepare<[], number | null>(`SELECT sum(octet_length(hay)) FROM ${hay} NOT INDEXED`).pluck();
  const following = db.prepare<[number, number], { row: number; size: number }>(
    `SELECT ${key} AS row, length(hay) AS size FROM ${hay} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`,
  );
  let indexedTo = known();
  let index = indexedTo === null ? undefined : statements();
  const revisionName = textsRevisionName(collection);
  /** The revision of the open transaction; undefined: it has changed no text yet. */
  let revision: number | undefined;
  /** The revision at which the texts were last found too small for an index. */
  let smallAt: string | undefined;

  return {
    put(row: number, text: string): void {
      const before = isIndexed(row) ? old.get(row) : undefined;
      if (before === text) return;
      revision ??= Number(facts.get(revisionName) ?? 0) + 1;
      put.run(row, text, revision);
      if (!isIndexed(row)) return;
      if (before !== undefined) index?.remove.run(row, before);
      index?.add.run(row, text);
    },
    remove(row: number): void {
      const before = isIndexed(row) ? old.get(row) : undefined;
      if (before !== undefined) index?.remove.run(row, before);
      drop.run(row);
    },
    isIndexMissing,
    /**
     * Add the next texts to the full-text index. Must be called in a transaction. Returns false if all are in it, or if they
     * are too small for an index.
     */
    indexNext(): boolean {
      if (indexedTo === null) {
        if (!isIndexMissing()) return false;
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
    /** Must be called last in a transaction. */
    seal(): void {
      if (revision !== undefined) facts.set(revisionName, String(revision));
      revision = undefined;
    },
    /** To be called after a rollback. */
    forget(): void {
      revision = undefined;
      indexedTo = known();
      index = indexedTo === null ? undefined : statements();
    },
    isFull: (): boolean => false,
  };

  function isIndexed(row: number): boolean {
    return indexedTo !== null && row <= indexedTo;
  }

  /** Whether the texts have become so large that they need a full-text index. */
  function isIndexMissing(): boolean {
    const now = facts.get(revisionName);
    if (indexedTo !== null || now === smallAt) return false;
    const isLarge = (size.get() ?? 0) >= leastIndexedBytes;
    if (!isLarge) smallAt = now;
    return isLarge;
  }

  /** Null: there is no full-text index. */
  function known(): number | null {
    const stored = facts.get(indexedTextsName(collection));
    if (stored === undefined) return null;
    return stored === 'all' ? Number.POSITIVE_INFINITY : Number(stored);
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
