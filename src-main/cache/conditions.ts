import { fromIso } from '#shared/time.ts';
import { listLine, type Statement } from './derive.ts';

/**
 * Conditions for the WHERE clause over the narrow table, made from filter values; undefined: the filter is not set. A
 * row without a value (NULL) matches neither a filter nor its opposite, except in `noneOf` and `absent`.
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
  /** Values that are not in `all`, and NULL. */
  noneOf: (column: string, all: readonly string[]): Statement => ({
    sql: `(${column} IS NULL OR ${column} NOT IN (${all.map(() => '?').join(', ')}))`,
    values: [...all],
  }),
  atLeast: (column: string, value: number | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} >= ?`, values: [value] },
  /** Later than a time in ISO 8601, which itself does not match. */
  after: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} > ?`, values: [fromIso(value)] },
  before: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} < ?`, values: [fromIso(value)] },
  since: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} >= ?`, values: [fromIso(value)] },
  until: (column: string, value: string | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} <= ?`, values: [fromIso(value)] },
  /** True: rows without a value; false: rows with a value. */
  absent: (column: string, value: boolean | undefined): Statement | undefined =>
    value === undefined ? undefined : { sql: `${column} IS ${value ? '' : 'NOT '}NULL`, values: [] },
  contains: (column: string, text: string | undefined): Statement | undefined =>
    text === undefined ? undefined : { sql: `instr(${column}, ?) > 0`, values: [text] },
  startsWith: (column: string, text: string | undefined): Statement | undefined =>
    text === undefined ? undefined : { sql: `substr(${column}, 1, ?) = ?`, values: [[...text].length, text] },
};

/** The `list` column contains each of these texts. */
export function holdsAll(column: string, texts: readonly string[] | undefined): Statement[] {
  return (texts ?? []).map((text) => ({ sql: `instr(${column}, ?) > 0`, values: [listLine(text)] }));
}

/** The conditions that are set. */
export function given(all: readonly (Statement | false | undefined)[]): Statement[] {
  return all.filter((one) => one !== undefined && one !== false);
}
