import { Failure } from './errors.ts';

/**
 * The deepest nesting of a value from outside, the value itself included: code that recurses over it cannot overflow.
 */
export const mostDepth = 100;
/** The most values in one JSON text from outside. */
export const mostValues = 100_000;
/** The most rows in one page of a list. The largest page that can be asked for has 100. */
export const mostPageRows = 1_000;

/** The size of a JSON text, counted before it is parsed. The count stops after `most` values. */
export interface JsonSize {
  /** One plus the number of commas, objects and arrays: at most two for each value. */
  values: number;
  /** The number of elements if the text is an array; 1 for an empty array. */
  rows: number;
  depth: number;
}

const sign = { quote: 0x22, comma: 0x2c, openArray: 0x5b, escape: 0x5c, closeArray: 0x5d, open: 0x7b, close: 0x7d };

/**
 * Count the values of a JSON text before it is parsed: a few megabytes of `[{},{},…]` would take a hundred times as much
 * memory. Takes anything; for a text that is not JSON the counts mean nothing. About 3 ms a megabyte.
 * Decision: build/decisions/0013-limits-before-parsing.md
 */
export function jsonSize(bytes: Uint8Array, most = mostValues): JsonSize {
  const size: JsonSize = { values: 1, rows: 0, depth: 0 };
  let depth = 0;
  let isList = false;
  for (let at = 0; at < bytes.length && size.values <= most; at += 1) {
    const byte = bytes[at];
    if (byte === sign.quote) at = endOfString(bytes, at);
    else if (byte === sign.comma) {
      size.values += 1;
      if (depth === 1 && isList) size.rows += 1;
    } else if (byte === sign.openArray || byte === sign.open) {
      size.values += 1;
      if (depth === 0) {
        isList = byte === sign.openArray;
        size.rows = isList ? 1 : 0;
      }
      depth += 1;
      if (depth > size.depth) size.depth = depth;
    } else if (byte === sign.closeArray || byte === sign.close) depth -= 1;
  }
  return size;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] === sign.escape) at += 1;
    else if (bytes[at] === sign.quote) return at;
  }
  return at;
}

/** JSON from outside that passed its limits. `depth` counts arrays and objects inside each other. */
export interface UntrustedJson {
  value: unknown;
  depth: number;
}

/**
 * Parse JSON from outside. Bytes that are no UTF-8 read as replacement characters.
 * Fails: `remote`/`too-large` over `mostValues`, or over `mostRows` elements of an array; `remote`/`unreadable-reply` for
 * what is no JSON.
 */
export function parseUntrusted(bytes: Uint8Array, mostRows = mostValues): UntrustedJson {
  const { values, rows, depth } = jsonSize(bytes);
  if (rows > mostRows) throw tooLarge(`a page of more than ${mostRows} rows`);
  if (values > mostValues) throw tooLarge(`more than ${mostValues} values`);
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes)) as unknown, depth };
  } catch (cause) {
    throw new Failure('remote', 'not JSON', { reason: 'unreadable-reply', cause });
  }
}

/** Like `parseUntrusted`, but returns undefined if the text is not valid JSON or exceeds a limit. */
export function fromUntrusted(text: string, mostRows = mostValues): unknown {
  try {
    return parseUntrusted(new TextEncoder().encode(text), mostRows).value;
  } catch {
    return undefined;
  }
}

/** Whether arrays and objects are nested deeper than `most`. */
export function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  for (const item of Object.values(value)) if (isDeeperThan(item, most - 1)) return true;
  return false;
}

function tooLarge(message: string): Failure {
  return new Failure('remote', message, { reason: 'too-large' });
}

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
