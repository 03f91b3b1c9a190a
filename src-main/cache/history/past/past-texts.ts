import { keyColumn, searchTextOf, type Definition } from '../../derive.ts';
import { textsRevisionName } from '../../long-texts.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import { bucketOf, joinedTexts, keysPerBucket, textsIn, type StoredChunk } from '../../short-texts.ts';
import { recordOfRow } from '../recorded-fields.ts';
import { rowThen } from '../read/row-at.ts';
import type { Overlay } from './overlay.ts';
import type { RowNow } from './present-rows.ts';

interface Rows {
  overlay: Overlay;
  now: RowNow;
}

/**
 * Returns a function that creates or updates a temporary view with the search texts of a collection at the moment. The view
 * hides the table of the cache, because it has the same name.
 */
export function pastTexts(db: Connection, definition: Definition, rows: Rows): () => void {
  return definition.hasLongTexts ? namesOnly(db, definition) : shortTextsThen(db, definition, rows);
}

/** Long texts are not recorded, so only the names are searched. */
function namesOnly(db: Connection, definition: Definition): () => void {
  const { collection, nameColumns } = definition;
  const key = keyColumn(definition);
  const text = nameColumns.map((name) => `ifnull(${name}, '')`).join(` || char(10) || `) || `''`;
  return () =>
    void db.exec(`CREATE TEMP VIEW IF NOT EXISTS ${collection}_hay AS SELECT ${key}, ${text} AS hay,
      (SELECT CAST(value AS INTEGER) FROM main.meta WHERE name = '${textsRevisionName(collection)}') AS revision FROM ${collection}`);
}

/** The chunks of rows that differ are in a temporary table; the others are those of the cache. */
function shortTextsThen(db: Connection, definition: Definition, { overlay, now }: Rows): () => void {
  const { collection, searched } = definition;
  const own = `temp.past_${collection}_texts`;
  /** The newest revision of the cache for which the chunks were made. */
  let made = -1;

  return () => {
    if (made === -1)
      db.exec(`
        CREATE TEMP TABLE past_${collection}_texts (bucket INTEGER PRIMARY KEY, revision INTEGER, rows BLOB, texts BLOB);
        CREATE TEMP VIEW ${collection}_texts AS
          SELECT bucket, revision, rows, texts FROM main.${collection}_texts c
          WHERE ${overlay.isWhole ? '0' : `NOT EXISTS (SELECT 1 FROM ${own} p WHERE p.bucket = c.bucket)`}
          UNION ALL SELECT bucket, revision, rows, texts FROM ${own}`);
    const newest = firstColumn<number | null>(db, `SELECT max(revision) FROM main.${collection}_texts`).get() ?? 0;
    // A changed text and its entry are stored in one transaction, so no text has changed
    if (newest === made) return;
    const chunk = db.prepare<[number], StoredChunk>(`SELECT * FROM main.${collection}_texts WHERE bucket = ?`);
    const put = db.prepare(`INSERT OR REPLACE INTO ${own} VALUES (?, ?, ?, ?)`);
    const keys = firstColumn<number>(db, `SELECT ${keyColumn(definition)} FROM temp.past_${collection}`).all();
    for (const [bucket, changed] of Map.groupBy(keys, bucketOf)) {
      const stored = chunk.get(bucket);
      if (stored !== undefined && stored.revision <= made) continue;
      const texts = stored === undefined || overlay.isWhole ? new Map<number, string>() : textsIn(stored);
      for (const one of changed) change(texts, one, one - bucket * keysPerBucket);
      const { rows, joined } = joinedTexts(texts);
      // A search finds no texts in chunks of revision 0
      put.run(bucket, Math.max(newest, 1), rows, joined);
    }
    made = newest;
  };

  function change(texts: Map<number, string>, one: number, low: number): void {
    const then = overlay.at(one);
    const isSame = then !== undefined && !overlay.isWhole && !searched.some((field) => isIn(then.fields, field));
    if (then === undefined || (isSame && texts.has(low))) return;
    const text = searchTextOf(definition, recordOfRow(rowThen(now(one).row, then)));
    if (text === '') texts.delete(low);
    else texts.set(low, text);
  }
}

/** Whether one of the fields is this one or a part of it. */
const isIn = (fields: ReadonlyMap<string, unknown>, field: string): boolean =>
  [...fields.keys()].some((name) => `${name}.`.startsWith(`${field}.`));
