import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { DetailField, DetailGroup, ListSpec } from '../list-spec.ts';

/** Fields of a group by what became of them: told with a value, told as empty, not told at all. */
export function sortedFields({ fields }: DetailGroup, row: ListRow) {
  const isEmpty = ({ name, isNullNever, isToldNull }: DetailField): boolean => {
    const value = row[name];
    if (value === null && (isNullNever === true || isToldNull?.(row) === true)) return false;
    return value === null || value === '' || (Array.isArray(value) && value.length === 0);
  };
  return {
    told: fields.filter((field) => row[field.name] !== undefined && !isEmpty(field)),
    empty: fields.filter(isEmpty),
    untold: fields.filter(({ name }) => row[name] === undefined),
  };
}

/** Fields that the platform sent and nobody named. */
export function otherFields(
  details: readonly DetailGroup[],
  { shownElsewhere = [] }: Pick<ListSpec, 'shownElsewhere'>,
  row: ListRow,
): string[] {
  const known = new Set([...details.flatMap(({ fields }) => fields.map(({ name }) => name)), ...shownElsewhere]);
  return Object.keys(row).filter((name) => !known.has(name));
}

/** Whether a row came to an administrator: some field was told that nobody else is told of. */
export function hasAdministrators(details: readonly DetailGroup[], row: ListRow): boolean {
  return details.some(({ fields }) =>
    fields.some(({ name, isAdministrators }) => isAdministrators === true && row[name] !== undefined),
  );
}
