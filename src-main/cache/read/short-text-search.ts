import { searchWords } from '../normal-text.ts';
import type { Connection } from '../open-cache.ts';
import { bucketOf, chunkOf, keysPerBucket, type Chunk, type StoredChunk } from '../short-texts.ts';
import { idSet } from './id-set.ts';
import type { TextMemory } from './text-memory.ts';
import { matchesOf, type PreviousMatches } from './text-scan.ts';

/** The rows that match a search, in no particular order. */
export interface Hits {
  count: number;
  keys: () => number[];
  /** The keys of a list that are among the hits, in the order of the list. */
  filter: (list: Float64Array) => Float64Array;
}

/** Memory of a chunk and of a row besides the texts. That of a row includes its place in the previous matches. */
const chunkBytes = 800;
const rowBytes = 17;

/** The state of the texts that are kept in memory. */
interface Loaded {
  chunks: Chunk[];
  /** The newest revision of a chunk. */
  revision: number;
  sizeBytes: number;
  /** The last search, because the next one often continues it. */
  previous: PreviousMatches | undefined;
}

/**
 * Searches a collection with short texts by scanning them. They are kept in memory, and only changed chunks are loaded
 * again. If they alone are over the limit, they are read from the file for each search.
 */
export function shortTextSearch(db: Connection, collection: string, memory: TextMemory) {
  const newest = db.prepare<[], number | null>(`SELECT max(revision) FROM ${collection}_texts`).pluck();
  const after = db.prepare<[number], StoredChunk>(
    `SELECT bucket, revision, rows, texts FROM ${collection}_texts WHERE revision > ? ORDER BY revision`,
  );
  const every = db.prepare<[], StoredChunk>(`SELECT bucket, revision, rows, texts FROM ${collection}_texts`);
  /** The position of each bucket in the list of chunks. It never changes, even if the texts are dropped. */
  const positions = new Map<number, number>();
  /** For each key of a list: the position of its chunk times 256, plus its low byte. */
  let slots = new WeakMap<Float64Array, Int32Array>();
  let loaded: Loaded | undefined;
  let isTooLarge = false;
  const holder = { drop: () => (loaded = undefined) };

  /** Must be called in the transaction of the query. `search` has at least one word. */
  return (search: string): Hits => {
    const words = searchWords(search);
    const texts = isTooLarge ? undefined : load();
    return texts === undefined ? searchFile(words) : searchLoaded(texts, words);
  };

  /** Load the changed chunks. Undefined: the texts are over the limit. */
  function load(): Loaded | undefined {
    const texts = loaded ?? { chunks: [], revision: 0, sizeBytes: 0, previous: undefined };
    if ((newest.get() ?? 0) > texts.revision) {
      loaded = undefined;
      texts.previous = undefined;
      for (const stored of after.iterate(texts.revision)) {
        replace(texts, stored);
        if (texts.sizeBytes > memory.limit) {
          isTooLarge = true;
          memory.release(holder);
          return undefined;
        }
      }
    }
    loaded = texts;
    memory.use(holder, texts.sizeBytes);
    return texts;
  }

  function replace(texts: Loaded, stored: StoredChunk): void {
    const chunk = chunkOf(stored);
    let position = positions.get(stored.bucket);
    if (position === undefined) {
      positions.set(stored.bucket, (position = positions.size));
      slots = new WeakMap();
    }
    // A chunk keeps the position of its first load, and later loads may have another order
    while (texts.chunks.length <= position) texts.chunks.push(emptyChunk);
    const before = texts.chunks[position] ?? emptyChunk;
    texts.chunks[position] = chunk;
    texts.sizeBytes += sizeOf(chunk) - sizeOf(before);
    texts.revision = stored.revision;
  }

  function searchLoaded(texts: Loaded, words: readonly string[]): Hits {
    const { chunks, previous } = texts;
    const matches = matchesOf(words, chunks, previous);
    texts.previous = { words, ...matches };
    const { rows } = matches;
    return {
      count: rows.length,
      keys: () => keysOf(rows, chunks),
      filter: (list) => filtered(list, rows, chunks),
    };
  }

  /** The keys of the list that belong to these rows. */
  function filtered(list: Float64Array, rows: Int32Array, chunks: readonly Chunk[]): Float64Array {
    const isHit = new Uint8Array(positions.size * keysPerBucket);
    for (const row of rows) {
      const position = Math.floor(row / keysPerBucket);
      isHit[position * keysPerBucket + (chunks[position]?.lows[row % keysPerBucket] as number)] = 1;
    }
    const found = new Float64Array(Math.min(list.length, rows.length));
    let count = 0;
    const own = slotsOf(list);
    for (let at = 0; at < own.length; at += 1) if (isHit[own[at] as number] === 1) found[count++] = list[at] as number;
    return found.subarray(0, count);
  }

  function slotsOf(list: Float64Array): Int32Array {
    let own = slots.get(list);
    if (own !== undefined) return own;
    own = Int32Array.from(list, (key) => {
      const bucket = bucketOf(key);
      const position = positions.get(bucket);
      return position === undefined ? -1 : position * keysPerBucket + (key - bucket * keysPerBucket);
    });
    slots.set(list, own);
    return own;
  }

  function searchFile(words: readonly string[]): Hits {
    const keys: number[] = [];
    let sizeBytes = 0;
    for (const stored of every.iterate()) {
      const chunk = chunkOf(stored);
      sizeBytes += sizeOf(chunk);
      keys.push(...keysOf(matchesOf(words, [chunk]).rows, [chunk]));
    }
    isTooLarge = sizeBytes > memory.limit;
    return {
      count: keys.length,
      keys: () => keys,
      filter: (list) => {
        const hits = idSet(Float64Array.from(keys));
        return list.filter((key) => hits.has(key));
      },
    };
  }
}

const emptyChunk: Chunk = {
  firstKey: 0,
  lows: new Uint8Array(),
  ends: new Uint32Array(),
  bits: new Int32Array(),
  texts: Buffer.alloc(0),
};

function keysOf(rows: Int32Array, chunks: readonly Chunk[]): number[] {
  return Array.from(rows, (row) => {
    const { firstKey, lows } = chunks[Math.floor(row / keysPerBucket)] as Chunk;
    return firstKey + (lows[row % keysPerBucket] as number);
  });
}

function sizeOf({ lows, texts }: Chunk): number {
  return texts.length + lows.length * rowBytes + chunkBytes;
}
