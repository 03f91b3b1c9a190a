import type { Scoped } from '#shared/contract/collection.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { unexpectedIn } from '#shared/unexpected-values.ts';
import type { Column } from '../components/grid/columns.svelte.ts';
import type { ListRow } from '../stores/lists/collection-client.ts';
import type { ListColumn, ListSpec } from './list-spec.ts';

/** Any value as text, because the platform can send any type. '' for no value. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(plain).join(', ');
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** The label of a value; an unknown or missing value is returned unchanged. */
export function wordOf<V extends string | null | undefined>(
  known: Readonly<Partial<Record<string, string>>>,
  value: V,
): V | string {
  return typeof value === 'string' && Object.hasOwn(known, value) ? (known[value] ?? value) : value;
}

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
