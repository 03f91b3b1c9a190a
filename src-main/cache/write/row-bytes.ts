import type { Key } from '#shared/contract/collection.ts';
import { mostPageRows, mostValues } from '#shared/untrusted-json.ts';
import { hashOf } from '../canonical.ts';

/** A row of a page, as a range of the page's bytes. It starts and ends with a brace; whether it is JSON is not checked. */
export interface RowBytes {
  from: number;
  to: number;
  /** The value of the key field; undefined: it is absent, or written in a form that only a parser reads. */
  id: Key | undefined;
  isAscii: boolean;
  /** The number of its objects, arrays and commas: at least as many as it has fields. */
  values: number;
  depth: number;
  /** The range of the volatile field's value; empty: the row has no such field, or its value is not a plain text. */
  volatileFrom: number;
  volatileTo: number;
}

/** The fields of a row that are found without parsing it, by the names that the platform uses. */
export interface FoundFields {
  key: string;
  volatile: string | undefined;
}

const [quote, comma, colon, escape] = [0x22, 0x2c, 0x3a, 0x5c];
const [openArray, closeArray, open, close] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Longer numbers could be rounded. */
const mostDigits = 15;

/**
 * Split a JSON array of objects into its rows. Null: the text is something else or too large; `parseUntrusted` then
 * names the reason. If every row is valid JSON, the whole text is valid JSON. About 2 ms a megabyte.
 */
export function splitRows(bytes: Buffer, fields: FoundFields): RowBytes[] | null {
  const keyName = Buffer.from(fields.key);
  const volatileName = fields.volatile === undefined ? undefined : Buffer.from(fields.volatile);
  const rows: RowBytes[] = [];
  const { length } = bytes;
  let values = 0;
  let at = skipSpace(0);
  if (bytes[at] !== openArray) return null;
  at = skipSpace(at + 1);
  if (bytes[at] === closeArray) return skipSpace(at + 1) === length ? rows : null;
  for (;;) {
    if (bytes[at] !== open) return null;
    const row = rowAt(at);
    if (row === null) return null;
    rows.push(row);
    values += row.values + 1;
    if (values > mostValues || rows.length > mostPageRows) return null;
    at = skipSpace(row.to);
    if (bytes[at] === closeArray) return skipSpace(at + 1) === length ? rows : null;
    if (bytes[at] !== comma) return null;
    at = skipSpace(at + 1);
  }

  function skipSpace(start: number): number {
    let next = start;
    while (bytes[next] === 0x20 || bytes[next] === 0x0a || bytes[next] === 0x0d || bytes[next] === 0x09) next += 1;
    return next;
  }

  /** The row that starts here; null: it does not end. */
  function rowAt(from: number): RowBytes | null {
    const row: RowBytes = {
      from,
      to: from,
      id: undefined,
      isAscii: true,
      values: 0,
      depth: 0,
      volatileFrom: from,
      volatileTo: from,
    };
    let depth = 0;
    let isName = false;
    let seen = 0;
    for (let next = from; next < length; next += 1) {
      const byte = bytes[next] ?? 0;
      seen |= byte;
      if (byte === quote) {
        const start = next + 1;
        for (next = start; next < length && bytes[next] !== quote; next += 1) {
          if (bytes[next] === escape) next += 1;
          seen |= bytes[next] ?? 0;
        }
        if (isName && depth === 1) {
          if (isAt(start, next, keyName)) row.id = keyAt(next + 1);
          else if (volatileName !== undefined && isAt(start, next, volatileName)) findVolatile(row, next + 1);
          isName = false;
        }
      } else if (byte === comma) {
        row.values += 1;
        isName = depth === 1;
      } else if (byte === open || byte === openArray) {
        row.values += 1;
        depth += 1;
        if (depth > row.depth) row.depth = depth;
        isName = depth === 1;
      } else if (byte === close || byte === closeArray) {
        depth -= 1;
        if (depth === 0) {
          row.to = next + 1;
          row.isAscii = seen < 0x80;
          return row;
        }
      }
    }
    return null;
  }

  function isAt(from: number, to: number, name: Buffer): boolean {
    if (to - from !== name.length) return false;
    for (let index = 0; index < name.length; index += 1) if (bytes[from + index] !== name[index]) return false;
    return true;
  }

  /** The key after the name of its field: a whole number or a text, without spaces around the colon. */
  function keyAt(at: number): Key | undefined {
    if (bytes[at] !== colon) return undefined;
    if (bytes[at + 1] === quote) {
      const end = endOfText(at + 1);
      if (end === undefined) return undefined;
      try {
        const key = JSON.parse(bytes.toString('utf8', at + 1, end)) as string;
        return key === '' || !key.isWellFormed() ? undefined : key;
      } catch {
        return undefined;
      }
    }
    let number = 0;
    let next = at + 1;
    for (let digit = digitAt(next); digit !== undefined; digit = digitAt(next)) {
      number = number * 10 + digit;
      next += 1;
    }
    const digits = next - at - 1;
    const isUsual = digits > 0 && digits <= mostDigits && (digits === 1 || bytes[at + 1] !== 0x30);
    return isUsual && isEnd(next) ? number : undefined;
  }

  function digitAt(at: number): number | undefined {
    const byte = bytes[at] ?? 0;
    return byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : undefined;
  }

  /** Set the range of the volatile value if it is a text without escapes and control characters, which is valid JSON. */
  function findVolatile(row: RowBytes, at: number): void {
    if (bytes[at] !== colon || bytes[at + 1] !== quote) return;
    let end = at + 2;
    while ((bytes[end] ?? 0) >= 0x20 && bytes[end] !== quote && bytes[end] !== escape) end += 1;
    if (bytes[end] !== quote || !isEnd(end + 1)) return;
    row.volatileFrom = at + 1;
    row.volatileTo = end + 1;
  }

  /** The end of the text that starts here, if a comma or the end of the row follows. */
  function endOfText(start: number): number | undefined {
    let end = start + 1;
    for (; end < length && bytes[end] !== quote; end += 1) if (bytes[end] === escape) end += 1;
    return isEnd(end + 1) ? end + 1 : undefined;
  }

  function isEnd(at: number): boolean {
    return bytes[at] === comma || bytes[at] === close;
  }
}

/** The text of a row. Bytes that are not UTF-8 are read as replacement characters. */
export function textOf(bytes: Buffer, { from, to, isAscii }: RowBytes): string {
  // Latin-1 is faster for ASCII, and makes a text with one byte for each character
  return bytes.toString(isAscii ? 'latin1' : 'utf8', from, to);
}

/** The bytes of a row without its volatile value; reused for every row. */
let scratch = Buffer.alloc(16_384);

/** The hash of a row's bytes without the value of its volatile field. */
export function hashOfRow(bytes: Buffer, { from, to, volatileFrom, volatileTo }: RowBytes): string {
  if (volatileFrom === volatileTo) return hashOf(bytes.subarray(from, to));
  if (to - from > scratch.length) scratch = Buffer.alloc(2 * (to - from));
  const before = bytes.copy(scratch, 0, from, volatileFrom);
  const after = bytes.copy(scratch, before, volatileTo, to);
  return hashOf(scratch.subarray(0, before + after));
}
