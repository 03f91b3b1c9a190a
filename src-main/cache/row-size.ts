import { mostDepth } from '#shared/untrusted-json.ts';
import type { Fields } from './derive.ts';

/**
 * The size of a record. `characters`: those of its texts and field names, and 8 for each value. `names`: the number of
 * different field names; each costs the thread that receives the record as much time as a hundred values.
 */
export interface Size {
  characters: number;
  names: number;
}

/**
 * A larger record counts as unreadable. The largest records of real platforms list thousands of projects, for instance
 * those of one runner, and have fewer than a hundred different field names. A note can have 1,000,000 characters
 * (document 2:45), each of which counts as two if it is an emoji; its other fields have a few thousand.
 */
export const mostOfRow: Size = { characters: 2_100_000, names: 1_000 };

/** The maximum for all rows of one result of the read worker. The main thread passes it on within about 100 ms. */
export const mostOfAnswer: Size = { characters: 2_500_000, names: 10_000 };

/**
 * The maximum for the visible rows of a list. The window receives all of them in one frame. A larger row, such as a note
 * of 1,000,000 characters, is therefore cut in the list, and the window loads it separately.
 */
export const mostOfWindow: Size = { ...mostOfAnswer, characters: 1_000_000 };

/** Characters that a large row must leave for each row after it. Most rows of real platforms have fewer. */
const leastOfRow = 4_000;
/** Characters of each long text in a row that was cut. */
const mostOfCutText = 200;

/**
 * Measure a value that is not nested deeper than `mostDepth`. Only names that are not in `known` count; counting stops
 * when `most` is exceeded (`fits` false).
 */
export function sizeOf(
  value: unknown,
  most: Size,
  known: ReadonlySet<string> = new Set(),
): { characters: number; names: Set<string>; fits: boolean } {
  const size = { characters: 0, names: new Set<string>(), fits: true };
  count(value);
  return size;

  function count(one: unknown): void {
    size.characters += 8;
    if (typeof one === 'string') size.characters += one.length;
    else if (Array.isArray(one)) {
      for (const item of one) if (size.fits) count(item);
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, field] of Object.entries(one)) {
        if (!size.fits) break;
        size.characters += name.length;
        if (!known.has(name)) size.names.add(name);
        count(field);
      }
    }
    size.fits &&= size.characters <= most.characters && size.names.size <= most.names;
  }
}

/**
 * Whether a record is not nested deeper than `mostDepth` and not larger than `mostOfRow`. To be fast, because it runs
 * for every row of a list, it collects the different field names only if the record has more fields than names are
 * allowed.
 */
export function isWithinLimits(record: unknown): boolean {
  let characters = 0;
  let fields = 0;
  return isWithin(record, mostDepth) && (fields <= mostOfRow.names || sizeOf(record, mostOfRow).fits);

  function isWithin(value: unknown, depth: number): boolean {
    characters += 8;
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) {
      if (depth === 0) return false;
      if (Array.isArray(value)) {
        for (const item of value) if (!isWithin(item, depth - 1)) return false;
      } else {
        for (const name in value) {
          fields += 1;
          characters += name.length;
          if (!isWithin((value as Fields)[name], depth - 1)) return false;
        }
      }
    }
    return characters <= mostOfRow.characters;
  }
}

const [space, quote, comma, zero, colon, openArray] = [0x20, 0x22, 0x2c, 0x30, 0x3a, 0x5b] as const;

/** Keeps the rows of one result within `most`. `documented`: the fields that a row keeps when it is cut. */
export function answerLimit(documented: readonly string[], most: Size = mostOfAnswer) {
  let left = most.characters;
  const known = new Set(documented);
  const mostNames = most.names + known.size;

  /** Whether the row fits and leaves `reserve` characters to others. Counts the row if it fits. */
  function take(row: Fields, reserve: number): boolean {
    const { characters, names, fits } = sizeOf(
      row,
      { characters: left - reserve, names: mostNames - known.size },
      known,
    );
    if (!fits) return false;
    left -= characters;
    for (const name of names) known.add(name);
    return true;
  }

  return {
    take,
    /**
     * The row, if it leaves enough for `after` more rows. Otherwise its documented fields as far as they fit: long
     * texts are cut, long lists are left out.
     */
    cut(row: Fields, after: number): Fields {
      const reserve = after * leastOfRow;
      if (take(row, reserve)) return row;
      const kept: Record<string, unknown> = {};
      for (const name of documented) {
        const value = row[name];
        if (value === undefined) continue;
        if (take({ [name]: value }, reserve)) kept[name] = value;
        else if (typeof value === 'string') kept[name] = cutText(value);
      }
      return kept;
    },
  };
}

/**
 * Keeps the rows of one result within `mostOfAnswer`, by upper bounds of their sizes that need no parsing. If it takes all
 * `count` rows, `answerLimit` would cut none of them.
 */
export function jsonLimit(count: number) {
  const left = { characters: mostOfAnswer.characters - count * leastOfRow, names: mostOfAnswer.names };
  return {
    /** Whether the record with this JSON text fits. False also for some records that would fit. */
    take(json: string): boolean {
      // A value counts 8, and takes at least one character and a separator
      left.characters -= 5 * json.length + 3;
      left.names -= left.characters < 0 ? 0 : countNames(json);
      return left.characters >= 0 && left.names >= 0;
    },
  };
}

/** At least the number of field names in a JSON text: the number of colons after a quotation mark or white space. */
function countNames(json: string): number {
  let names = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    const before = json.charCodeAt(at - 1);
    if (before === quote || before <= space) names += 1;
  }
  return names;
}

/**
 * Whether a JSON text may contain a number that `JSON.stringify` writes with another value: -0, or one that is too
 * large. True also for some texts that contain none.
 */
export function hasUnusualNumber(json: string): boolean {
  return hasMinusZero(json) || /\d[eE]\+?\d{3}/.test(json) || hasLongNumber(json);
}

/** Whether `-0` occurs where a value can begin. */
function hasMinusZero(json: string): boolean {
  for (let at = json.indexOf('-0'); at !== -1; at = json.indexOf('-0', at + 2)) {
    const before = json.charCodeAt(at - 1);
    if (before === colon || before === comma || before === openArray || before <= space) return true;
  }
  return false;
}

/**
 * Whether 200 digits may follow each other: a number with an exponent of two digits has more if it is too large. Looks
 * only at every 25th character.
 */
function hasLongNumber(json: string): boolean {
  let digits = 0;
  for (let at = 0; at < json.length; at += 25) {
    const code = json.charCodeAt(at);
    digits = code >= zero && code <= zero + 9 ? digits + 1 : 0;
    if (digits === 8) return true;
  }
  return false;
}

/** The beginning of a text, copied: a slice would keep the whole text in memory. */
function cutText(text: string): string {
  return `${Array.from(text.slice(0, mostOfCutText)).join('')}…`;
}
