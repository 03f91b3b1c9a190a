import { byteBits, exactBits, type Chunk } from '../short-texts.ts';

/**
 * The matches of the last search, in the order of the chunks. The next search reads them, because it often continues the
 * last one, and then overwrites them. `rows`: the positions of the rows in their chunks. `from`: a position in the texts
 * of the chunk: that of a word's first occurrence in the row, or an earlier position in the same row. `ends`: the end of each chunk in both.
 * `words`: empty before the first search. `isEvery`: every row matches.
 */
export interface Matches {
  words: readonly string[];
  count: number;
  isEvery: boolean;
  rows: Uint8Array;
  from: Int32Array;
  ends: Int32Array;
}

/** A word in the form of the texts of a chunk. `bits`: the bits of its bytes, see `byteBits`. */
interface Word {
  bytes: string;
  bits: number;
}

/** Matches of one chunk. */
interface Range {
  start: number;
  end: number;
}

/** If the previous matches are at most this share of the rows, only they are examined, each from the start of its text. */
const fewShare = 0.15;

/** Empty matches for these chunks. Create new ones when the chunks change. */
export function matchesIn(chunks: readonly Chunk[]): Matches {
  // One element more: `addByBits` writes each row before it checks whether the row matches
  const most = rowCount(chunks) + 1;
  const ends = new Int32Array(chunks.length);
  return { words: [], count: 0, isEvery: false, rows: new Uint8Array(most), from: new Int32Array(most), ends };
}

/** Find the rows whose text contains each of the words. `found`: the matches of the last search, which are replaced. */
export function findMatches(words: readonly string[], chunks: readonly Chunk[], found: Matches): void {
  const previous = found.words;
  found.words = [];
  const [first = '', ...others] = words.toSorted((one, other) => other.length - one.length);
  findFirst(first, words, chunks, found, previous);
  for (const word of others) keepEach(wordOf(word), chunks, found);
  found.words = words;
  found.isEvery = found.count === rowCount(chunks);
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
  if (before === undefined) return findAll(wordOf(word), chunks, found);
  if (words.length === 1 && previous.length === 1 && word.startsWith(before))
    return keepLonger(wordOf(word), wordOf(before), chunks, found);
  const isNarrower = previous.every((had) => words.some((one) => one.includes(had)));
  if (isNarrower && found.count <= rowCount(chunks) * fewShare) return keepEach(wordOf(word), chunks, found);
  findAll(wordOf(word), chunks, found);
}

/** Find the matches of a word in all rows. */
function findAll(word: Word, chunks: readonly Chunk[], found: Matches): void {
  const addMatches = isOneBit(word) ? addByBits : addByText;
  found.count = 0;
  for (const [position, chunk] of chunks.entries()) {
    addMatches(word, chunk, found);
    found.ends[position] = found.count;
  }
}

/** Keep the matches that also contain a word, which starts with their word, `before`. */
function keepLonger(word: Word, before: Word, chunks: readonly Chunk[], found: Matches): void {
  const same = isOneBit(before) ? 0 : before.bytes.length;
  replaceEach(chunks, found, (chunk, range) => {
    const isMost = (range.end - range.start) * 2 > chunk.lows.length;
    if (isMost) addByNext(word, chunk, found, range, same);
    else addByRow(word, chunk, found, range, same);
  });
}

/** Keep the matches that also contain a word. */
function keepEach(word: Word, chunks: readonly Chunk[], found: Matches): void {
  replaceEach(chunks, found, (chunk, range) => addInRows(word, chunk, found, range));
}

/** Replace the matches of each chunk with those that `add` adds. It never adds more than there were. */
function replaceEach(chunks: readonly Chunk[], found: Matches, add: (chunk: Chunk, range: Range) => void): void {
  found.count = 0;
  let start = 0;
  for (const [position, chunk] of chunks.entries()) {
    const end = found.ends[position] as number;
    if (start < end) add(chunk, { start, end });
    found.ends[position] = found.count;
    start = end;
  }
}

/** Add the rows that contain a word of one byte that has its own bit. */
function addByBits(word: Word, { bits, ends }: Chunk, found: Matches): void {
  const { rows, from } = found;
  const shift = Math.log2(word.bits);
  let { count } = found;
  let start = 0;
  // Without a branch, because the processor could not predict it
  for (let row = 0; row < bits.length; row += 1) {
    rows[count] = row;
    from[count] = start;
    count += ((bits[row] as number) >>> shift) & 1;
    start = ends[row] as number;
  }
  found.count = count;
}

/** Add the rows that contain a word. */
function addByText({ bytes }: Word, { ends, texts }: Chunk, found: Matches): void {
  const { rows, from } = found;
  let { count } = found;
  let row = 0;
  for (let at = texts.indexOf(bytes); at !== -1; at = texts.indexOf(bytes, ends[row - 1])) {
    while ((ends[row] as number) <= at) row += 1;
    rows[count] = row;
    from[count] = at;
    count += 1;
    row += 1;
    if (row === ends.length) break;
  }
  found.count = count;
}

/**
 * Add the matches of a range that contain a word. `same`: the number of its first characters that are known to be at
 * `from`. One `indexOf` continues from row to row, which is fast if most rows match.
 */
function addByNext({ bytes }: Word, { ends, texts }: Chunk, found: Matches, { start, end }: Range, same: number): void {
  const { rows, from } = found;
  let { count } = found;
  let next = -1;
  for (let at = start; at < end; at += 1) {
    const row = rows[at] as number;
    const first = from[at] as number;
    if (next < first) next = isAt(bytes, texts, first, same) ? first : texts.indexOf(bytes, first);
    if (next === -1) break;
    if (next >= (ends[row] as number)) continue;
    rows[count] = row;
    from[count] = next;
    count += 1;
  }
  found.count = count;
}

/** Like `addByNext`, but the word is looked for in each row by itself. */
function addByRow(word: Word, chunk: Chunk, found: Matches, { start, end }: Range, same: number): void {
  const { rows, from } = found;
  let { count } = found;
  for (let at = start; at < end; at += 1) {
    const row = rows[at] as number;
    const first = from[at] as number;
    const place = isAt(word.bytes, chunk.texts, first, same) ? first : placeIn(word, chunk, row, first);
    if (place === -1) continue;
    rows[count] = row;
    from[count] = place;
    count += 1;
  }
  found.count = count;
}

/** Add the matches of a range that contain a word, which is looked for from the start of each row. */
function addInRows(word: Word, chunk: Chunk, found: Matches, { start, end }: Range): void {
  for (let at = start; at < end; at += 1) {
    const row = found.rows[at] as number;
    const place = placeIn(word, chunk, row, row === 0 ? 0 : (chunk.ends[row - 1] as number));
    if (place === -1) continue;
    found.rows[found.count] = row;
    found.from[found.count] = place;
    found.count += 1;
  }
}

/** The position of a word in the text of a row, at `from` or later; -1: the text does not contain it. */
function placeIn({ bytes, bits }: Word, { bits: known, ends, texts }: Chunk, row: number, from: number): number {
  if (((known[row] as number) & bits) !== bits) return -1;
  const ahead = texts.slice(from, ends[row]).indexOf(bytes);
  return ahead === -1 ? -1 : from + ahead;
}

/** Whether the texts contain the word at `from`. The first `same` characters are known to be there. */
function isAt(bytes: string, texts: string, from: number, same: number): boolean {
  for (let at = same; at < bytes.length; at += 1)
    if (texts.charCodeAt(from + at) !== bytes.charCodeAt(at)) return false;
  return true;
}

/** Whether a word is one byte that has its own bit, so that its matches have no exact position. */
function isOneBit({ bytes, bits }: Word): boolean {
  return bytes.length === 1 && (bits & exactBits) !== 0;
}

function wordOf(word: string): Word {
  const bytes = Buffer.from(word, 'utf8');
  return { bytes: bytes.toString('latin1'), bits: bytes.reduce((bits, byte) => bits | (byteBits[byte] as number), 0) };
}

function rowCount(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { lows }) => sum + lows.length, 0);
}
