import type { Connection } from './open-cache.ts';

/**
 * The search texts of a collection with short texts: one row of `<collection>_texts`, a chunk, for the texts of 256
 * consecutive keys. The read worker loads the chunks and scans them.
 * `bucket`: the key divided by 256. `revision`: increases with each transaction that changes a chunk, so that the read
 * worker loads only what changed. `rows`: the end of each row in `texts` (32 bits each), the characters that each row
 * has (32 bits each, see `byteBits`), then the low byte of each key.
 * `texts`: the texts in UTF-8, each followed by NUL, which no text contains. A row with an empty text is left out.
 * Decision: build/decisions/0024-search-without-an-index.md
 */
export const shortTextTables = (collection: string): string => `
  CREATE TABLE ${collection}_texts (bucket INTEGER PRIMARY KEY, revision INTEGER NOT NULL, rows BLOB NOT NULL, texts BLOB NOT NULL);
  CREATE INDEX ${collection}_texts_by_revision ON ${collection}_texts (revision);`;

export const keysPerBucket = 256;

/** A chunk as it is stored. */
export interface StoredChunk {
  bucket: number;
  revision: number;
  rows: Uint8Array;
  texts: Buffer;
}

/**
 * A chunk as it is searched. `lows`: the low bytes of its keys. `ends` and `bits`: see `rows` above. `texts`: each byte as
 * one character, because `indexOf` of a string is called much faster than that of a Buffer.
 */
export interface Chunk {
  firstKey: number;
  lows: Uint8Array;
  ends: Uint32Array;
  bits: Int32Array;
  texts: string;
}

/**
 * The bit of each byte: each letter and each of `@.-_` has its own bit, all digits share one, and all other bytes share
 * one. A search for one letter then reads no text, and rows without a letter of the word are skipped.
 */
export const byteBits = Int32Array.from({ length: 256 }, (_, byte) => {
  const own = 'abcdefghijklmnopqrstuvwxyz@.-_'.indexOf(String.fromCharCode(byte));
  if (own !== -1) return 1 << own;
  return 1 << (byte >= 0x30 && byte <= 0x39 ? 30 : 31);
});
/** The bits that only one byte has. */
export const exactBits = 2 ** 30 - 1;

/** The end of each row in these texts, and its characters. `texts`: `count` texts, each followed by NUL. */
export function boundsOf(texts: Uint8Array, count: number): Pick<Chunk, 'ends' | 'bits'> {
  const ends = new Uint32Array(count);
  const bits = new Int32Array(count);
  let row = 0;
  let ofRow = 0;
  for (let at = 0; at < texts.length; at += 1) {
    const byte = texts[at] as number;
    if (byte === 0) {
      ends[row] = at + 1;
      bits[row] = ofRow;
      row += 1;
      ofRow = 0;
    } else ofRow |= byteBits[byte] as number;
  }
  return { ends, bits };
}

export function bucketOf(key: number): number {
  return Math.floor(key / keysPerBucket);
}

export function chunkOf({ bucket, rows, texts }: Omit<StoredChunk, 'revision'>): Chunk {
  // A copy, because typed arrays need aligned bytes
  const { buffer } = new Uint8Array(rows);
  const count = buffer.byteLength / 9;
  const ends = new Uint32Array(buffer, 0, count);
  const bits = new Int32Array(buffer, 4 * count, count);
  const lows = new Uint8Array(buffer, 8 * count);
  return { firstKey: bucket * keysPerBucket, lows, ends, bits, texts: texts.toString('latin1') };
}

/** The number of changed texts after which a rebuild writes them, so that it does not keep all of them in memory. */
const mostChanged = 50_000;

/** Writes the texts of one collection. Changed chunks are written at the end of a transaction, by `seal`. */
export function shortTexts(db: Connection, collection: string) {
  const one = db.prepare<[number], Omit<StoredChunk, 'revision'>>(
    `SELECT bucket, rows, texts FROM ${collection}_texts WHERE bucket = ?`,
  );
  const newest = db.prepare<[], number | null>(`SELECT max(revision) FROM ${collection}_texts`).pluck();
  const store = db.prepare(
    `INSERT INTO ${collection}_texts VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET revision = excluded.revision, rows = excluded.rows, texts = excluded.texts`,
  );
  /** Changed texts by key: of the finished pages of the open transaction, and of the current page. */
  const changed = new Map<number, string>();
  const ofPage = new Map<number, string>();

  return {
    put(key: number, text: string): void {
      ofPage.set(key, text);
    },
    remove(key: number): void {
      ofPage.set(key, '');
    },
    pageEnded,
    /** Write the changed chunks. Must be called last in a transaction. */
    seal(): void {
      pageEnded({ isKept: true });
      if (changed.size === 0) return;
      const revision = (newest.get() ?? 0) + 1;
      for (const [bucket, texts] of byBucket(changed)) writeChunk(bucket, texts, revision);
      changed.clear();
    },
    /** Must be called after a rollback. */
    forget(): void {
      changed.clear();
      ofPage.clear();
    },
    isFull: (): boolean => ofPage.size >= mostChanged,
    isIndexMissing: (): boolean => false,
    indexNext: (): boolean => false,
  };

  /** Must be called when a page was stored (`isKept`), or when only this page was rolled back. */
  function pageEnded({ isKept }: { isKept: boolean }): void {
    if (isKept) for (const [key, text] of ofPage) changed.set(key, text);
    ofPage.clear();
  }

  function writeChunk(bucket: number, news: ReadonlyMap<number, string>, revision: number): void {
    const kept = one.get(bucket);
    const texts = kept === undefined ? new Map<number, string>() : textsIn(kept);
    let isChanged = false;
    for (const [low, text] of news) {
      if ((texts.get(low) ?? '') === text) continue;
      isChanged = true;
      if (text === '') texts.delete(low);
      else texts.set(low, text);
    }
    if (!isChanged) return;
    const { rows, joined } = joinedTexts(texts);
    store.run(bucket, revision, rows, joined);
  }
}

function byBucket(texts: ReadonlyMap<number, string>): Map<number, Map<number, string>> {
  const buckets = new Map<number, Map<number, string>>();
  for (const [key, text] of texts) {
    const bucket = bucketOf(key);
    const own = buckets.get(bucket) ?? new Map<number, string>();
    buckets.set(bucket, own);
    own.set(key - bucket * keysPerBucket, text);
  }
  return buckets;
}

/** The texts of a chunk by the low bytes of their keys. */
export function textsIn(chunk: Omit<StoredChunk, 'revision'>): Map<number, string> {
  const lows = chunk.rows.subarray((8 * chunk.rows.length) / 9);
  const all = chunk.texts.toString('utf8').split('\0');
  return new Map(Array.from(lows, (low, at) => [low, all[at] ?? '']));
}

/** The texts of a chunk as they are stored, by the low bytes of their keys. */
export function joinedTexts(texts: ReadonlyMap<number, string>): { rows: Buffer; joined: Buffer } {
  const lows = Uint8Array.from(texts.keys()).sort();
  const joined = Buffer.from(Array.from(lows, (low) => `${texts.get(low) ?? ''}\0`).join(''), 'utf8');
  const { ends, bits } = boundsOf(joined, lows.length);
  return { rows: Buffer.concat([Buffer.from(ends.buffer), Buffer.from(bits.buffer), lows]), joined };
}
