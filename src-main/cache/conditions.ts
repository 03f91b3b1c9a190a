import { fromIso } from '#shared/time.ts';
import { listLine, type Statement } from './derive.ts';

/**
 * Pieces of a WHERE over the narrow table, made of a filter's values; one that is not given is none. A fact that is not
 * known of a row matches neither a filter nor its opposite.
 */
export const is = {
  equal: (column: string, value: string | number | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} = ?`, values: [value] },
  flag: (column: string, value: boolean | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} = ?`, values: [Number(value)] },
  oneOf: (column: string, all: readonly (string | number)[] | undefined): Statement | undefined =>
    all === undefined || all.length === 0
      ? undefined
      : { sql: `${column} IN (${all.map(() => '?').join(', ')})`, values: [...all] },
  /** Any other value, and NULL. */
  noneOf: (column: string, all: readonly string[]): Statement => ({
    sql: `(${column} IS NULL OR ${column} NOT IN (${all.map(() => '?').join(', ')}))`,
    values: [...all],
  }),
  atLeast: (column: string, value: number | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} >= ?`, values: [value] },
  /** Later than a moment in ISO 8601; the moment itself is out. */
  after: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} > ?`, values: [fromIso(value)] },
  before: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} < ?`, values: [fromIso(value)] },
  since: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} >= ?`, values: [fromIso(value)] },
  until: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} <= ?`, values: [fromIso(value)] },
  /** Some or no value; `false` asks for those that have one. */
  absent: (column: string, value: boolean | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} IS ${value ? '' : 'NOT '}NULL`, values: [] },
  contains: (column: string, text: string | undefined): Statement | undefined =>
    text === undefined ? undefined : { sql: `instr(${column}, ?) > 0`, values: [text] },
  startsWith: (column: string, text: string | undefined): Statement | undefined =>
    text === undefined ? undefined : { sql: `substr(${column}, 1, ?) = ?`, values: [[...text].length, text] },
};

/** A `list` column holds every one of these. */
export function holdsAll(column: string, texts: readonly string[] | undefined): Statement[] {
  return (texts ?? []).map((text) => ({ sql: `instr(${column}, ?) > 0`, values: [listLine(text)] }));
}

/** Those that are there. */
export function given(all: readonly (Statement | false | undefined)[]): Statement[] {
  return all.filter((one) => one !== undefined && one !== false);
}
