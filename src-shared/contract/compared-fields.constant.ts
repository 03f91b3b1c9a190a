/**
 * Which fields the sort orders and filters of each list compare. A list of the past disables those whose fields are not
 * recorded. Like `window.constant.ts`, this module is replaced by its values when the window is built.
 */
import { collectionNames, collections } from './collections.ts';
import type { Declaration } from './collection.ts';

type Compared = Readonly<Record<string, readonly string[] | false>>;

/**
 * By list, then by the name of the sort order or filter. A name that is absent compares the field of this name. False:
 * fields of other lists.
 */
export const comparedFields: Partial<Record<string, { sorts: Compared; filters: Compared }>> = Object.fromEntries(
  collectionNames.map((name) => [name, { sorts: sortsOf(collections[name]), filters: filtersOf(collections[name]) }]),
);

function sortsOf({ columns }: Declaration): Compared {
  const others = Object.entries(columns).flatMap(([name, column]) =>
    typeof column === 'string' || column.field === name ? [] : [[name, [column.field]] as const],
  );
  return Object.fromEntries(others);
}

function filtersOf({ columns, where, valueColumns, compared, filter }: Declaration): Compared {
  const columnOf = (name: string): string | undefined => {
    const how = where[name];
    return typeof how === 'object' ? how.column : how === undefined ? valueColumns[name] : name;
  };
  const fields = Object.keys(filter.shape).flatMap((name) => {
    const column = columns[columnOf(name) ?? name];
    if (column === undefined) return [];
    const field = typeof column === 'string' ? (columnOf(name) ?? name) : column.field;
    return field === name ? [] : [[name, [field]] as const];
  });
  return { ...Object.fromEntries(fields), ...compared };
}
