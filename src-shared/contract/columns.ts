import type { z } from 'zod';

/**
 * How a field becomes a value to sort and filter by.
 * `text`: as it is, with case. `folded`: ignores case, for names that are compared as a whole. `normal`: ignores case and
 * accents, for names that people sort. `moment`: an ISO time. `last`: an ISO time of which null means "never", which comes
 * before every time. `flag`: true or false. `number`: a number. `list`: texts, to be filtered only. `version`: 17.10 after
 * 17.9. `identities`: sign-ins through other services, to be filtered only.
 */
export type Conversion =
  'text' | 'folded' | 'normal' | 'moment' | 'last' | 'flag' | 'number' | 'list' | 'version' | 'identities';

/**
 * How a filter compares its value with a column. `folded`: equal, without regard to case. `since` and `until` include the
 * moment itself, `after` and `before` do not. `hasValue` and `isMissing`: whether the row has any value.
 */
export type Comparison =
  | 'equal'
  | 'folded'
  | 'flag'
  | 'oneOf'
  | 'after'
  | 'before'
  | 'since'
  | 'until'
  | 'atLeast'
  | 'contains'
  | 'startsWith'
  | 'holdsAll'
  | 'hasValue'
  | 'isMissing';
/** The comparison of a filter with the column of its name, or with another one. */
export type Where<C extends string = string> = Comparison | { by: Comparison; column: C };

type Shape<T> =
  T extends z.ZodObject<infer S>
    ? S
    : T extends z.ZodOptional<infer I> | z.ZodNullable<infer I>
      ? Shape<I>
      : Record<never, never>;
export type Name<T> = keyof Shape<T> & string;
/** A field of a row by its name, a nested one as `user.name`. */
export type Field<R> = { [K in Name<R>]: K | `${K}.${Name<Shape<R>[K]>}` }[Name<R>];

/** A column by the name of its field, or with another name. */
export type Column<F extends string = string> = Conversion | { field: F; as: Conversion };
/** A column that has no name of a field of the row says which field it holds. */
export type ColumnsOf<R, C> = {
  [K in keyof C]: K extends Name<R>
    ? Column<Field<R>>
    : C[K] extends string
      ? `the row has no field ${K & string}`
      : Exclude<Column<Field<R>>, string>;
};
/** Columns that rows are sorted by; lists have no order. */
export type Sortable<C> = {
  [K in keyof C & string]: C[K] extends 'list' | 'identities' | { as: 'list' | 'identities' } ? never : K;
}[keyof C & string];
