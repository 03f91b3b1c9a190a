import type { ListQuery, Selection } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import { valueColumn } from '#shared/contract/filter-values.ts';
import { filterShape } from '#shared/contract/shape-of.ts';
import type { ValueShape } from '#shared/contract/value-shape.ts';
import { toIso } from '#shared/time.ts';
import type { Definition, Fields } from '../derive.ts';
import { columnsIn } from '../read/unexpected-rows.ts';
import { recordedFields } from './recorded-fields.ts';
import { notRecorded } from './past/base-of-answer.ts';

/** The parts of the input of a verb of `collectionReader` that can name fields. */
export interface Asked {
  query?: ListQuery;
  selection?: Selection;
  search?: string;
  filter?: Fields;
  column?: string;
  /** The filter whose values are requested. */
  name?: string;
  choices?: readonly Fields[];
}

/** Whether the field of a column is recorded, or is the key, which never changes. */
export function isRecordedColumn({ collection, columns, key }: Definition, name: string): boolean {
  const field = name === 'id' ? key : columns[name]?.field;
  return field !== undefined && (field === key || recordedFields(collection)?.includes(field) === true);
}

/** The filters and sort orders of a list that need fields which are not recorded. */
export function notRecordedIn(definition: Definition): { filters: string[]; sorts: string[] } {
  const filters = Object.entries(filterShape(collections[definition.collection].filter));
  return {
    filters: filters.flatMap(([name, shape]) => (isRecordedFilter(definition, name, valueIn(shape)) ? [] : [name])),
    sorts: Object.keys(definition.columns).filter((column) => !isRecordedColumn(definition, column)),
  };
}

function isRecordedFilter(definition: Definition, name: string, value: unknown): boolean {
  if (definition.sides[name] === 'server') return false;
  const compared = definition.conditions({ [name]: value });
  return compared.every(
    (condition) =>
      condition.isOfPresent !== true &&
      columnsIn(definition, condition).every((column) => isRecordedColumn(definition, column)),
  );
}

/** Any valid value of a filter. Which columns a filter compares does not depend on the value. */
function valueIn(shape: ValueShape): unknown {
  switch (shape.is) {
    case 'one of':
      return shape.values[0];
    case 'list':
      return [valueIn(shape.of)];
    case 'any of':
      return shape.shapes[0] && valueIn(shape.shapes[0]);
    case 'number':
      return 1;
    case 'text':
      return toIso(0);
    default:
      return true;
  }
}

const queryIn = ({ query, selection }: Asked): ListQuery | undefined =>
  query ?? (selection?.kind === 'all' ? selection.query : undefined);

/** The words that are searched. */
export function searchIn(asked: Asked): string {
  return queryIn(asked)?.search ?? asked.search ?? '';
}

/**
 * Fails: `invalid`/`not-recorded`. `field`: the filter or column that needs a field which is not recorded; `search` if none
 * of the searched texts is recorded; null if the list is not recorded.
 */
export function requireRecorded(definition: Definition, asked: Asked): void {
  const { collection, hasLongTexts, nameColumns } = definition;
  const query = queryIn(asked);
  const refuse = (field: string): never => {
    throw notRecorded(`${collection}.${field} is not recorded`, field);
  };
  if (recordedFields(collection) === null) throw notRecorded(`${collection} is not recorded`, null);
  for (const filter of [query?.filter, asked.filter, ...(asked.choices ?? [])])
    for (const [name, value] of Object.entries(filter ?? {}))
      if (!isRecordedFilter(definition, name, value)) refuse(name);
  for (const column of [query?.sort.by, asked.column])
    if (column !== undefined && !isRecordedColumn(definition, column)) refuse(column);
  if (asked.name !== undefined && asked.choices === undefined) {
    const column = valueColumn(collections[collection], asked.name);
    if (column !== undefined && !isRecordedColumn(definition, column)) refuse(asked.name);
  }
  if (searchIn(asked).trim() !== '' && hasLongTexts && nameColumns.length === 0) refuse('search');
}
