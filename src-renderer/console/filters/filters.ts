import { isAccepted } from '#shared/contract/dialect-values.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import type { ListFilter } from '../../stores/lists/collection-client.ts';
import type { FilterControl, FilterField, ValueWords } from '../list-spec.ts';
import { isoDay } from '../../components/inputs/day-text.ts';
import { wordOf } from '../values.ts';

/** Whether a filter is set. False counts as set for a filter with yes and no. */
export function isSet({ name, control }: Pick<FilterField, 'name' | 'control'>, filter: ListFilter): boolean {
  const value = filter[name];
  if (value === undefined || value === '' || value === null) return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return value !== false || control.kind === 'boolean';
}

/** The set filters, in the order of the menu. */
export function setFilters(fields: readonly FilterField[], filter: ListFilter): FilterField[] {
  return fields.filter((field) => isSet(field, filter));
}

/**
 * The filters with one value set, or removed if undefined. Filters that need a removed one are removed too. A filter with
 * `setsNeeded` also sets the one that it needs.
 */
export function withFilter<Filter extends ListFilter>(
  fields: readonly FilterField[],
  filter: Filter,
  name: string,
  value: unknown,
): Filter {
  const next: ListFilter = { ...filter, [name]: value };
  const changed = fields.find((field) => field.name === name);
  if (changed?.setsNeeded === true && changed.needs !== undefined && isSet(changed, next)) {
    next[changed.needs] ??= changed.needsValue;
  }
  for (const field of fields) {
    if (!isSet(field, next) || !hasNeeded(field, fields, next)) delete next[field.name];
  }
  return next as Filter;
}

/** The set filter that gave this one its value (`setsNeeded`); undefined: none did. */
export function settingFilter(
  { name }: FilterField,
  fields: readonly FilterField[],
  filter: ListFilter,
): FilterField | undefined {
  return fields.find(
    (other) =>
      other.setsNeeded === true && other.needs === name && other.needsValue === filter[name] && isSet(other, filter),
  );
}

/** Why a filter cannot be set or changed now; null if it can. A set filter can be removed unless another one set it. */
export function whyNot(field: FilterField, fields: readonly FilterField[], filter: ListFilter): string | null {
  const setting = settingFilter(field, fields, filter);
  if (setting !== undefined) return words.filter.setBy(setting.label);
  if (isSet(field, filter)) return null;
  const rival = rivalOf(field, fields, filter);
  if (rival !== undefined) return words.filter.excludedBy(rival.label);
  if (hasNeeded(field, fields, filter)) return null;
  if (field.setsNeeded === true && filter[field.needs ?? ''] === undefined) return null;
  const needed = fields.find(({ name }) => name === field.needs);
  if (needed === undefined) return null;
  const { needsValue: value } = field;
  return words.filter.needs(value === undefined ? needed.label : chipOf(needed, { [needed.name]: value }));
}

/** The set filter that excludes this one; undefined: none does. */
function rivalOf(field: FilterField, fields: readonly FilterField[], filter: ListFilter): FilterField | undefined {
  return fields.find(
    (other) =>
      isSet(other, filter) && (field.excludes?.includes(other.name) || other.excludes?.includes(field.name)) === true,
  );
}

/** The filters of an address or a saved view: of two that exclude each other, only the first one of the menu. */
export function withoutRivals<Filter extends ListFilter>(fields: readonly FilterField[], filter: Filter): Filter {
  const next: ListFilter = { ...filter };
  const kept: ListFilter = {};
  for (const field of setFilters(fields, filter)) {
    if (rivalOf(field, fields, kept) === undefined) kept[field.name] = filter[field.name];
    else delete next[field.name];
  }
  return next as Filter;
}

/** Whether the filter that another one needs is set, with the value that it needs. */
function hasNeeded({ needs, needsValue }: FilterField, fields: readonly FilterField[], filter: ListFilter): boolean {
  const needed = fields.find(({ name }) => name === needs);
  if (needed === undefined) return true;
  return isSet(needed, filter) && (needsValue === undefined || filter[needed.name] === needsValue);
}

/** Whether instances of a dialect accept the value of a filter. */
export function isInDialect({ values }: FilterField, value: unknown, dialect: DialectName): boolean {
  return values === undefined || value === undefined || isAccepted(values, value, dialect);
}

/** The filter with the choices for instances of a dialect, and with the one that is set. */
export function forDialect(field: FilterField, filter: ListFilter, dialect: DialectName): FilterField {
  const { name, control } = field;
  if (control.kind !== 'enum') return field;
  const isShown = (value: string): boolean => value === filter[name] || isInDialect(field, value, dialect);
  return { ...field, control: { ...control, options: control.options.filter(({ value }) => isShown(value)) } };
}

/** The text of a chip. */
export function chipOf({ name, label, control }: FilterField, filter: ListFilter): string {
  const text = valueText(control, filter[name]);
  return text === null ? label : words.filter.chip(label, text);
}

function valueText(control: FilterControl, value: unknown): string | null {
  switch (control.kind) {
    case 'flag':
      return null;
    case 'boolean':
      return value === true ? control.yes : control.no;
    case 'enum':
      return labelOf(control.options, value);
    case 'enums':
      return listOf(value)
        .map((one) => labelOf(control.options, one))
        .join(', ');
    case 'texts':
      return textsText(control, value);
    case 'ids':
      return idsText(value);
    case 'pairs':
      return Object.entries(value ?? {})
        .map(([key, text]) => `${key} = ${text}`)
        .join(', ');
    case 'date':
      return dayOf(value);
    case 'number':
      return control.unit === undefined ? plainText(value) : `${plainText(value)} ${control.unit}`;
    case 'text':
      return wordOf(valueWords(control), plainText(value));
    case 'day':
      return plainText(value);
    default:
      return control satisfies never;
  }
}

function labelOf(options: readonly { value: string; label: string }[], value: unknown): string {
  return options.find((option) => option.value === plainText(value))?.label ?? plainText(value);
}

/** The values that the options of a control set; empty if the control has no options. */
export function choicesOf(control: FilterControl): unknown[] {
  switch (control.kind) {
    case 'boolean':
      return [true, false];
    case 'enum':
      return control.options.map(({ value }) => (control.isNumber === true ? Number(value) : value));
    case 'enums':
      return control.options.map(({ value }) => [value]);
    default:
      return [];
  }
}

/** The labels of the values of a text filter. */
export function valueWords(control: FilterControl): ValueWords {
  return control.kind === 'text' || control.kind === 'texts' ? (control.words ?? {}) : {};
}

/** Whether the values of a text filter can be listed. `collection`: see `FilterMenuProps`. */
export function hasValues(collection: string | null, { name, control }: FilterField): boolean {
  if (control.kind !== 'text' && control.kind !== 'texts') return false;
  return (
    collection === null ||
    (outlines as Readonly<Record<string, { valued: readonly string[] }>>)[collection]?.valued.includes(name) === true
  );
}

/** A label with a number of rows; null: the number is unknown, so only the label. */
export function withCount(label: string, rows: number | null | undefined): string {
  return rows === null || rows === undefined ? label : words.filter.withCount(label, rows);
}

/** The values of a list filter; empty for anything else. */
export function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The labels of the values of a list filter, as a text field shows them. */
export function textsText(control: FilterControl, value: unknown): string {
  return listOf(value)
    .map((one) => wordOf(valueWords(control), one))
    .join(', ');
}

/** Numbers or a word, as a text field shows them. */
export function idsText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : plainText(value);
}

/** The numbers or the word in a text field; undefined if it has neither. Words ignore case. */
export function readIds(
  text: string,
  { isList, words: known }: Extract<FilterControl, { kind: 'ids' }>,
): number | number[] | string | undefined {
  const word = known.find((one) => one.toLowerCase() === text.trim().toLowerCase());
  const numbers = splitList(text).flatMap((part) => (/^\d{1,15}$/.test(part) ? [Number(part)] : []));
  if (word !== undefined || numbers.length === 0) return word;
  return isList ? numbers : numbers[0];
}

/** The value with this label; a text without such a label is returned unchanged. Ignores case. */
export function valueOfWord(words: ValueWords, text: string): string {
  const found = Object.entries(words).find(([, label]) => label?.toLowerCase() === text.toLowerCase());
  return found?.[0] ?? text;
}

/** The parts of a text that `readIds` leaves out; empty for a known word. */
export function unreadIds(text: string, { isList, words: known }: Extract<FilterControl, { kind: 'ids' }>): string[] {
  if (known.some((one) => one.toLowerCase() === text.trim().toLowerCase())) return [];
  const parts = splitList(text);
  const wrong = parts.filter((part) => !/^\d{1,15}$/.test(part));
  return wrong.length > 0 || isList ? wrong : parts.slice(1);
}

/** The words of a text field without duplicates, separated by commas or line breaks. */
export function splitList(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map((part) => part.trim()))].filter((part) => part !== '');
}

/** The local day of an ISO instant, as a date field shows it; '' for none. */
export function dayOf(instant: unknown): string {
  if (typeof instant !== 'string') return '';
  const moment = new Date(instant);
  return Number.isNaN(moment.getTime()) ? instant : isoDay(moment);
}

/** The start of a local day as an ISO instant for the API; undefined for no day, or for a year after 9999. */
export function instantOf(day: string): string | undefined {
  const moment = new Date(`${day}T00:00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  const instant = moment.toISOString();
  return /^\d{4}-/.test(instant) ? instant : undefined;
}
