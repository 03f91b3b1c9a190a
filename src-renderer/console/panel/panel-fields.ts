import { unexpectedField, unexpectedIn } from '#shared/unexpected-values.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { DetailField, DetailGroup, ListSpec } from '../list-spec.ts';

/**
 * Fields with a value, empty ones, and those that were not returned. Fields with a value of an unexpected type are in
 * none of the three lists.
 */
export function sortedFields(fields: readonly DetailField[], row: ListRow) {
  const isEmpty = ({ name, isNullNever, isNullShown }: DetailField): boolean => {
    const value = row[name];
    if (value === null && (isNullNever === true || isNullShown?.(row) === true)) return false;
    return value === null || value === '' || (Array.isArray(value) && value.length === 0);
  };
  return {
    present: fields.filter((field) => row[field.name] !== undefined && !isEmpty(field)),
    empty: fields.filter(isEmpty),
    absent: fields.filter(({ name }) => row[name] === undefined && !Object.hasOwn(unexpectedIn(row), name)),
  };
}

/** Returned fields that are in no group. */
export function otherFields(
  details: readonly DetailGroup[],
  { shownElsewhere = [] }: Pick<ListSpec, 'shownElsewhere'>,
  row: ListRow,
): string[] {
  const known = new Set([
    ...details.flatMap(({ fields }) => fields.map(({ name }) => name)),
    ...shownElsewhere,
    unexpectedField,
  ]);
  return Object.keys(row).filter((name) => !known.has(name));
}

/** Whether the row was returned to an administrator: it has a field that only administrators get. */
export function hasAdministrators(details: readonly DetailGroup[], row: ListRow): boolean {
  return details.some(({ fields }) =>
    fields.some(({ name, isAdministrators }) => isAdministrators === true && row[name] !== undefined),
  );
}
