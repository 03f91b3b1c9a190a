import { byteBits, exactBits, keysPerBucket, type Chunk } from '../short-texts.ts';

/**
 * The matches of the last search: rows of several chunks, in the order of the chunks. The next search overwrites them,
 * because it often continues the last one. `rows`: the position of the chunk times 256, plus the position of the row in
 * its chunk. `from`: the position of the first word's first occurrence in the texts of the chunk, or an earlier one in
 * the text of the row. Only the first `count` items are valid. `words`: empty before the first search.
 */
export interface Matches {
  words: readonly string[];
  rows: Int32Array;
  from: Int32Array;
  count: number;
}

/** A word in the form of the texts of a chunk. `bits`: the bits of its bytes, see `byteBits`. */
interface Word {
  bytes: string;
  bits: number;
}

/** If the previous matches are at most this share of the rows, only they are examined, each from the start of its text. */
const fewShare = 0.15;

/** Memory for the matches of these chunks. It must be replaced when they change. */
export function matchesIn(chunks: readonly Chunk[]): Matches {
  // One more, because a row is written before it is known whether it matches
  const most = rowCount(chunks) + 1;
  return { words: [], rows: new Int32Array(most), from: new Int32Array(most), count: 0 };
}

/** Find the rows whose text contains each of the words. `found`: the matches of the last search, which are replaced. */
export function findMatches(words: readonly string[], chunks: readonly Chunk[], found: Matches): void {
  const previous = found.words;
  found.words = [];
  const [first = '', ...others] = words.toSorted((one, other) => other.length - one.length);
  findFirst(first, words, chunks, found, previous);
  for (const word of others) keepEach(wordOf(word), chunks, found);
  found.words = words;
}

/** Find the matches of one of the words. Only the previous matches are examined if they contain every row that can match. */
function findFirst(
  word: string,
  words: readonly string[],
  chunks: readonly Chunk[],
  found: Matches,
  previous: readonly string[],
): void {
  const [before] = previous;
  if (before === undefined) return scan(wordOf(word), chunks, found);
  if (words.length === 1 && previous.length === 1 && word.startsWith(before))
    return keepLonger(wordOf(word), chunks, found);
  const isNarrower = previous.every((had) => words.some((one) => one.includes(had)));
  if (isNarrower && found.count <= rowCount(chunks) * fewShare) return keepEach(wordOf(word), chunks, found);
  scan(wordOf(word), chunks, found);
}

/** Find the matches of a word in all rows. */
function scan(word: Word, chunks: readonly Chunk[], found: Matches): void {
  const scanChunk = word.bytes.length === 1 && (word.bits & exactBits) !== 0 ? scanBits : scanTexts;
  found.count = 0;
  for (const [position, chunk] of chunks.entries()) scanChunk(word, chunk, position * keysPerBucket, found);
}

/** Add the matches in one chunk of a word of one byte that has its own bit. */
function scanBits(word: Word, { bits, ends }: Chunk, base: number, found: Matches): void {
  const { rows, from } = found;
  const shift = Math.log2(word.bits);
  let { count } = found;
  let start = 0;
  // Without a branch, because the processor could not predict it
  for (let row = 0; row < bits.length; row += 1) {
    rows[count] = base + row;
    from[count] = start;
    count += ((bits[row] as number) >>> shift) & 1;
    start = ends[row] as number;
  }
  found.count = count;
}

/** Add the matches of a word in one chunk. */
function scanTexts({ bytes }: Word, { ends, texts }: Chunk, base: number, found: Matches): void {
  let row = 0;
  for (let at = texts.indexOf(bytes); at !== -1; at = texts.indexOf(bytes, ends[row - 1])) {
    while ((ends[row] as number) <= at) row += 1;
    add(found, base + row, at);
    row += 1;
    if (row === ends.length) return;
  }
}

/** Keep the matches that also contain a word, which starts with the word of the matches. */
function keepLonger(word: Word, chunks: readonly Chunk[], found: Matches): void {
  const { rows, count } = found;
  found.count = 0;
  for (let start = 0, end = 0; start < count; start = end) {
    const position = positionOf(rows[start] as number);
    while (end < count && positionOf(rows[end] as number) === position) end += 1;
    const chunk = chunks[position] as Chunk;
    const isMost = (end - start) * 2 > chunk.lows.length;
    if (isMost) keepFromNext(word, chunk, found, start, end);
    else for (let at = start; at < end; at += 1) keepRow(word, chunk, found, at, found.from[at] as number);
  }
}

/** Keep the matches from `start` to `end`, which are in one chunk. An occurrence is looked for only after the last one. */
function keepFromNext({ bytes }: Word, { ends, texts }: Chunk, found: Matches, start: number, end: number): void {
  let next = -1;
  for (let at = start; at < end; at += 1) {
    const row = found.rows[at] as number;
    const from = found.from[at] as number;
    if (next < from) next = texts.indexOf(bytes, from);
    if (next === -1) return;
    if (next < (ends[row % keysPerBucket] as number)) add(found, row, next);
  }
}

/** Keep the matches that also contain a word. */
function keepEach(word: Word, chunks: readonly Chunk[], found: Matches): void {
  const { rows, count } = found;
  found.count = 0;
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number;
    const chunk = chunks[positionOf(row)] as Chunk;
    keepRow(word, chunk, found, at, startOf(chunk, row % keysPerBucket));
  }
}

/** Keep one match if the text of its row contains the word at `from` or later. */
function keepRow({ bytes, bits }: Word, { bits: known, ends, texts }: Chunk, found: Matches, at: number, from: number) {
  const row = found.rows[at] as number;
  const place = row % keysPerBucket;
  if (((known[place] as number) & bits) !== bits) return;
  const ahead = isAt(bytes, texts, from) ? 0 : texts.slice(from, ends[place]).indexOf(bytes);
  if (ahead !== -1) add(found, row, from + ahead);
}

/** Compares the last character first: the others often are those of the shorter word. */
function isAt(bytes: string, texts: string, from: number): boolean {
  for (let at = bytes.length - 1; at >= 0; at -= 1)
    if (texts.charCodeAt(from + at) !== bytes.charCodeAt(at)) return false;
  return true;
}

function wordOf(word: string): Word {
  const bytes = Buffer.from(word, 'utf8');
  return { bytes: bytes.toString('latin1'), bits: bytes.reduce((bits, byte) => bits | (byteBits[byte] as number), 0) };
}

/** The position of the chunk of a match. */
export function positionOf(row: number): number {
  return Math.floor(row / keysPerBucket);
}

function startOf({ ends }: Chunk, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] as number);
}

function rowCount(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { lows }) => sum + lows.length, 0);
}

function add(found: Matches, row: number, from: number): void {
  found.rows[found.count] = row;
  found.from[found.count] = from;
  found.count += 1;
}
