import { filterValues } from '#shared/contract/dialect-values.ts';
import { instant } from '#shared/contract/kit.ts';
import type { Declaration } from '#shared/contract/collection.ts';
import { collections, firstText, type ListName } from '#shared/contract/collections.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import type { ListWords } from '#shared/text/en/list-words.ts';
import { z } from 'zod';
import type { ListRow } from '../stores/lists/collection-client.ts';
import { segmentOf } from '../stores/window/address.ts';
import { visibleText } from '../components/text/visible-text.ts';
import { alternatives, controlOf, isColumn, schemaOf, sortOf } from './declared.ts';
import { partsOf } from './outline-parts.ts';
import type { DetailGroup, FilterField, ListColumn, ListSpec } from './list-spec.ts';
import type { ValueFormat } from './facts/value-parts.ts';
import { plain, wordOf } from './values.ts';
import { allRows, notReturnedRows } from './define-list.ts';

/** Maximum characters of a name in a sentence, a heading or a message. */
const mostOfName = 200;
const widthsPx: Record<ValueFormat, number> = {
  text: 160,
  mono: 160,
  number: 116,
  moment: 116,
  day: 116,
  flag: 92,
  warn: 92,
  list: 200,
  chips: 200,
  person: 160,
  seconds: 116,
  custom: 160,
};

/**
 * The spec of a list page, made from the declaration and the words of a collection: columns in the order of the schema
 * with the title first, sortable ones shown by default; filters from their schema; all fields in the side panel.
 */
export function plainList<C extends ListName>(name: C, words: ListWords<C>): ListSpec {
  const declared = collections[name];
  const { row, title, about, filter } = declared;
  const values = (words.values ?? {}) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  // A title such as `environment.name` is shown in the column of its field
  const [first = 'id'] = title[0]?.split('.') ?? [];
  const nameOf = (one: ListRow): string => firstText(one, title) ?? `#${String(one[declared.key])}`;
  const formatIn = (field: string): ValueFormat | undefined =>
    formatOf(schemaOf(declared, field), isName(declared, field));
  const shown = Object.keys(row.shape).filter((field) => formatIn(field) !== undefined);

  return {
    collection: name,
    path: `/${segmentOf(name)}`,
    title: titleOf(name),
    noun: words.noun,
    searchHint: words.searchHint,
    ...(words.role !== undefined && { role: words.role }),
    ...partsOf(outlines[name]),
    columns: [...[first, ...shown.filter((field) => field !== first)].map(columnOf), age],
    filters: Object.entries(filter.shape).flatMap(([field, schema]) => filterOf(field, schema as z.ZodType)),
    views: [allRows, notReturnedRows],
    details: detailsOf(name, words),
    leading: [declared.key, first],
    nameOf: (one) => visibleText(nameOf(one), mostOfName),
    aboutOf: (one) => visibleText((about === undefined ? null : firstText(one, [about])) ?? '', mostOfName),
    ...(declared.one === undefined && { isListOnly: true }),
  };

  function columnOf(field: string): ListColumn {
    const format = formatIn(field) ?? 'text';
    const isTitle = field === first;
    const sortBy = sortOf(declared, field);
    return {
      id: field,
      title: labelOf(field, words.fields),
      widthPx: isTitle ? 320 : Math.max(widthsPx[format], titleWidthPx(labelOf(field, words.fields))),
      format,
      ...(['moment', 'number', 'mono'].includes(format) ? { align: 'end' as const } : {}),
      ...(isTitle && { isPinned: true }),
      ...(isTitle || isColumn(declared, field) ? {} : { isOptional: true }),
      ...(sortBy !== undefined && { sortBy }),
      ...(format === 'text' && {
        value: (one: ListRow) => (one[field] === undefined ? undefined : inWords(one[field], values[field])),
      }),
    };
  }

  function filterOf(field: string, schema: z.ZodType): FilterField[] {
    const control = controlOf(schema, values[field]);
    const label = labelOf(field, { ...words.fields, ...words.filters });
    const side = declared.sides[field];
    if (control === undefined) return [];
    const shown = { name: field, label, group: titleOf(name), control, values: filterValues[name]?.[field] };
    return [{ ...shown, ...(side !== undefined && { side }) }];
  }
}

/** The groups of the side panel, made from the declaration and the words of a collection. */
export function detailsOf<C extends ListName>(name: C, words: ListWords<C>): DetailGroup[] {
  const declared: Declaration = collections[name];
  const values = (words.values ?? {}) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return Object.entries(declared.groups).map(([id, names]) => ({
    id,
    title: (words.groups as Readonly<Record<string, string>>)[id] ?? id,
    fields: names.map((field) => ({
      name: field,
      label: labelOf(field, words.fields),
      format: formatOf(schemaOf(declared, field), isName(declared, field)) ?? 'text',
      textOf: (value) => inWords(value, values[field]),
    })),
  }));
}

const age: ListColumn = { id: 'age', title: consoles.columns.age, widthPx: 92, align: 'end' };

/** About the width of a column that shows its whole title, with room for the sort arrow. */
function titleWidthPx(title: string): number {
  return 40 + 7 * title.length;
}

/** The field names a row: digits of such a number are not grouped. */
function isName({ key }: Declaration, field: string): boolean {
  return field === key || /(^|_)i?id$/.test(field);
}

/** How a field is shown in a cell; undefined: it is an object, and only the side panel shows it. */
function formatOf(schema: z.ZodType, isName: boolean): ValueFormat | undefined {
  if (schema === instant) return 'moment';
  if (schema instanceof z.ZodBoolean) return 'flag';
  if (schema instanceof z.ZodNumber) return isName ? 'mono' : 'number';
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text';
  if (schema instanceof z.ZodUnion)
    return alternatives(schema).some((one) => formatOf(one, isName)) ? 'text' : undefined;
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodObject ? 'text' : 'list';
  return schema instanceof z.ZodObject && names.some((name) => Object.hasOwn(schema.shape, name)) ? 'text' : undefined;
}

/** A value in words: with the labels of the list; an object by its name, or else by its fields. */
function inWords(value: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (Array.isArray(value)) return value.map((one) => inWords(one, words)).join(', ');
  if (typeof value !== 'object' || value === null) return wordOf(words, plain(value));
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== '');
  const name = names.map((one) => (value as Record<string, unknown>)[one]).find((one) => typeof one === 'string');
  return typeof name === 'string' ? name : fields.map(([field, one]) => `${field}: ${inWords(one)}`).join(' · ');
}

/** Fields that can be the name of an object. */
const names = ['title', 'name', 'username', 'full'];
