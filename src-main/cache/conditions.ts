import { fromIso } from '#shared/time.ts';
import { listLine, type Statement } from './derive.ts';
import { foldedText } from './normal-text.ts';

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

/** For filters that accept `None` (no value) and `Any` (any value). */
type Asked = Statement | undefined;
type Presence = 'None' | 'Any';
const isPresence = (value: unknown): value is Presence => value === 'None' || value === 'Any';

/** The column has this id; for `None` and `Any`, whether it has one. */
export function withId(column: string, asked: number | string | undefined): Asked {
  return isPresence(asked) ? is.absent(column, asked === 'None') : is.equal(column, asked);
}

/** The `folded` column has this title; for `None` and `Any`, whether it has one. */
export function withTitle(column: string, asked: string | undefined): Asked {
  return isPresence(asked) ? withId(column, asked) : is.equal(column, asked && foldedText(asked));
}

/** The column of several values contains this one; for `None` and `Any`, whether it has any. */
export function withOneOf(column: string, asked: number | string | undefined): Asked {
  if (asked === undefined) return undefined;
  if (isPresence(asked)) return { sql: `ifnull(${column}, '') ${asked === 'None' ? '=' : '<>'} ''`, values: [] };
  return { sql: `instr(${column}, ?) > 0`, values: [listLine(asked)] };
}

/** The column contains the accounts with all these names. */
export function withPeople(column: string, usernames: readonly string[] | undefined): Asked[] {
  return (usernames ?? []).map((name) => withOneOf(column, foldedText(name)));
}

/** The rows that do not match a condition. */
export function not(condition: Asked): Asked {
  return condition && { sql: `NOT ifnull(${condition.sql}, 0)`, values: condition.values };
}
