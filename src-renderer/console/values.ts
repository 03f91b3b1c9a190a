import type { Scoped } from '#shared/contract/collection.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import type { Column } from '../components/grid/columns.svelte.ts';
import type { ListRow } from '../stores/lists/collection-client.ts';
import type { ListColumn, ListSpec } from './list-spec.ts';

/** A value as text, whatever it is: the platform may send anything. '' for nothing. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(plain).join(', ');
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** A value of the platform's in words; one that Reeve does not know, or that was not told, as it is. */
export function wordOf<V extends string | null | undefined>(known: Record<string, string>, value: V): V | string {
  return typeof value === 'string' && Object.hasOwn(known, value) ? (known[value] ?? value) : value;
}

/** What a column says of a row; undefined: it was not told. */
export function valueOf({ row, fetchedAt, scope }: Scoped<ListRow>, column: ListColumn): unknown {
  if (column.value !== undefined) return column.value(row);
  if (column.id === 'age') return new Date(fetchedAt).toISOString();
  return column.id === 'scope' ? scope : row[column.id];
}

/** The platform's fields behind these columns, the leading ones first, each once. */
export function fieldsOf(spec: Pick<ListSpec, 'columns' | 'leading'>, columns: readonly Column[]): string[] {
  const own = ['age', 'scope'];
  const shown = columns.flatMap(({ id }) => {
    const column = spec.columns.find((known) => known.id === id);
    return column?.fields ?? (own.includes(id) ? [] : [id]);
  });
  return [...new Set([...spec.leading, ...shown])];
}
