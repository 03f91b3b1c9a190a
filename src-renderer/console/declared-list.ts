import type { Declaration } from '#shared/contract/collection.ts';
import { collections, firstText, type FieldName } from '#shared/contract/collections.ts';
import { filterValues } from '#shared/contract/dialect-values.ts';
import { instant } from '#shared/contract/kit.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { labelOf, type Labels } from '#shared/text/en/fields.ts';
import { z } from 'zod';
import type { FilterOf, ListRow, RowOf, ScopedListName } from '../stores/lists/collection-client.ts';
import { alternatives, controlOf, isColumn, isDeadline, schemaOf, sortOf } from './declared.ts';
import { defineList, type ListParts, type PageWords } from './define-list.ts';
import type { ValueFormat } from './facts/value-parts.ts';
import type { DetailField, DetailGroup, FilterControl, FilterField, ListColumn } from './list-spec.ts';
import type { ListSpec, ValueWords } from './list-spec.ts';
import { plain, wordOf } from './values.ts';

/** The words of a list. Labels that equal the default ones of `labelOf` are absent. */
interface Words extends PageWords {
  fields?: Readonly<Partial<Record<string, DetailField['label']>>> | undefined;
  /** Labels of columns that differ from the ones of their fields, and of columns that are no fields. */
  columns?: Labels;
  /** Headings of the side panel. */
  groups?: Labels;
  filters?: Labels | undefined;
  /** Headings of the filter menu, and labels of filters. */
  filter?: { groups?: Labels };
  /** Labels of values, by field or filter. */
  values?: Readonly<Partial<Record<string, ValueWords>>> | undefined;
}
/** Headings, each with its fields or filters. A heading can be repeated. */
type Headed<Heading, Name> = readonly (readonly [Heading, ...Name[]])[];
type NamesIn<T> = T extends object ? keyof T & string : never;
type FilterName<S extends ScopedListName> = keyof FilterOf<S> & string;

/** What a list has that its declaration and words do not say. */
interface Differences<
  Id extends string = string,
  Field extends string = string,
  Filter extends string = string,
  W extends Words = Words,
  Row extends ListRow = ListRow,
> {
  /**
   * The columns in their order, each with its width or what differs. The first one is pinned. `sortBy` null: it is not
   * sortable. Default: all fields.
   */
  columns?: { readonly [I in Id]?: number | (Omit<Partial<ListColumn<Row>>, 'sortBy'> & { sortBy?: string | null }) };
  /** How fields are shown in their columns and in the side panel. */
  fields?: { readonly [F in Field]?: Omit<Partial<DetailField>, 'name' | 'label'> };
  values?: Words['values'];
  /** The headings of the filter menu with their filters. Default: all filters below the title of the list. */
  filters?: Headed<NamesIn<NonNullable<W['filter']>['groups']>, Filter>;
  filterFields?: { readonly [F in Filter]?: Partial<FilterField<Record<Filter, unknown>>> };
  /** Pairs of filters: the first one cannot be set together with the second one. */
  exclusive?: readonly (readonly [Filter, Filter])[];
  /** The headings of the side panel with their fields. Default: the groups of the declaration. */
  details?: Headed<NamesIn<W['groups']>, Field>;
}
type Own<S extends ScopedListName, W extends Words> = Differences<
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
  deadline: 132,
  flag: 92,
  list: 200,
};

/**
 * The list page of a collection, made from its declaration and words, and from what differs. Without differences:
 * columns in the order of the schema with the title first, sortable ones shown by default; filters from their schema;
 * the declared groups in the side panel.
 */
export function declaredList<S extends ScopedListName, const W extends Words>(
  collection: S,
  words: W,
  own: Own<S, W> = {},
): ListSpec<RowOf<S>, FilterOf<S>> {
  const given: Differences & Partial<Omit<ListParts<S>, keyof Differences>> = own;
  const { columns, filters, filterFields = {}, exclusive = [], details: _, fields = {}, values: __, ...parts } = given;
  const declared: Declaration = collections[collection];
  const { row, title, about, filter, key, sides, one } = declared;
  const values = { ...words.values, ...given.values };
  const labels = labelsOf(words);
  // A title such as `environment.name` is shown in the column of its field
  const [first = 'id'] = title[0]?.split('.') ?? [];

  return defineList(collection, words, {
    columns: Object.entries(columns ?? plainColumns()).map(columnOf),
    filters: (filters ?? [['', ...Object.keys(filter.shape)]]).flatMap(filtersOf),
    details: detailsOf(collection, words, own),
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

  function columnOf(
    [id, different = {}]: [string, NonNullable<Differences['columns']>[string]],
    at: number,
  ): ListColumn {
    const { sortBy = sortOf(declared, id), ...more } =
      typeof different === 'number' ? { widthPx: different } : different;
    const field = fields[id] ?? {};
    const format = more.format ?? field.format ?? (more.value === undefined ? formatOf(declared, id) : 'text');
    const label = words.columns?.[id] ?? (id === 'age' ? consoles.columns.age : labelOf(id, labels));
    const schema = schemaOf(declared, id);
    const isAtEnd = id === 'age' || schema === instant || schema instanceof z.ZodNumber;
    const show = more.value === undefined ? field.show : undefined;
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

/** The groups of the side panel. */
export function detailsOf<S extends ScopedListName, const W extends Words>(
  collection: S,
  words: W,
  own: Own<S, W> = {},
): DetailGroup[] {
  const { details, fields = {}, values } = own as Differences;
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
      ...fields[name],
    };
  }
}

/** The control of a filter that is either on or not set. */
export const flag = { control: { kind: 'flag' } } as const;

/** A choice of one of these values, for a filter whose schema has others or another order. */
export function enumOf(words: Readonly<Record<string, string>>): { control: FilterControl } {
  return { control: { kind: 'enum', options: Object.entries(words).map(([value, label]) => ({ value, label })) } };
}

/** The ID of a row, shown beside its name. */
export const numberOf = ({ id }: { id: number }): string => `#${id}`;

/** The labels of fields. The name of another service is shown only in the side panel. */
function labelsOf({ fields = {} }: Words): Labels {
  return Object.fromEntries(
    Object.entries(fields).filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
}

/** About the width of a column that shows its whole title, with room for the sort arrow. */
function titleWidthPx(title: string): number {
  return 40 + 7 * title.length;
}

/** How a field is shown; undefined: it is an object, and only the side panel shows it. */
function formatOf(declared: Declaration, field: string): ValueFormat | undefined {
  if (isDeadline(field)) return 'deadline';
  // Digits of a number that names a row are not grouped
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

/** A value in words: with the labels of the list; an object by its name, or else by its fields. */
function inWords(value: unknown, words: ValueWords = {}): string {
  if (Array.isArray(value)) return value.map((one) => inWords(one, words)).join(', ');
  if (typeof value !== 'object' || value === null) return wordOf(words, plain(value));
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== '');
  const name = names.map((one) => (value as Record<string, unknown>)[one]).find((one) => typeof one === 'string');
  return typeof name === 'string' ? name : fields.map(([field, one]) => `${field}: ${inWords(one)}`).join(' · ');
}

/** Fields that can be the name of an object. */
const names = ['title', 'name', 'username', 'full'];
