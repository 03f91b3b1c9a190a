import { byteBits, exactBits, keysPerBucket, type Chunk } from '../short-texts.ts';

/**
 * Rows of several chunks, in the order of the chunks. `rows`: the position of the chunk times 256, plus the position of
 * the row in its chunk. `from`: the position of the word's first occurrence in the texts of the chunk, or an earlier one
 * in the text of the row.
 */
export interface Matches {
  rows: Int32Array;
  from: Int32Array;
}

/** A word as bytes. `bits`: the bits of its bytes, see `byteBits`. */
interface Word {
  bytes: Buffer;
  bits: number;
}

/** The matches of the last search. */
export interface PreviousMatches extends Matches {
  words: readonly string[];
}

/** If the previous matches are at most this share of the rows, only they are examined, each from the start of its text. */
const fewShare = 0.15;

/** The rows whose text contains each of the words. `previous`: the last search, if the texts have not changed since. */
export function matchesOf(words: readonly string[], chunks: readonly Chunk[], previous?: PreviousMatches): Matches {
  const [first = '', ...others] = words.toSorted((one, other) => other.length - one.length);
  let found = firstMatches(first, words, chunks, previous);
  for (const word of others) found = matchesAmong(wordOf(word), chunks, found.rows);
  return found;
}

/** The matches of one of the words. Only the previous matches are examined if they contain every row that can match. */
function firstMatches(
  word: string,
  words: readonly string[],
  chunks: readonly Chunk[],
  previous?: PreviousMatches,
): Matches {
  const [before] = previous?.words ?? [];
  if (previous === undefined || before === undefined) return scan(wordOf(word), chunks);
  if (words.length === 1 && previous.words.length === 1 && word.startsWith(before))
    return longerMatches(wordOf(word), chunks, previous);
  const isNarrower = previous.words.every((had) => words.some((one) => one.includes(had)));
  if (isNarrower && previous.rows.length <= rowCount(chunks) * fewShare)
    return matchesAmong(wordOf(word), chunks, previous.rows);
  return scan(wordOf(word), chunks);
}

/** The matches of a word in all rows. */
function scan(word: Word, chunks: readonly Chunk[]): Matches {
  const found = newMatches(rowCount(chunks));
  const scanChunk = word.bytes.length === 1 && (word.bits & exactBits) !== 0 ? scanBits : scanTexts;
  let count = 0;
  for (const [position, chunk] of chunks.entries())
    count = scanChunk(word, chunk, position * keysPerBucket, found, count);
  return firstOf(found, count);
}

/**
 * The matches of a word that starts with the word of the previous matches. These are examined one by one. But if a chunk
 * has more previous matches than half of its rows, and fewer than three quarters of them continue with the new word in
 * the same place, `Buffer.indexOf` over the chunk is faster.
 */
function longerMatches(word: Word, chunks: readonly Chunk[], previous: Matches): Matches {
  const found = newMatches(previous.rows.length);
  let count = 0;
  for (let start = 0, end = 0; start < previous.rows.length; start = end) {
    const position = positionOf(previous.rows[start] as number);
    while (end < previous.rows.length && positionOf(previous.rows[end] as number) === position) end += 1;
    const chunk = chunks[position] as Chunk;
    let same = 0;
    for (let at = start; at < end; at += 1) if (isAt(word.bytes, chunk.texts, previous.from[at] as number)) same += 1;
    if ((end - start) * 2 > chunk.lows.length && same * 4 < (end - start) * 3) {
      count = scanTexts(word, chunk, position * keysPerBucket, found, count);
      continue;
    }
    for (let at = start; at < end; at += 1) {
      const row = previous.rows[at] as number;
      const from = placeIn(word, chunk, row % keysPerBucket, previous.from[at] as number);
      if (from !== -1) count = add(found, count, row, from);
    }
  }
  return firstOf(found, count);
}

/** The matches of a word in the given rows. */
function matchesAmong(word: Word, chunks: readonly Chunk[], rows: Int32Array): Matches {
  const found = newMatches(rows.length);
  let count = 0;
  for (const row of rows) {
    const chunk = chunks[positionOf(row)] as Chunk;
    const at = row % keysPerBucket;
    const from = placeIn(word, chunk, at, startOf(chunk, at));
    if (from !== -1) count = add(found, count, row, from);
  }
  return firstOf(found, count);
}

/** The matches in one chunk of a word of one byte that has its own bit. */
function scanBits({ bits }: Word, chunk: Chunk, base: number, found: Matches, from: number): number {
  let count = from;
  for (let row = 0; row < chunk.bits.length; row += 1)
    if (((chunk.bits[row] as number) & bits) !== 0) count = add(found, count, base + row, startOf(chunk, row));
  return count;
}

function scanTexts({ bytes }: Word, { ends, texts }: Chunk, base: number, found: Matches, from: number): number {
  let count = from;
  let row = 0;
  for (let at = texts.indexOf(bytes); at !== -1; at = texts.indexOf(bytes, ends[row - 1])) {
    while ((ends[row] as number) <= at) row += 1;
    count = add(found, count, base + row, at);
    row += 1;
    if (row === ends.length) break;
  }
  return count;
}

/** The position of a word in the text of a row, at `from` or later; -1: the text does not contain it. */
function placeIn({ bytes, bits }: Word, { bits: known, ends, texts }: Chunk, row: number, from: number): number {
  if (((known[row] as number) & bits) !== bits) return -1;
  const last = (ends[row] as number) - bytes.length;
  const first = bytes[0];
  for (let at = from; at <= last; at += 1) if (texts[at] === first && isAt(bytes, texts, at)) return at;
  return -1;
}

function isAt(bytes: Buffer, texts: Buffer, at: number): boolean {
  for (let same = 0; same < bytes.length; same += 1) if (texts[at + same] !== bytes[same]) return false;
  return true;
}

function wordOf(word: string): Word {
  const bytes = Buffer.from(word, 'utf8');
  return { bytes, bits: bytes.reduce((bits, byte) => bits | (byteBits[byte] as number), 0) };
}

function positionOf(row: number): number {
  return Math.floor(row / keysPerBucket);
}

function startOf({ ends }: Chunk, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] as number);
}

function rowCount(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { lows }) => sum + lows.length, 0);
}

function newMatches(most: number): Matches {
  return { rows: new Int32Array(most), from: new Int32Array(most) };
}

function firstOf({ rows, from }: Matches, count: number): Matches {
  return { rows: rows.subarray(0, count), from: from.subarray(0, count) };
}

function add(found: Matches, count: number, row: number, from: number): number {
  found.rows[count] = row;
  found.from[count] = from;
  return count + 1;
}
