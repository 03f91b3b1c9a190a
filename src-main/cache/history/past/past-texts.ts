import { keyColumn, searchTextOf, type Definition } from '../../derive.ts';
import { textsRevisionName } from '../../long-texts.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import { bucketOf, joinedTexts, keysPerBucket, textsIn, type StoredChunk } from '../../short-texts.ts';
import type { RecordedRow } from '../history-types.ts';
import { recordOfRow } from '../recorded-fields.ts';
import type { Overlay } from './overlay.ts';
import { rowThen } from './row-then.ts';

/**
 * The search texts of a collection at a moment, in a temporary table or view with the name of that of the cache. Long texts
 * are not recorded, so only the names are searched.
 */
export function pastTexts(
  db: Connection,
  definition: Definition,
  { overlay, rowNow }: { overlay: Overlay; rowNow: (key: number) => RecordedRow },
) {
  const { collection, searched, hasLongTexts, nameColumns } = definition;
  const key = keyColumn(definition);
  /** Of the newest chunk of the cache that was read, and of those of the moment. */
  let read = -1;
  let revision = 0;
  let isFilled = false;
  const waiting = new Set<number>();
  return { refresh: hasLongTexts ? showNames : fill };

  function showNames(): void {
    if (isFilled) return;
    isFilled = true;
    const text = nameColumns.map((name) => `ifnull(${name}, '')`).join(` || char(10) || `) || `''`;
    db.exec(`CREATE TEMP VIEW ${collection}_hay AS SELECT ${key}, ${text} AS hay,
      (SELECT CAST(value AS INTEGER) FROM main.meta WHERE name = '${textsRevisionName(collection)}') AS revision FROM ${collection}`);
  }

  /** `touched`: the rows that changed since the last call. */
  function fill(touched: ReadonlySet<number>): void {
    if (!isFilled) {
      isFilled = true;
      db.exec(
        `CREATE TEMP TABLE ${collection}_texts (bucket INTEGER PRIMARY KEY, revision INTEGER, rows BLOB, texts BLOB);
         CREATE INDEX temp.past_${collection}_texts ON ${collection}_texts (revision)`,
      );
    }
    for (const one of touched) waiting.add(bucketOf(one));
    const own = db.prepare<[], number>(`SELECT ${key} FROM temp.past_${collection}`).pluck().all();
    const changed = Map.groupBy(own, bucketOf);
    if (read === -1) for (const bucket of changed.keys()) waiting.add(bucket);
    const buckets = new Set([...waiting, ...newer()]);
    if (buckets.size === 0) return;
    revision += 1;
    const chunk = db.prepare<[number], StoredChunk>(`SELECT * FROM main.${collection}_texts WHERE bucket = ?`);
    const put = db.prepare(`INSERT OR REPLACE INTO temp.${collection}_texts VALUES (?, ?, ?, ?)`);
    for (const bucket of buckets) {
      const stored = overlay.isWhole ? undefined : chunk.get(bucket);
      const others = changed.get(bucket);
      if (stored !== undefined && others === undefined) put.run(bucket, revision, stored.rows, stored.texts);
      else {
        const texts = stored === undefined ? new Map<number, string>() : textsIn(stored);
        for (const one of others ?? []) change(texts, one, one - bucket * keysPerBucket);
        const { rows, joined } = joinedTexts(texts);
        put.run(bucket, revision, rows, joined);
      }
    }
    waiting.clear();
  }

  /** The chunks of the cache that were written since the last call. */
  function newer(): number[] {
    if (overlay.isWhole) {
      read = 0;
      return [];
    }
    const buckets = firstColumn<number>(db, `SELECT bucket FROM main.${collection}_texts WHERE revision > ?`).all(read);
    read = firstColumn<number | null>(db, `SELECT max(revision) FROM main.${collection}_texts`).get() ?? 0;
    return buckets;
  }

  function change(texts: Map<number, string>, one: number, low: number): void {
    const then = overlay.at(one);
    const isSame = then !== undefined && !overlay.isWhole && !searched.some((field) => isIn(then.fields, field));
    if (then === undefined || (isSame && texts.has(low))) return;
    const text = searchTextOf(definition, recordOfRow(rowThen(overlay.isWhole ? {} : rowNow(one), then)));
    if (text === '') texts.delete(low);
    else texts.set(low, text);
  }
}

/** Whether one of the fields is this one or a part of it. */
const isIn = (fields: ReadonlyMap<string, unknown>, field: string): boolean =>
  [...fields.keys()].some((name) => `${name}.`.startsWith(`${field}.`));
