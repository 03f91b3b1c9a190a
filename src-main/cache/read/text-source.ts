import { keyColumn, type Definition } from '../derive.ts';
import type { Connection } from '../open-cache.ts';
import { textsRevisionName } from '../long-texts.ts';
import { meta } from '../schema.ts';
import {
  boundsOf,
  chunkOf,
  keysPerBucket as keysPerShortBucket,
  type Chunk,
  type StoredChunk,
} from '../short-texts.ts';

/** The search texts of a collection in chunks: one for each `keysPerBucket` consecutive keys. */
export interface TextSource {
  keysPerBucket: number;
  /** The texts can have a full-text index, which is searched if they are not in memory. */
  hasIndex: boolean;
  /** Increases with each transaction that changes a text; 0: no text was written yet. */
  revision(): number;
  /** The chunks that have changed since this revision. */
  since(revision: number): Iterable<Chunk>;
}

/** The chunks as `short-texts.ts` stores them. */
export function shortTextSource(db: Connection, { collection }: Definition): TextSource {
  const newest = db.prepare<[], number | null>(`SELECT max(revision) FROM ${collection}_texts`).pluck();
  const after = db.prepare<[number], StoredChunk>(
    `SELECT bucket, revision, rows, texts FROM ${collection}_texts WHERE revision > ?`,
  );
  return {
    keysPerBucket: keysPerShortBucket,
    hasIndex: false,
    revision: () => newest.get() ?? 0,
    *since(revision) {
      for (const stored of after.iterate(revision)) yield chunkOf(stored);
    },
  };
}

/** Long texts whose keys differ only in these lowest bits are in one chunk. If one of them changes, all are loaded again. */
const bucketBits = 5;
const keysPerLongBucket = 2 ** bucketBits;

type LongText = [key: number, text: string];

/** Makes chunks of the rows that `long-texts.ts` stores. */
export function longTextSource(db: Connection, definition: Definition): TextSource {
  const { collection } = definition;
  const key = keyColumn(definition);
  const facts = meta(db);
  const name = textsRevisionName(collection);
  const select = `SELECT ${key}, hay FROM ${collection}_hay`;
  const every = db.prepare<[], LongText>(`${select} ORDER BY ${key}`).raw();
  const changed = db
    .prepare<[number], number>(
      `SELECT DISTINCT (${key} >> ${bucketBits}) * ${keysPerLongBucket} FROM ${collection}_hay WHERE revision > ?`,
    )
    .pluck();
  const between = db
    .prepare<[number, number], LongText>(`${select} WHERE ${key} >= ? AND ${key} < ? ORDER BY ${key}`)
    .raw();
  return {
    keysPerBucket: keysPerLongBucket,
    hasIndex: true,
    revision: () => Number(facts.get(name) ?? 0),
    *since(revision) {
      if (revision === 0) yield* chunksOf(every.iterate());
      else
        for (const firstKey of changed.all(revision))
          yield* chunksOf(between.iterate(firstKey, firstKey + keysPerLongBucket));
    },
  };
}

/** Group texts into chunks. The texts must be in the order of their keys. */
function* chunksOf(texts: Iterable<LongText>): Iterable<Chunk> {
  let firstKey = Number.NaN;
  let rows: LongText[] = [];
  for (const row of texts) {
    const own = Math.floor(row[0] / keysPerLongBucket) * keysPerLongBucket;
    if (own !== firstKey && rows.length > 0) {
      yield longChunk(firstKey, rows);
      rows = [];
    }
    firstKey = own;
    rows.push(row);
  }
  if (rows.length > 0) yield longChunk(firstKey, rows);
}

function longChunk(firstKey: number, rows: readonly LongText[]): Chunk {
  const texts = Buffer.from(rows.map(([, text]) => `${text}\0`).join(''), 'utf8');
  const lows = Uint8Array.from(rows, ([key]) => key - firstKey);
  return { firstKey, lows, ...boundsOf(texts, rows.length), texts: texts.toString('latin1') };
}
