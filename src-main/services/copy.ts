import { stringify } from 'csv-stringify/sync';

/** Rows that one copy holds at most: a clipboard is no export. */
export const copyLimit = 5_000;

export type CopyFormat = 'json' | 'csv' | 'markdown' | 'curl' | 'id' | 'email';

interface CopyOptions {
  format: CopyFormat;
  columns: readonly string[];
  /** Where a row is read again, for curl. */
  address: (id: number) => string;
  limit: number;
}
type Row = Record<string, unknown> & { id: number };

/** Rows as text for a clipboard. `leftOut` counts those beyond the limit. CSV cells are neutralised against formulas. */
export async function rowsAsText(
  pieces: AsyncIterable<{ row: Row }[]>,
  options: CopyOptions,
): Promise<{ text: string; rows: number; leftOut: number }> {
  const rows: Row[] = [];
  let total = 0;
  for await (const piece of pieces) {
    total += piece.length;
    for (const { row } of piece) if (rows.length < options.limit) rows.push(row);
  }
  return { text: asText(rows, options), rows: rows.length, leftOut: total - rows.length };
}

function asText(rows: readonly Row[], { format, columns, address }: CopyOptions): string {
  switch (format) {
    case 'json':
      return JSON.stringify(rows.length === 1 ? rows[0] : rows, null, 2);
    case 'csv':
      return stringify(
        rows.map((row) => cells(row, columns)),
        { header: true, columns: [...columns], escape_formulas: true },
      );
    case 'markdown':
      return [columns, columns.map(() => '---'), ...rows.map((row) => cells(row, columns).map(markdownCell))]
        .map((line) => `| ${line.join(' | ')} |`)
        .join('\n');
    case 'curl':
      return rows.map(({ id }) => `curl --header "PRIVATE-TOKEN: $REEVE_TOKEN" ${shellQuoted(address(id))}`).join('\n');
    case 'id':
      return rows.map(({ id }) => String(id)).join('\n');
    case 'email':
      return rows.flatMap(({ email, public_email }) => [email ?? public_email].filter(isText)).join('\n');
    default:
      return format satisfies never;
  }
}

/** One row as cells: text as it is, nothing as empty, structures as JSON. */
export function cells(row: Record<string, unknown>, columns: readonly string[]): string[] {
  return columns.map((column) => {
    const value = row[column];
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function markdownCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
}

/** A word that a shell takes as it is. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
