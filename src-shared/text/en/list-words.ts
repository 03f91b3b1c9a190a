import type { CollectionName, FieldName, FilterOf, GroupName } from '#shared/contract/collections.ts';
import type { Noun } from './console.ts';

/**
 * The texts of a list whose page is made from its declaration. Give a field or filter a label here only if it differs
 * from the one that `labelOf` makes. The default label of a filter is the one of the field with its name.
 */
export interface ListWords<C extends CollectionName> {
  noun: Noun;
  /** The searched fields in words, for example "Title or description". */
  searchHint: string;
  /** Who may read it, for the screen after a refusal. */
  role?: string;
  fields?: Readonly<Partial<Record<FieldName<C>, string>>>;
  groups: Readonly<Record<GroupName<C>, string>>;
  filters?: Readonly<Partial<Record<keyof FilterOf<C> & string, string>>>;
  /** Labels of values, by field or filter; other values are shown unchanged. */
  values?: Values<C>;
}

/** The values of an enum are checked; a field that is a text can have any. */
type Values<C extends CollectionName> = {
  readonly [F in FieldName<C> | (keyof FilterOf<C> & string)]?: Readonly<
    Partial<Record<F extends keyof FilterOf<C> ? EnumOf<NonNullable<FilterOf<C>[F]>> : string, string>>
  >;
};
type EnumOf<V> = [V] extends [string] ? V : string;
