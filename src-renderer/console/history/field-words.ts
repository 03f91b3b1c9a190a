import { collections } from '#shared/contract/collections.ts';
import type { ChangedField, HistoryEntry } from '#shared/contract/history.ts';
import { consoles } from '#shared/text/en/console.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import { forgotten } from '#shared/text/en/forgotten.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { history as words } from '#shared/text/en/history.ts';
import { shortDay, shortMoment } from '#shared/text/en/moments.ts';
import { now } from '../../components/text/clock.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import { inWords } from '../declared-list.ts';
import { isOfPeople, schemaOf } from '../declared.ts';
import { peopleOf } from '../facts/person-part.ts';
import { deadlinePart, inFormat, type Shown, type ValueFormat } from '../facts/value-parts.ts';
import type { DetailField, ListColumn, ListSpec } from '../list-spec.ts';
import { isWorse } from './worse.ts';

/** The columns and fields of a list, whose words its history uses. */
export interface FieldSource {
  collection: string;
  columns: readonly ListColumn[];
  fields: readonly DetailField[];
  dialect: DialectName;
  /** Names of people by ID, for rows that contain only the ID. */
  names?: ReadonlyMap<number, string> | undefined;
}

/** A value as text. `isQuiet`: the text describes the value, for example "Empty". */
export interface ValueWords {
  text: string;
  isQuiet: boolean;
}

/** A changed field in the words of its list. */
export interface ChangePart {
  field: string;
  label: string;
  before: ValueWords;
  after: ValueWords;
  isWorse: boolean;
}

/** The words of a list. Its fields may have to be loaded first. */
export async function fieldSource(spec: ListSpec, dialect: DialectName): Promise<FieldSource> {
  const groups = typeof spec.details === 'function' ? await spec.details() : spec.details;
  const { collection, columns } = spec;
  return { collection, columns, fields: groups.flatMap(({ fields }) => fields), dialect };
}

/** The words of a collection without a list. */
export const plainSource = (collection: string): FieldSource => ({
  collection,
  columns: [],
  fields: [],
  dialect: 'documented',
});

/** The label of a field in its list. `field`: a path such as `created_by.id`; the label is that of its first field. */
export function labelIn(source: FieldSource, field: string): string {
  const { root, own, column } = shownBy(source, field);
  const label = typeof own?.label === 'function' ? own.label(source.dialect) : own?.label;
  return label ?? column?.title ?? labelOf(root);
}

/** The label of a field and its value, as the columns and the side panel of the list show them. Dates are absolute. */
export function fieldWords(source: FieldSource, field: string, value: unknown): ValueWords & { label: string } {
  const label = labelIn(source, field);
  if (value === undefined) return { label, text: words.notRecordedValue, isQuiet: true };
  const text = valueText(source, field, value);
  return { label, text: text === '' ? words.emptyValue : text, isQuiet: text === '' };
}

/** The changed fields of an entry. Several values of one object, for example `author.id` and `author.username`, are one. */
export function changeParts(source: FieldSource, { fields }: Pick<HistoryEntry, 'fields'>): ChangePart[] {
  const all = merged(fields);
  // The level of a direct member has the same value twice: `access_level` and `direct_access_level`
  const isRepeated = ({ name, before, after }: ChangedField): boolean =>
    all.some((one) => name.endsWith(`_${one.name}`) && one.before === before && one.after === after);
  return all
    .filter((one) => !isRepeated(one))
    .map((one) => {
      const { label, ...before } = fieldWords(source, one.name, one.before);
      const { text, isQuiet } = fieldWords(source, one.name, one.after);
      return { field: one.name, label, before, after: { text, isQuiet }, isWorse: isWorse(one) };
    });
}

/** What the list shows a field with. `column`: one that shows this field alone. */
function shownBy({ columns, fields }: FieldSource, field: string) {
  const [root = field] = field.split('.');
  const own = fields.find(({ name }) => name === root);
  const column = columns.find(({ id, fields: shown = [id] }) => shown.length === 1 && shown[0] === root);
  return { root, own, column };
}

/** The value is empty. */
function valueText(source: FieldSource, field: string, value: unknown): string {
  const { root, own, column } = shownBy(source, field);
  if (value === '' || (Array.isArray(value) && value.length === 0)) return '';
  if (value !== null && typeof value === 'object' && 'forgotten' in value) return forgotten.placeholder;
  // The list shows the whole object, not a part of it
  if (field !== root || (value !== null && typeof value === 'object')) {
    const people = peopleOf(value).map(({ name }) => name);
    return people.length > 0 ? people.join(', ') : (personText(source, field, root, value) ?? inWords(value));
  }
  if (value === null && (own?.isNullNever === true || column?.isNullNever === true)) return consoles.never;
  const row: ListRow = { [root]: value };
  const cell = partsText(column?.show?.({ row, scope: '', key: -1, fetchedAt: 0, notReturnedSince: null }));
  // Some columns have a word for null: a token without an expiry date shows "Never"
  if (value === null) return cell === consoles.none ? '' : (cell ?? '');
  const shown = own?.show?.(value, row);
  const format = own?.format ?? column?.format;
  return (
    (typeof shown === 'string' ? shown : partsText(shown)) ??
    cell ??
    dateText(value, format) ??
    inFormat(value, format)?.text ??
    own?.textOf?.(value) ??
    inWords(column?.value?.(row) ?? value)
  );
}

/** The name of a person by the ID; null: the value is not the ID of a person. */
function personText({ collection, names }: FieldSource, field: string, root: string, value: unknown): string | null {
  if (field !== `${root}.id` || typeof value !== 'number' || !isCollection(collection)) return null;
  if (!isOfPeople(schemaOf(collections[collection], root))) return null;
  return names?.get(value) ?? words.person(value);
}

/** A date without its age, because the history shows values of the past. */
function dateText(value: unknown, format: ValueFormat | undefined): string | null {
  // A list without a page has no formats
  const isMoment = format === undefined && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value);
  if (!isMoment && format !== 'moment' && format !== 'day' && format !== 'deadline') return null;
  const end = deadlinePart(value);
  if (end === null) return null;
  return end.title === value ? shortDay(end.at, now()) : shortMoment(end.at, now());
}

function partsText(shown: Shown): string | null {
  if (shown === null || shown === undefined) return null;
  return [shown]
    .flat()
    .map(({ text }) => text)
    .join(', ');
}

/** Changed values of the same object are one field with the object as its value. */
function merged(fields: readonly ChangedField[]): ChangedField[] {
  const byRoot = Map.groupBy(fields, ({ name }) => name.split('.')[0] ?? name);
  return [...byRoot].flatMap(([root, parts]) => (parts.length === 1 ? parts : [objectOf(root, parts)]));
}

function objectOf(root: string, parts: readonly ChangedField[]): ChangedField {
  const sideOf = (side: 'before' | 'after'): unknown => {
    const known = parts.filter((part) => part[side] !== undefined && part[side] !== null);
    return known.length === 0
      ? null
      : Object.fromEntries(known.map((part) => [part.name.slice(root.length + 1), part[side]]));
  };
  return { name: root, before: sideOf('before'), after: sideOf('after') };
}
