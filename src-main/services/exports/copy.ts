import { stringify } from 'csv-stringify/sync';
import { sizeOf } from '#main/cache/row-size.ts';
import { csvOptions } from './csv.ts';

/** Maximum rows of one copy. Larger selections are exported. */
export const copyLimit = 5_000;
/** Maximum characters of all rows of a copy. Rows of real platforms reach `copyLimit` first. */
const maxCharacters = 20_000_000;

export type CopyFormat = 'json' | 'csv' | 'markdown' | 'curl' | 'id' | 'email';

interface CopyOptions<T> {
  format: CopyFormat;
  columns: readonly string[];
  /** The field that identifies a row on the platform. */
  key: string;
  /** The URL of a row, for curl. */
  address: (of: T) => string;
  limit: number;
}
interface Copied {
  row: Record<string, unknown>;
}

/** Rows as text for the clipboard. `leftOut`: rows beyond the limits. CSV cells are protected against formulas. */
export async function rowsAsText<T extends Copied>(
  pieces: AsyncIterable<T[]>,
  options: CopyOptions<T>,
): Promise<{ text: string; rows: number; leftOut: number }> {
  const taken: T[] = [];
  let total = 0;
  let left = maxCharacters;
  for await (const piece of pieces) {
    total += piece.length;
    for (const one of piece) {
      if (taken.length >= options.limit || left < 0) break;
      left -= sizeOf(one.row, { characters: left, names: Number.POSITIVE_INFINITY }).characters;
      if (left >= 0) taken.push(one);
    }
  }
  return { text: asText(taken, options), rows: taken.length, leftOut: total - taken.length };
}

function asText<T extends Copied>(taken: readonly T[], { format, columns, key, address }: CopyOptions<T>): string {
  const rows = taken.map(({ row }) => row);
  switch (format) {
    case 'json':
      return JSON.stringify(rows.length === 1 ? rows[0] : rows, null, 2);
    case 'csv':
      return stringify(
        rows.map((row) => cells(row, columns)),
        { ...csvOptions, columns: [...columns] },
      );
    case 'markdown':
      return [columns, columns.map(() => '---'), ...rows.map((row) => cells(row, columns).map(markdownCell))]
        .map((line) => `| ${line.join(' | ')} |`)
        .join('\n');
    case 'curl':
      return taken.map((one) => `curl --header "PRIVATE-TOKEN: $REEVE_TOKEN" ${shellQuoted(address(one))}`).join('\n');
    case 'id':
      return rows.flatMap((row) => [row[key]].filter(isPresent).map(String)).join('\n');
    case 'email':
      return rows.flatMap(({ email, public_email }) => [email ?? public_email].filter(isText)).join('\n');
    default:
      return format satisfies never;
  }
}

/** The cells of one row: text unchanged, missing values empty, other values as JSON. `user.name` is a nested field. */
export function cells(row: Record<string, unknown>, columns: readonly string[]): string[] {
  return columns.map((column) => {
    const value = valueAt(row, column);
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** The value of a column; `user.name` is a nested field. */
export function valueAt(row: Record<string, unknown>, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  let value: unknown = row;
  for (const name of column.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

function markdownCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
}

/** Quote a text for a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
