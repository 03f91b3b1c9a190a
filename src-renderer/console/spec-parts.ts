import { collections, type FieldName } from '#shared/contract/collections.ts';
import { filterValues } from '#shared/contract/dialect-values.ts';
import { instant } from '#shared/contract/kit.ts';
import { consoles } from '#shared/text/en/console.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { z } from 'zod';
import type { FilterOf, ScopedListName, RowOf } from '../stores/lists/collection-client.ts';
import { controlOf, schemaOf, sortOf } from './declared.ts';
import type { DetailField, DetailGroup, FilterControl, FilterField, ListColumn } from './list-spec.ts';
import type { ValueFormat } from './facts/value-parts.ts';

/** A field of a group: its name, with its format if it does not follow from the schema. */
type FieldEntry<F extends string> =
  | F
  | readonly [name: F, format: ValueFormat, more?: Omit<Partial<DetailField>, 'name' | 'format'>];

/**
 * Makes the columns, filters and panel groups of a page with its own spec. The declaration of the collection says how
 * a field is sorted, shown and filtered; the page says which ones, in which order, and what differs.
 */
export function specParts<
  S extends ScopedListName,
  G extends string,
  C extends string = never,
  F extends string = never,
>(
  collection: S,
  words: {
    columns?: Readonly<Partial<Record<C, string>>>;
    fields?: Readonly<Partial<Record<F, DetailField['label']>>> | undefined;
    groups: Readonly<Record<G, string>>;
  },
) {
  type FilterName = keyof FilterOf<S> & string;
  const declared = collections[collection];
  const titles: Readonly<Partial<Record<string, string>>> = { age: consoles.columns.age, ...words.columns };
  const own: Readonly<Partial<Record<string, DetailField['label']>>> = words.fields ?? {};

  /** A column that is not a field needs its own label. `sortBy` null: not sortable, even if the cache could sort it. */
  function column(
    id: C | FieldName<S> | 'age',
    widthPx: number,
    { sortBy: by, ...more }: Omit<Partial<ListColumn<RowOf<S>>>, 'sortBy'> & { sortBy?: string | null } = {},
  ): ListColumn<RowOf<S>> {
    const sortBy = by === undefined ? (id === declared.key ? id : sortOf(declared, id)) : by;
    const isMoment = schemaOf(declared, id) === instant;
    return {
      id,
      title: titles[id] ?? labelIn(id),
      widthPx,
      ...(typeof sortBy === 'string' && { sortBy }),
      ...(isMoment && { format: 'moment' }),
      ...((isMoment || id === 'age' || id === declared.key) && { align: 'end' }),
      ...(id === declared.key && { isOptional: true }),
      ...more,
    };
  }

  function field(entry: FieldEntry<F | FieldName<S>>): DetailField {
    const [name, format, more] = typeof entry === 'string' ? [entry, formatOf(entry)] : entry;
    return { name, format, label: own[name] ?? labelOf(name), ...more };
  }

  function labelIn(name: string): string {
    const label = own[name];
    return typeof label === 'string' ? label : labelOf(name);
  }

  function formatOf(name: string): ValueFormat {
    const schema = schemaOf(declared, name);
    if (schema === instant) return 'moment';
    if (schema instanceof z.ZodArray) return 'list';
    return name === declared.key ? 'mono' : 'text';
  }

  /** `groups`: the headings of the filter menu with their filters. `special`: what the schema does not say. */
  function filters<H extends string>(
    labels: Readonly<Partial<Record<FilterName, string>>> & { groups: Readonly<Record<H, string>> },
    groups: readonly (readonly [group: H, ...names: FilterName[]])[],
    special: { readonly [One in FilterName]?: Partial<FilterField<FilterOf<S>>> } = {},
  ): FilterField<FilterOf<S>>[] {
    const schemas: Readonly<Record<string, z.ZodType>> = declared.filter.shape;
    return groups.flatMap(([group, ...names]) =>
      names.map((name) => ({
        name,
        label: labels[name] ?? labelIn(name),
        group: labels.groups[group],
        values: filterValues[collection]?.[name],
        control: controlOf(schemas[name] ?? z.unknown()) ?? { kind: 'flag' },
        ...special[name],
      })),
    );
  }

  function details(content: { readonly [Id in G]?: readonly FieldEntry<F | FieldName<S>>[] }): DetailGroup[] {
    const groups = Object.entries(content) as [G, readonly FieldEntry<F | FieldName<S>>[]][];
    return groups.map(([id, entries]) => ({ id, title: words.groups[id], fields: entries.map(field) }));
  }

  return { column, details, filters };
}

export const flag = { control: { kind: 'flag' } } as const;

/** A choice of one of these values, in the words of the list. */
export function enumOf(
  words: Readonly<Record<string, string>>,
  values = Object.keys(words),
): { control: FilterControl } {
  return { control: { kind: 'enum', options: values.map((value) => ({ value, label: words[value] ?? value })) } };
}
