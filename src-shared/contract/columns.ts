import type { z } from 'zod';

/**
 * How the value of a field is converted for sorting and filters. `text`: unchanged. `folded`: ignores case, for names
 * that are compared as a whole. `normal`: ignores case and accents, for names that people sort. `natural`: as `normal`,
 * but 2 is before 10. The cache adds such a column for each `normal` column and sorts by it. `moment`: an ISO time.
 * `last`: an ISO time; null means "never" and is before every time. `flag`: true or false. `number`: a number. `list`:
 * several texts, only for filters. `version`: 17.10 after 17.9. `identities`: external sign-ins, only for filters.
 * `ids` and `usernames`: of several people, only for filters. `unfinishedSince`: the status of a deployment; the value
 * is the time from which its age counts (`unfinishedSince`).
 */
export type Conversion =
  | 'text'
  | 'folded'
  | 'normal'
  | 'natural'
  | 'moment'
  | 'last'
  | 'flag'
  | 'number'
  | 'version'
  | 'unfinishedSince'
  | ListConversion;
/** Conversions of several values. They have no order. */
export type ListConversion = 'list' | 'identities' | 'ids' | 'usernames';

/**
 * How a filter compares its value with a column. `folded`: equal, ignoring case. `since` and `until` include the given
 * moment, `after` and `before` do not. `hasValue` and `isMissing`: whether the row has a value.
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
/** The comparison of a filter, with the column of the same name or another one. */
export type Where<C extends string = string> = Comparison | { by: Comparison; column: C };

/**
 * Where a filter is evaluated. `local`: in the cache. `administrator`: in the cache, but only over rows of the
 * administrator view. `server`: by the platform; its result, a set of ids, is cached with its age.
 * `server-for-public-view`: by the platform if the rows are not of the administrator view and so lack the field.
 * `server-without-details`: by the platform in the scope of the instance, while some rows lack the details that contain
 * the field. `server-without-column`: by the platform while a row of the scope lacks a field (`neededColumns`).
 * `server-for-some-values`: by the platform for some values (`serverValues`).
 */
export type FilterSide =
  | 'local'
  | 'administrator'
  | 'server'
  | 'server-for-public-view'
  | 'server-without-details'
  | 'server-without-column'
  | 'server-for-some-values';

type Shape<T> =
  T extends z.ZodObject<infer S>
    ? S
    : T extends z.ZodOptional<infer I> | z.ZodNullable<infer I>
      ? Shape<I>
      : Record<never, never>;
export type Name<T> = keyof Shape<T> & string;
/** A field of a row; a nested field is `user.name`. */
export type Field<R> = { [K in Name<R>]: K | `${K}.${Name<Shape<R>[K]>}` }[Name<R>];

/** A column whose field has the same name, or another one. */
export type Column<F extends string = string> = Conversion | { field: F; as: Conversion };
/** The columns of a row. A column whose name is not a field must name its field. */
export type ColumnsOf<R, C> = {
  [K in keyof C]: K extends Name<R>
    ? Column<Field<R>>
    : C[K] extends string
      ? `the row has no field ${K & string}`
      : Exclude<Column<Field<R>>, string>;
};
/** The columns by which rows can be sorted. Columns of several texts have no order. */
export type Sortable<C> = {
  [K in keyof C & string]: C[K] extends ListConversion | { as: ListConversion } ? never : K;
}[keyof C & string];
