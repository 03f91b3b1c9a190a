import { Failure } from '#shared/errors.ts';
import type { Definition } from './derive.ts';

export type Row = Record<string, unknown> & { id: number };

export interface DecodedPage {
  rows: Row[];
  /** Ids of all rows in their order, the unreadable ones too where they have one: they were seen. */
  ids: number[];
  unreadable: number;
  /** Every row said who it is; otherwise a gap proves nothing. */
  isComplete: boolean;
}

/**
 * Read a page of a list as it came over the network, row by row: one bad row costs itself alone.
 * Fails: `remote`/`unreadable-reply` when it is no JSON array.
 */
export function decodePage(
  body: ArrayBuffer,
  { record }: Definition,
  spelling: Readonly<Record<string, string>>,
): DecodedPage {
  const page: DecodedPage = { rows: [], ids: [], unreadable: 0, isComplete: true };
  const names = Object.entries(spelling);
  for (const sent of parse(body)) {
    const value = names.length === 0 ? sent : respelt(sent, names);
    const id = idOf(value);
    if (id === undefined) page.isComplete = false;
    else page.ids.push(id);
    if (id !== undefined && record.safeParse(value).success) page.rows.push(value as Row);
    else page.unreadable += 1;
  }
  return page;
}

/** One record. Fails: `remote`/`unreadable-reply` when it is not what its stem holds, or another row's. */
export function checkRecord(value: unknown, id: number, { record, stem }: Definition): Row {
  if (idOf(value) === id && record.safeParse(value).success) return value as Row;
  throw new Failure('remote', `no readable record ${id} of ${stem}`, { reason: 'unreadable-reply' });
}

/** A row with the documents' field names; one that is there already wins. */
function respelt(row: unknown, names: readonly (readonly [documented: string, own: string])[]): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const { ...fields } = row as Record<string, unknown>;
  for (const [documented, own] of names) {
    if (!Object.hasOwn(fields, own) || Object.hasOwn(fields, documented)) continue;
    fields[documented] = fields[own];
    delete fields[own];
  }
  return fields;
}

function idOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return Number.isSafeInteger(value.id) ? (value.id as number) : undefined;
}

function parse(body: ArrayBuffer): unknown[] {
  let rows: unknown;
  try {
    rows = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new Failure('remote', 'a page of a list is no JSON', { reason: 'unreadable-reply', cause });
  }
  if (!Array.isArray(rows)) throw new Failure('remote', 'a page of a list is no array', { reason: 'unreadable-reply' });
  return rows;
}
