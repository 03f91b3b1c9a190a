import type { Chunk } from '../short-texts.ts';
import type { Keys } from './id-list.ts';
import { idSet } from './id-set.ts';
import type { TextMemory } from './text-memory.ts';
import { findMatches, matchesIn, type Matches } from './text-scan.ts';
import type { TextSource } from './text-source.ts';

/** The rows that match a search, in no particular order. */
export interface Hits {
  count: number;
  keys: () => number[];
  /** The keys of a list that are among the hits, in the order of the list. */
  filter: (list: Keys) => Keys;
}

/** Memory of a chunk and of a row besides the texts. That of a row includes its place in the matches. */
const chunkBytes = 800;
const rowBytes = 14;

/** The state of the texts that are kept in memory. */
interface Loaded {
  chunks: Chunk[];
  /** The newest revision of a chunk. */
  revision: number;
  sizeBytes: number;
  /** Undefined: there was no search since the chunks changed. */
  matches: Matches | undefined;
  /** For each list: its hits for a search that every text matches, such as `m` if all email addresses contain it. */
  every: WeakMap<Keys, Keys>;
}

/**
 * Searches the texts of a collection by scanning them. Texts without an index are loaded if they alone are below the
 * limit; others only if they also fit beside those that were searched recently. They are kept in memory, and only
 * changed chunks are loaded again. The functions must be called in the transaction of the query, with at least one word.
 */
export function textSearch(source: TextSource, memory: TextMemory) {
  const { keysPerBucket } = source;
  /** The position of each chunk in the list of chunks, by its first key. It never changes, even if the texts are dropped. */
  const positions = new Map<number, number>();
  /**
   * For each list: the position of each key in it, or -1. Index: the position of the chunk × `keysPerBucket` + the
   * position of the key in the chunk.
   */
  let places = new WeakMap<Keys, Int32Array>();
  let loaded: Loaded | undefined;
  /** The texts are known to need at least this memory. */
  let leastBytes = 0;
  const holder = { drop: () => (loaded = undefined) };

  return {
    /** Search the texts in memory. Undefined: there is not enough memory for them. */
    inMemory(words: readonly string[]): Hits | undefined {
      const texts = load();
      return texts && searchLoaded(texts, words);
    },
    inFile,
  };

  /** Load the changed chunks. Undefined: there is not enough memory. */
  function load(): Loaded | undefined {
    const texts = loaded ?? { chunks: [], revision: 0, sizeBytes: 0, matches: undefined, every: new WeakMap() };
    const revision = source.revision();
    if (revision > texts.revision) {
      loaded = undefined;
      texts.matches = undefined;
      texts.every = new WeakMap();
      memory.release(holder);
      const room = source.hasIndex ? memory.roomFor(holder) : memory.limit;
      if (leastBytes > room) return undefined;
      for (const chunk of source.since(texts.revision)) {
        replace(texts, chunk);
        if (texts.sizeBytes > room) {
          leastBytes = texts.sizeBytes;
          return undefined;
        }
      }
      texts.revision = revision;
    }
    loaded = texts;
    memory.use(holder, texts.sizeBytes);
    return texts;
  }

  function replace(texts: Loaded, chunk: Chunk): void {
    let position = positions.get(chunk.firstKey);
    if (position === undefined) {
      positions.set(chunk.firstKey, (position = positions.size));
      places = new WeakMap();
    }
    // A chunk keeps the position of its first load, and later loads may have another order
    while (texts.chunks.length <= position) texts.chunks.push(emptyChunk);
    const before = texts.chunks[position] ?? emptyChunk;
    texts.chunks[position] = chunk;
    texts.sizeBytes += sizeOf(chunk) - sizeOf(before);
  }

  function searchLoaded(texts: Loaded, words: readonly string[]): Hits {
    const { chunks, every } = texts;
    const matches = (texts.matches ??= matchesIn(chunks));
    findMatches(words, chunks, matches);
    return {
      count: matches.count,
      keys: () => keysOf(matches, chunks),
      filter: (list) => {
        const known = matches.isEvery ? every.get(list) : undefined;
        const found = known ?? filtered(list, matches, chunks);
        if (matches.isEvery) every.set(list, found);
        return found;
      },
    };
  }

  /** Counts the hits in the list. Their keys are collected only for the ranges that are needed. */
  function filtered(list: Keys, matches: Matches, chunks: readonly Chunk[]): Keys {
    const all = placesIn(list);
    const isHit = new Uint8Array(list.length);
    let length = 0;
    eachChunk(matches, chunks, ({ lows }, rows, position) => {
      const base = position * keysPerBucket;
      for (let at = 0; at < rows.length; at += 1) {
        const place = all[base + (lows[rows[at] as number] as number)] as number;
        if (place === -1) continue;
        isHit[place] = 1;
        length += 1;
      }
    });
    return { length, subarray: (from, to) => hitKeys(list, isHit, from, Math.min(to, length)) };
  }

  function placesIn(list: Keys): Int32Array {
    let own = places.get(list);
    if (own !== undefined) return own;
    own = new Int32Array(positions.size * keysPerBucket).fill(-1);
    for (const [place, key] of list.subarray(0, list.length).entries()) {
      const firstKey = Math.floor(key / keysPerBucket) * keysPerBucket;
      const position = positions.get(firstKey);
      if (position !== undefined) own[position * keysPerBucket + (key - firstKey)] = place;
    }
    places.set(list, own);
    return own;
  }

  /** Search the texts in the file. */
  function inFile(words: readonly string[]): Hits {
    const keys: number[] = [];
    leastBytes = 0;
    for (const chunk of source.since(0)) {
      leastBytes += sizeOf(chunk);
      const matches = matchesIn([chunk]);
      findMatches(words, [chunk], matches);
      keys.push(...keysOf(matches, [chunk]));
    }
    return {
      count: keys.length,
      keys: () => keys,
      filter: (list) => {
        const hits = idSet(Float64Array.from(keys));
        return list.subarray(0, list.length).filter((key) => hits.has(key));
      },
    };
  }
}

const emptyChunk: Chunk = {
  firstKey: 0,
  lows: new Uint8Array(),
  ends: new Uint32Array(),
  bits: new Int32Array(),
  texts: '',
};

/** The keys of the hits from `from` to `to`. `isHit`: 1 for each place of a hit in the list. */
function hitKeys(list: Keys, isHit: Uint8Array, from: number, to: number): Float64Array {
  const all = list.subarray(0, list.length);
  const keys = new Float64Array(Math.max(0, to - from));
  let place = -1;
  for (let hit = 0; hit < to; hit += 1) {
    place = isHit.indexOf(1, place + 1);
    if (hit >= from) keys[hit - from] = all[place] as number;
  }
  return keys;
}

function keysOf(matches: Matches, chunks: readonly Chunk[]): number[] {
  const keys: number[] = [];
  eachChunk(matches, chunks, ({ firstKey, lows }, rows) => {
    for (const row of rows) keys.push(firstKey + (lows[row] as number));
  });
  return keys;
}

/** The matches of each chunk that has any. */
function eachChunk(
  { rows, ends }: Matches,
  chunks: readonly Chunk[],
  use: (chunk: Chunk, rows: Uint8Array, position: number) => void,
): void {
  let start = 0;
  for (const [position, chunk] of chunks.entries()) {
    const end = ends[position] as number;
    if (start < end) use(chunk, rows.subarray(start, end), position);
    start = end;
  }
}

function sizeOf({ lows, texts }: Chunk): number {
  return texts.length + lows.length * rowBytes + chunkBytes;
}
