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
 * those of one runner, and have fewer than a hundred different field names.
 */
export const mostOfRow: Size = { characters: 1_000_000, names: 1_000 };

/** The maximum for all rows of one result of the read worker. The main thread passes it on within about 100 ms. */
export const mostOfAnswer: Size = { characters: 2_500_000, names: 10_000 };

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

/** Keeps the rows of one result within `mostOfAnswer`. `documented`: the fields that a row keeps when it is cut. */
export function answerLimit(documented: readonly string[]) {
  let left = mostOfAnswer.characters;
  const known = new Set(documented);
  const mostNames = mostOfAnswer.names + known.size;

  /** Whether the row fits and leaves `reserve` characters to others. Counts the row if it fits. */
  function take(row: Fields, reserve: number): boolean {
    const most = { characters: left - reserve, names: mostNames - known.size };
    const { characters, names, fits } = sizeOf(row, most, known);
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

/** The beginning of a text, copied: a slice would keep the whole text in memory. */
function cutText(text: string): string {
  return `${Array.from(text.slice(0, mostOfCutText)).join('')}…`;
}
