import { z } from 'zod';
import type { Column, Where } from './columns.ts';

/**
 * Values of a filter, the most frequent first. `rows`: the number of rows with the value; null: unknown, because some
 * rows lack the field or only the platform can evaluate a filter. `hasMore`: there are values beyond the limit.
 */
export const FilterValues = z.object({
  values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), rows: z.number().nullable() })),
  hasMore: z.boolean(),
});
export type FilterValues = z.infer<typeof FilterValues>;

interface Declared {
  where: Readonly<Record<string, Where>>;
  columns: Readonly<Record<string, Column>>;
  valueColumns: Readonly<Record<string, string>>;
}

/** The column that contains the values of a text filter; undefined: the cache does not know the values. */
export function valueColumn({ where, columns, valueColumns }: Declared, filter: string): string | undefined {
  const how = where[filter];
  if (how === undefined) return valueColumns[filter];
  const { by, column: name } = typeof how === 'object' ? how : { by: how, column: filter };
  const column = columns[name];
  const as = typeof column === 'object' ? column.as : column;
  const isKnown =
    (by === 'equal' && as === 'text') || (by === 'folded' && as === 'folded') || (by === 'holdsAll' && as === 'list');
  return isKnown ? name : undefined;
}
