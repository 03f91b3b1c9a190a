import type { Scoped } from '#shared/contract/collection.ts';
import { unexpectedIn } from '#shared/unexpected-values.ts';
import type { Column } from '../components/grid/columns.svelte.ts';
import type { ListRow } from '../stores/lists/collection-client.ts';
import type { ListColumn, ListSpec } from './list-spec.ts';

/** The value of a row in a column; undefined: not returned. */
export function valueOf({ row, fetchedAt, scope }: Scoped<ListRow>, column: ListColumn): unknown {
  if (column.value !== undefined) return column.value(row);
  if (column.id === 'age') return new Date(fetchedAt).toISOString();
  return column.id === 'scope' ? scope : row[column.id];
}

/** Whether a field of a column has a value of an unexpected type. */
export function isUnexpected({ row }: Scoped<ListRow>, { id, fields = [id] }: ListColumn): boolean {
  return fields.some((name) => Object.hasOwn(unexpectedIn(row), name));
}

/** The platform's fields of these columns without duplicates, the leading ones first. */
export function fieldsOf(spec: Pick<ListSpec, 'columns' | 'leading'>, columns: readonly Column[]): string[] {
  const own = ['age', 'scope'];
  const shown = columns.flatMap(({ id }) => {
    const column = spec.columns.find((known) => known.id === id);
    return column?.fields ?? (own.includes(id) ? [] : [id]);
  });
  return [...new Set([...spec.leading, ...shown])];
}
