import type { ListQuery, Selection } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import { valueColumn } from '#shared/contract/filter-values.ts';
import type { Definition, Fields } from '../../derive.ts';
import { recordedFields } from '../recorded-fields.ts';
import { notRecorded } from './base-of-answer.ts';

/** The parts of the input of a verb of `collectionReader` that can name fields. */
export interface Asked {
  query?: ListQuery;
  selection?: Selection;
  search?: string;
  filter?: Fields;
  column?: string;
  /** The filter whose values are asked for. */
  name?: string;
  choices?: readonly Fields[];
}

/** Whether the field of a column is recorded. */
export function isRecordedColumn({ collection, columns }: Definition, name: string): boolean {
  const field = columns[name]?.field;
  return field !== undefined && recordedFields(collection)?.includes(field) === true;
}

const queryIn = ({ query, selection }: Asked): ListQuery | undefined =>
  query ?? (selection?.kind === 'all' ? selection.query : undefined);

/** The words that are searched. */
export function searchIn(asked: Asked): string {
  return queryIn(asked)?.search ?? asked.search ?? '';
}

/**
 * Fails: `invalid`/`not-recorded` with the name of the filter or the column as `field`, if it needs a field that is not
 * recorded, or `search` if nothing that is searched is.
 */
export function requireRecorded(definition: Definition, asked: Asked): void {
  const { collection, sides, hasLongTexts, nameColumns } = definition;
  const query = queryIn(asked);
  const refuse = (field: string): never => {
    throw notRecorded(`${collection}.${field} is not recorded`, field);
  };
  if (recordedFields(collection) === null) throw notRecorded(`${collection} is not recorded`, null);
  for (const filter of [query?.filter, asked.filter, ...(asked.choices ?? [])])
    for (const [name, value] of Object.entries(filter ?? {}))
      if (sides[name] === 'server' || !columnsOf(name, value).every(isRecorded)) refuse(name);
  for (const column of [query?.sort.by, asked.column])
    if (column !== undefined && column !== 'id' && !isRecorded(column)) refuse(column);
  if (asked.name !== undefined && asked.choices === undefined) {
    const column = valueColumn(collections[collection], asked.name);
    if (column !== undefined && !isRecorded(column)) refuse(asked.name);
  }
  if (searchIn(asked).trim() !== '' && hasLongTexts && nameColumns.length === 0) refuse('search');

  function isRecorded(column: string): boolean {
    return isRecordedColumn(definition, column);
  }

  /** The columns that the conditions of a filter compare. */
  function columnsOf(name: string, value: unknown): string[] {
    return definition.conditions({ [name]: value }).flatMap(({ sql, columns: named }) => {
      const words = new Set(named ?? sql.replaceAll(/'[^']*'/g, '').match(/\w+/g));
      return Object.keys(definition.columns).filter((column) => words.has(column));
    });
  }
}
