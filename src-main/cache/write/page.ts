import type { Key } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { fromIso } from '#shared/time.ts';
import { mostPageRows, parseUntrusted } from '#shared/untrusted-json.ts';
import type { Definition, Fields } from '../derive.ts';
import type { Spelling } from '../cache-types.ts';
import { isSameRecord } from '../canonical.ts';
import { keyOf } from '../key.ts';
import { isWithinLimits } from '../row-size.ts';

/** The platform uses the documented name of every field. */
export const asDocumented: Spelling = { fields: {}, within: [] };

/** Fields that the list request defines: for all rows, and for some by id. */
export interface Annotation {
  all?: Fields | undefined;
  byId?: ReadonlyMap<Key, Fields> | undefined;
}

/** A record that matches its schema, with its id. */
export interface Row {
  id: Key;
  record: Fields;
}

export interface DecodedPage {
  rows: Row[];
  /** For a collection that is synced incrementally: the times of the rows, in their order. */
  times: number[];
  /** Ids of all rows in their order, including unreadable rows that have one, because they were returned. */
  ids: Key[];
  unreadable: number;
  /** Every row has a readable id. Otherwise it is not known which rows are absent. */
  isComplete: boolean;
}

/**
 * Decode a page row by row; unreadable rows are left out.
 * Fails: `remote`/`unreadable-reply` if it is not a JSON array; `remote`/`too-large` if it has more rows or values than
 * any real page.
 */
export function decodePage(
  body: ArrayBuffer,
  definition: Definition,
  spelling: Spelling,
  annotation: Annotation = {},
): DecodedPage {
  return decodeRows(parse(body), definition, spelling, annotation);
}

/** The same for rows that are already parsed. */
export function decodeRows(
  sent: readonly unknown[],
  definition: Definition,
  spelling: Spelling = asDocumented,
  annotation: Annotation = {},
): DecodedPage {
  const page: DecodedPage = { rows: [], times: [], ids: [], unreadable: 0, isComplete: true };
  const byId = new Map<Key, Fields>();
  for (const one of sent) {
    const spelt = respelt(one, spelling);
    const id = idOf(spelt, definition);
    const time = timeOf(spelt, definition);
    if (time !== null) page.times.push(time);
    const value = annotated(spelt, id, annotation);
    if (id === undefined) page.isComplete = false;
    else page.ids.push(id);
    if (id !== undefined && isReadable(value, definition) && !clashes(byId.get(id), value as Fields, definition)) {
      byId.set(id, value as Fields);
      page.rows.push({ id, record: value as Fields });
    } else page.unreadable += 1;
  }
  return page;
}

/** Check one record. Fails: `remote`/`unreadable-reply` if it does not match the schema or has another id. */
export function checkRecord(value: unknown, id: Key, definition: Definition): Row {
  if (idOf(value, definition) === id && isReadable(value, definition)) return { id, record: value as Fields };
  throw new Failure('remote', `no readable record ${id} of ${definition.collection}`, { reason: 'unreadable-reply' });
}

/** Whether a different row of the page has the same key, so that the key does not identify the row. */
function clashes(other: Fields | undefined, row: Fields, { volatile }: Definition): boolean {
  return other !== undefined && !isSameRecord(other, row, volatile);
}

/** Whether a record matches its schema, is not too large, and is not nested too deeply for recursive code. */
function isReadable(value: unknown, { record }: Definition): boolean {
  return isWithinLimits(value) && record.safeParse(value).success;
}

/** A row with the documented field names. A field that already has a documented name is kept. */
function respelt(row: unknown, { fields: names, within }: Spelling): unknown {
  const pairs = Object.entries(names);
  if (pairs.length === 0 || !isFields(row)) return row;
  const fields: Record<string, unknown> = { ...row };
  for (const [documented, own] of pairs) {
    if (!Object.hasOwn(fields, own) || Object.hasOwn(fields, documented)) continue;
    fields[documented] = fields[own];
    delete fields[own];
  }
  for (const name of within) {
    if (Object.hasOwn(fields, name)) fields[name] = respelt(fields[name], { fields: names, within: [] });
  }
  return fields;
}

/** The row with the fields that the list request defines. */
function annotated(row: unknown, id: Key | undefined, { all, byId }: Annotation): unknown {
  if (all === undefined && byId === undefined) return row;
  if (!isFields(row)) return row;
  return { ...row, ...all, ...(id === undefined ? undefined : byId?.get(id)) };
}

function idOf(value: unknown, { key, id }: Definition): Key | undefined {
  return isFields(value) ? (id ?? keyOf(value, key)) : undefined;
}

function timeOf(value: unknown, { incremental }: Definition): number | null {
  if (incremental === undefined || !isFields(value)) return null;
  const time = value[incremental];
  return typeof time === 'string' ? fromIso(time) : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(body: ArrayBuffer): unknown[] {
  const { value: rows } = parseUntrusted(new Uint8Array(body), mostPageRows);
  if (!Array.isArray(rows))
    throw new Failure('remote', 'a page of a list is not an array', { reason: 'unreadable-reply' });
  return rows;
}
