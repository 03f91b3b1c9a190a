import { collections } from '#shared/contract/collections.ts';
import type { ChangedField, HistoryEntry } from '#shared/contract/history.ts';
import { consoles } from '#shared/text/en/console.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import { forgotten } from '#shared/text/en/forgotten.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { history as words } from '#shared/text/en/history.ts';
import { shortDay, shortMoment } from '#shared/text/en/moments.ts';
import { now } from '../../components/text/clock.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import { inWords } from '../declared-list.ts';
import { isOfPeople, schemaOf } from '../declared.ts';
import { peopleOf } from '../facts/person-part.ts';
import { deadlinePart, inFormat, type ValueFormat } from '../facts/value-parts.ts';
import type { DetailField, ListSpec } from '../list-spec.ts';
import { isWorse } from './worse.ts';

/** The fields of a list, whose labels and formats its history uses. */
export interface FieldSource {
  collection: string;
  fields: readonly DetailField[];
  dialect: DialectName;
  /** Names of people by ID, for rows that contain only the ID. */
  names?: ReadonlyMap<number, string> | undefined;
}

/** A changed field with the label and the formats of its list. `isQuiet`: `after` describes the value, for example "Empty". */
export interface ChangePart {
  field: string;
  label: string;
  before: string;
  after: string;
  isQuiet: boolean;
  isWorse: boolean;
}

/** The fields of a list: those of its side panel, which may have to be loaded first, then those of its columns. */
export async function fieldSource(spec: ListSpec, dialect: DialectName): Promise<FieldSource> {
  const groups = typeof spec.details === 'function' ? await spec.details() : spec.details;
  const ofColumns = spec.columns.map((column): DetailField => ({
    ...{ name: column.id, label: column.title, ...(column.format && { format: column.format }) },
    textOf: (value) => inWords(column.value === undefined ? value : column.value({ [column.id]: value })),
  }));
  return { collection: spec.collection, fields: [...groups.flatMap(({ fields }) => fields), ...ofColumns], dialect };
}

/** The fields of the lists of these changes, by collection. If several lists show a collection, the first one is used. */
export async function fieldSources(
  changes: readonly Pick<HistoryEntry, 'collection'>[],
  lists: readonly ListSpec[],
  dialect: DialectName,
): Promise<ReadonlyMap<string, FieldSource>> {
  const collections = new Set(changes.map(({ collection }) => collection));
  const used = lists.filter(({ collection }) => collections.has(collection)).toReversed();
  const sources = await Promise.all(used.map((list) => fieldSource(list, dialect)));
  return new Map(sources.map((source) => [source.collection, source]));
}

/** The source for a collection without a list. It has no labels and formats. */
export const plainSource = (collection: string): FieldSource => ({ collection, fields: [], dialect: 'documented' });

const rootOf = (path: string): string => path.split('.')[0] ?? path;
const fieldOf = ({ fields }: FieldSource, path: string) => fields.find(({ name }) => name === rootOf(path));

/** The label of a field in its list. `path`: for example `created_by.id`, which has the label of `created_by`. */
export function labelIn(source: FieldSource, path: string): string {
  const label = fieldOf(source, path)?.label ?? labelOf(rootOf(path));
  return typeof label === 'string' ? label : label(source.dialect);
}

/** The changed fields of an entry. Several values of one object, for example `author.id` and `author.username`, are one. */
export function changeParts(source: FieldSource, { fields }: { fields: readonly ChangedField[] }): ChangePart[] {
  const all = [...Map.groupBy(fields, ({ name }) => rootOf(name))].map(([root, values]) => merged(root, values));
  // The level of a direct member has the same value twice: `access_level` and `direct_access_level`
  const isRepeated = ({ name, before, after }: ChangedField): boolean =>
    all.some((one) => name.endsWith(`_${one.name}`) && one.before === before && one.after === after);
  return all
    .filter((one) => !isRepeated(one))
    .map((one) => {
      const { name, before, after } = one;
      const text = textIn(source, name, after);
      return {
        ...{ field: name, label: labelIn(source, name), isWorse: isWorse(one) },
        ...{ before: textIn(source, name, before) || words.emptyValue, after: text || words.emptyValue },
        isQuiet: after === undefined || text === '',
      };
    });
}

/** The recorded values of a field, or of an object, as one field. */
function merged(root: string, values: readonly ChangedField[]): ChangedField {
  const [first, ...others] = values;
  if (first !== undefined && others.length === 0) return first;
  const sideOf = (side: 'before' | 'after'): unknown => {
    const known = values.filter((one) => one[side] !== undefined && one[side] !== null);
    const inside = known.map((one) => [one.name.slice(root.length + 1), one[side]]);
    return inside.length === 0 ? null : Object.fromEntries(inside);
  };
  return { name: root, before: sideOf('before'), after: sideOf('after') };
}

/** A value as the side panel of the list shows it; '' if it is empty. Dates have no age, because they were recorded. */
export function textIn(source: FieldSource, path: string, value: unknown): string {
  const field = fieldOf(source, path);
  if (value === undefined) return words.notRecordedValue;
  if (value === null) return field?.isNullNever === true ? consoles.never : '';
  if (value === '' || (Array.isArray(value) && value.length === 0)) return '';
  const isObject = typeof value === 'object';
  if (isObject && 'forgotten' in value) return forgotten.placeholder;
  const root = rootOf(path);
  if (isObject || path !== root) {
    // The list shows the whole object, not a part of it
    const people = peopleOf(value).map(({ name }) => name);
    return people.length > 0 ? people.join(', ') : (personText(source, path, value) ?? inWords(value));
  }
  const shown = field?.show?.(value, { [root]: value });
  if (typeof shown === 'string') return shown;
  const parts = [shown ?? []].flat();
  if (parts.length > 0) return parts.map(({ text }) => text).join(', ');
  const format = field?.format;
  return dateText(value, format) ?? inFormat(value, format)?.text ?? field?.textOf?.(value) ?? inWords(value);
}

/** The name of a person by the ID; null: the value is not the ID of a person. */
function personText({ collection, names }: FieldSource, path: string, value: unknown): string | null {
  const root = rootOf(path);
  if (path !== `${root}.id` || typeof value !== 'number' || !isCollection(collection)) return null;
  if (!isOfPeople(schemaOf(collections[collection], root))) return null;
  return names?.get(value) ?? words.person(value);
}

/** A date without its age. */
function dateText(value: unknown, format: ValueFormat | undefined): string | null {
  // A list without a page has no formats
  const isMoment = format === undefined && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value);
  if (!isMoment && format !== 'moment' && format !== 'day' && format !== 'deadline') return null;
  const end = deadlinePart(value);
  if (end === null) return null;
  return end.title === value ? shortDay(end.at, now()) : shortMoment(end.at, now());
}
