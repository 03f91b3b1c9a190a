import type { Declaration } from '#shared/contract/collection.ts';
import { collections, firstText, type FieldName } from '#shared/contract/collections.ts';
import { filterValues } from '#shared/contract/dialect-values.ts';
import { instant } from '#shared/contract/kit.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { labelOf, type Labels } from '#shared/text/en/fields.ts';
import { z } from 'zod';
import type { FilterOf, ListRow, RowOf, ScopedListName } from '../stores/lists/collection-client.ts';
import { alternatives, controlOf, isColumn, isDeadline, isOfPeople, schemaOf, sortOf } from './declared.ts';
import { defineList, type ListParts, type PageWords } from './define-list.ts';
import { personParts } from './facts/person-part.ts';
import type { ValueFormat } from './facts/value-parts.ts';
import type { DetailField, DetailGroup, FilterControl, FilterField, ListColumn } from './list-spec.ts';
import type { ListSpec, ValueWords } from './list-spec.ts';
import { plain, wordOf } from './values.ts';

/** The words of a list. A label is needed only if it differs from the default label of `labelOf`. */
interface Words extends PageWords {
  fields?: Readonly<Partial<Record<string, DetailField['label']>>> | undefined;
  /** Labels of columns whose label differs from that of their field, and of columns without a field. */
  columns?: Labels;
  /** Headings of the side panel. */
  groups?: Labels;
  filters?: Labels | undefined;
  /** Headings of the filter menu, and labels of filters. */
  filter?: { groups?: Labels };
  /** Labels of values, by field or filter. */
  values?: Readonly<Partial<Record<string, ValueWords>>> | undefined;
}
/** Groups: each is a heading with its fields or filters. A heading that occurs several times makes one group. */
type Headed<Heading, Name> = readonly (readonly [Heading, ...Name[]])[];
type NamesIn<T> = T extends object ? keyof T & string : never;
type FilterName<S extends ScopedListName> = keyof FilterOf<S> & string;

/** What differs from the list that Reeve makes from the declaration and the words. */
interface Differences<
  Id extends string = string,
  Field extends string = string,
  Filter extends string = string,
  W extends Words = Words,
  Row extends ListRow = ListRow,
> {
  /**
   * The columns in their order, each with its width in CSS pixels, or with the properties that differ. The first column
   * is pinned. `sortBy` null: the column cannot be sorted. Default: all fields.
   */
  columns?: { readonly [I in Id]?: number | (Omit<Partial<ListColumn<Row>>, 'sortBy'> & { sortBy?: string | null }) };
  /** How a field is shown, in its column and in the side panel. */
  fields?: { readonly [F in Field]?: Omit<Partial<DetailField>, 'name' | 'label'> };
  values?: Words['values'];
  /** The headings of the filter menu with their filters. Default: all filters below the title of the list. */
  filters?: Headed<NamesIn<NonNullable<W['filter']>['groups']>, Filter>;
  filterFields?: { readonly [F in Filter]?: Partial<FilterField<Record<Filter, unknown>>> };
  /** Pairs of filters: the first filter of a pair cannot be set together with the second. */
  exclusive?: readonly (readonly [Filter, Filter])[];
  /** The headings of the side panel with their fields. Default: the groups of the declaration. */
  details?: Headed<NamesIn<W['groups']>, Field>;
}
type DifferencesOf<S extends ScopedListName, W extends Words> = Differences<
  FieldName<S> | NamesIn<W['columns']> | 'age' | 'scope',
  FieldName<S> | NamesIn<W['fields']>,
  FilterName<S>,
  W,
  RowOf<S>
> &
  Partial<Omit<ListParts<S>, keyof Differences>>;

const widthsPx: Partial<Record<ValueFormat, number>> = {
  number: 116,
  moment: 116,
  deadline: 148,
  flag: 92,
  list: 200,
};

/**
 * Makes the list page of a collection from its declaration, its words and its differences. Without differences, the
 * title is the first column, the other columns have the order of the schema, and only sortable columns are shown by
 * default; the control of each filter follows from its schema; the side panel has the declared groups. People in fields are
 * links to their pages.
 */
export function declaredList<S extends ScopedListName, const W extends Words>(
  collection: S,
  words: W,
  differences: DifferencesOf<S, W> = {},
): ListSpec<RowOf<S>, FilterOf<S>> {
  const widened: Differences & Partial<Omit<ListParts<S>, keyof Differences>> = differences;
  const {
    columns,
    filters,
    filterFields = {},
    exclusive = [],
    details: _,
    fields = {},
    values: __,
    ...parts
  } = widened;
  const declared: Declaration = collections[collection];
  const { row, title, about, filter, key, sides, one } = declared;
  const values = { ...words.values, ...widened.values };
  const labels = labelsOf(words);
  // A title such as `environment.name` is shown in the column of its field
  const [first = 'id'] = title[0]?.split('.') ?? [];

  return defineList(collection, words, {
    columns: Object.entries(columns ?? plainColumns()).map(columnOf),
    filters: (filters ?? [['', ...Object.keys(filter.shape)]]).flatMap(filtersOf),
    details: detailsOf(collection, words, differences),
    leading: [...new Set([key, first])],
    nameOf: (entry) => firstText(entry, title) ?? `#${String(entry[key])}`,
    aboutOf: (entry) => (about === undefined ? null : firstText(entry, [about])) ?? '',
    ...(one === undefined && { isListOnly: true }),
    ...parts,
  });

  function plainColumns(): NonNullable<Differences['columns']> {
    const shown = Object.keys(row.shape).filter((name) => name !== first && formatOf(declared, name) !== undefined);
    const others = shown.map((name) => [name, { isOptional: !isColumn(declared, name) }] as const);
    return { [first]: 320, ...Object.fromEntries(others), age: 92 };
  }

  function columnOf([id, column = {}]: [string, NonNullable<Differences['columns']>[string]], at: number): ListColumn {
    const { sortBy = sortOf(declared, id), ...more } = typeof column === 'number' ? { widthPx: column } : column;
    const field = fields[id] ?? {};
    const format = more.format ?? field.format ?? (more.value === undefined ? formatOf(declared, id) : 'text');
    const label = words.columns?.[id] ?? (id === 'age' ? consoles.columns.age : labelOf(id, labels));
    const schema = schemaOf(declared, id);
    const isAtEnd = id === 'age' || schema === instant || schema instanceof z.ZodNumber;
    const own = isOfPeople(schema) && at > 0 ? personParts : undefined;
    const show = more.value === undefined ? (field.show ?? own) : undefined;
    return {
      id,
      title: label,
      widthPx: Math.max(widthsPx[format ?? 'text'] ?? 160, titleWidthPx(label)),
      ...(format !== undefined && { format }),
      ...(((isAtEnd && format !== 'text') || ['moment', 'deadline', 'number'].includes(format ?? '')) && {
        align: 'end',
      }),
      ...(typeof sortBy === 'string' && { sortBy }),
      ...(at === 0 ? { isPinned: true } : id === key && { isOptional: true }),
      ...(format === 'text' &&
        id in row.shape && {
          value: (entry: ListRow) => (entry[id] === undefined ? undefined : inWords(entry[id], values[id])),
        }),
      ...(show !== undefined && {
        show: ({ row: entry }) => {
          const shown = show(entry[id], entry);
          return typeof shown === 'string' ? { text: shown } : shown;
        },
      }),
      ...(field.isDetail === true && { isDetail: true }),
      ...(field.isNullNever === true && { isNullNever: true }),
      ...more,
    };
  }

  function filtersOf([group, ...names]: readonly [string, ...string[]]): FilterField[] {
    return names.flatMap((name) => {
      const schema = filter.shape[name] as z.ZodType;
      const { control = controlOf(schema, values[name]), ...more } = filterFields[name] ?? {};
      if (control === undefined) return [];
      const excludes = exclusive.flatMap(([filterName, other]) => (filterName === name ? [other] : []));
      const side = sides[name];
      return {
        name,
        label: labelOf(name, { ...labels, ...words.filters, ...(words.filter as Labels | undefined) }),
        group: words.filter?.groups?.[group] ?? titleOf(collection),
        control,
        values: filterValues[collection]?.[name],
        ...(side !== undefined && { side }),
        ...(excludes.length > 0 && { excludes }),
        ...more,
      };
    });
  }
}

/** The groups of the side panel of a list, for pages that show them without the list. */
export function detailsOf<S extends ScopedListName, const W extends Words>(
  collection: S,
  words: W,
  differences: DifferencesOf<S, W> = {},
): DetailGroup[] {
  const { details, fields = {}, values } = differences as Differences;
  const declared: Declaration = collections[collection];
  const labels = { ...words.values, ...values };
  const groups = details ?? Object.entries(declared.groups).map(([id, names]) => [id, ...names] as const);
  return [...new Set(groups.map(([id]) => id))].map((id) => ({
    id,
    title: words.groups?.[id] ?? id,
    fields: groups.flatMap(([one, ...names]) => (one === id ? names.map(fieldOf) : [])),
  }));

  function fieldOf(name: string): DetailField {
    return {
      name,
      label: words.fields?.[name] ?? labelOf(name),
      format: formatOf(declared, name) ?? 'text',
      textOf: (value) => inWords(value, labels[name]),
      ...(isOfPeople(schemaOf(declared, name)) && { show: personParts }),
      ...fields[name],
    };
  }
}

/** The control of a filter that is either on or not set. */
export const flag = { control: { kind: 'flag' } } as const;

/** The control of a filter that offers these values, if they or their order differ from the schema. */
export function enumOf(words: Readonly<Record<string, string>>): { control: FilterControl } {
  return { control: { kind: 'enum', options: Object.entries(words).map(([value, label]) => ({ value, label })) } };
}

/** The ID of a row as it is shown beside the name: "#42". */
export const numberOf = ({ id }: { id: number }): string => `#${id}`;

/** The labels of fields. The name of another service is shown only in the side panel. */
function labelsOf({ fields = {} }: Words): Labels {
  return Object.fromEntries(
    Object.entries(fields).filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
}

/** The approximate width of a column whose title is not cut off, with room for the sort arrow. */
function titleWidthPx(title: string): number {
  return 40 + 7 * title.length;
}

/** The format of a field; undefined: the field is an object without a name, and only the side panel shows it. */
function formatOf(declared: Declaration, field: string): ValueFormat | undefined {
  if (isDeadline(field)) return 'deadline';
  // IDs have no thousands separators
  const isName = field === declared.key || /(^|_)i?id$/.test(field);
  return formatIn(schemaOf(declared, field), isName);
}

function formatIn(schema: z.ZodType, isName: boolean): ValueFormat | undefined {
  if (schema === instant) return 'moment';
  if (schema instanceof z.ZodBoolean) return 'flag';
  if (schema instanceof z.ZodNumber) return isName ? 'mono' : 'number';
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text';
  if (schema instanceof z.ZodUnion)
    return alternatives(schema).some((one) => formatIn(one, isName) !== undefined) ? 'text' : undefined;
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodObject ? 'text' : 'list';
  return schema instanceof z.ZodObject && names.some((name) => Object.hasOwn(schema.shape, name)) ? 'text' : undefined;
}

/** A value as text: a known value by its label, an object by its name, or by its fields if it has no name. */
export function inWords(value: unknown, words: ValueWords = {}): string {
  if (Array.isArray(value)) return value.map((one) => inWords(one, words)).join(', ');
  if (typeof value !== 'object' || value === null) return wordOf(words, plain(value));
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== '');
  const name = names.map((one) => (value as Record<string, unknown>)[one]).find((one) => typeof one === 'string');
  return typeof name === 'string' ? name : fields.map(([field, one]) => `${field}: ${inWords(one)}`).join(' · ');
}

/** Fields that can contain the name of an object. */
const names = ['title', 'name', 'username', 'full'];
