import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { Key } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { fromIso } from '#shared/time.ts';
import { exactNumbers, withoutUnexpected } from '#shared/unexpected-values.ts';
import { mostDepth, mostPageRows, parseUntrusted } from '#shared/untrusted-json.ts';
import type { Definition, Fields } from '../derive.ts';
import type { Spelling } from '../cache-types.ts';
import { canonicalJson, hashOf, isSameRecord, textHash } from '../canonical.ts';
import { keyOf } from '../key.ts';
import { matches } from '../record-check.ts';
import { isWithinLimits, mostOfRow } from '../row-size.ts';
import { hashOfRow, splitRows, textOf, type RowBytes } from './row-bytes.ts';

/** The platform uses the documented name of every field. */
export const asDocumented: Spelling = { fields: {}, within: [] };

/** Fields that the list request defines: for all rows, and for some by id. */
export interface Annotation {
  all?: Fields | undefined;
  byId?: ReadonlyMap<Key, Fields> | undefined;
}

/**
 * A record that matches its schema, with its id and hash (see `textHash`). `sent`: its JSON as the platform sent it;
 * undefined if the record has other fields than the platform sent.
 */
export interface Row {
  id: Key;
  record: Fields;
  hash: string;
  sent?: Uint8Array;
}

export interface DecodedPage {
  rows: Row[];
  /** Number of rows that were not decoded, because they are stored as the platform sent them. */
  unchanged: number;
  /** For a collection that is synced incrementally: the times of the rows, in their order. */
  times: number[];
  /** Ids of all rows in their order, including unreadable rows that have one, because they were returned. */
  ids: Key[];
  unreadable: number;
  /** Every row has a readable id. Otherwise it is not known which rows are absent. */
  isComplete: boolean;
}

/** A page that is not decoded yet. */
export interface SentPage {
  /** Ids of its rows. */
  ids: readonly Key[];
  /**
   * Decode the page row by row; unreadable rows are left out. `isStored` tells whether a row with this id and hash is
   * stored; such rows are not decoded if nothing needs their fields.
   * Fails: `remote`/`unreadable-reply` if it is not JSON.
   */
  decode(isStored?: (id: Key, hash: string) => boolean): DecodedPage;
}

interface PageSettings {
  definition: Definition;
  spelling: Spelling;
  annotation: Annotation;
}

/**
 * A page as bytes. Its rows are decoded one by one, because a single character outside of Latin-1 doubles the memory of
 * a whole text and makes it slower to parse.
 * Fails: `remote`/`unreadable-reply` if it is not a JSON array; `remote`/`too-large` if it has more rows or values than
 * any real page.
 * Decision: build/decisions/0025-rows-are-stored-as-received.md
 */
export function sentPage(
  body: ArrayBuffer,
  definition: Definition,
  spelling: Spelling = asDocumented,
  annotation: Annotation = {},
): SentPage {
  const bytes = Buffer.from(body);
  const settings = { definition, spelling, annotation };
  const [volatile, ...others] = definition.volatile;
  const ownName = (name: string): string => spelling.fields[name] ?? name;
  const rows = splitRows(bytes, { key: ownName(definition.key), volatile: volatile && ownName(volatile) });
  if (rows === null) return parsedPage(parse(bytes), settings);
  const asSent = isAsSent(settings);
  const hasByteHash = !definition.expires && others.length === 0 && volatile?.includes('.') !== true;
  return {
    ids: rows.flatMap(({ id }) => (id === undefined ? [] : [id])),
    decode(isStored) {
      const page = pageCollector(settings);
      const canStayUndecoded = hasByteHash && needsNoFields(definition) && haveDistinctIds(rows);
      for (const row of rows) {
        const hash = hasByteHash ? hashWithAdded(hashOfRow(bytes, row), row.id, settings) : undefined;
        if (canStayUndecoded && row.id !== undefined && hash !== undefined && isStored?.(row.id, hash) === true) {
          page.addUnchanged(row.id);
        } else {
          page.add(
            (reviver) => parsedRow(bytes, row, reviver),
            asSent ? { hash, sent: bytesOf(bytes, row), isSmall: isSmall(row) } : { hash },
          );
        }
      }
      return page.decoded;
    },
  };
}

/** The same for rows that are already parsed. */
export function decodeRows(
  sent: readonly unknown[],
  definition: Definition,
  spelling: Spelling = asDocumented,
  annotation: Annotation = {},
): SentPage {
  return parsedPage(sent, { definition, spelling, annotation });
}

function parsedPage(rows: readonly unknown[], settings: PageSettings): SentPage {
  const { definition, spelling } = settings;
  return {
    ids: rows.flatMap((row) => idOf(respelt(row, spelling), definition) ?? []),
    decode() {
      const page = pageCollector(settings);
      for (const row of rows) page.add(() => row, {});
      return page.decoded;
    },
  };
}

/** What is known about a row before it is decoded. `isSmall`: it is within the limits of `row-size.ts`. */
interface Known {
  hash?: string | undefined;
  sent?: Uint8Array | undefined;
  isSmall?: boolean;
}

/** Collects the decoded rows of a page. */
function pageCollector({ definition, spelling, annotation }: PageSettings) {
  const decoded: DecodedPage = { rows: [], unchanged: 0, times: [], ids: [], unreadable: 0, isComplete: true };
  const byId = new Map<Key, Fields>();
  return {
    decoded,
    addUnchanged(id: Key): void {
      decoded.ids.push(id);
      decoded.unchanged += 1;
    },
    /** `parse`: parses the row. */
    add(parse: (reviver?: typeof exactNumbers) => unknown, { hash, sent, isSmall = false }: Known): void {
      const spelt = respelt(parse(), spelling);
      const id = idOf(spelt, definition);
      const time = timeOf(spelt, definition);
      if (time !== null) decoded.times.push(time);
      const value = annotated(spelt, id, annotation);
      if (id === undefined) decoded.isComplete = false;
      else decoded.ids.push(id);
      const record =
        id === undefined
          ? undefined
          : readable(value, definition.leastRecord, {
              isSmall,
              exact: () => annotated(respelt(parse(exactNumbers), spelling), id, annotation),
            });
      if (id !== undefined && record !== undefined && !clashes(byId.get(id), record, definition)) {
        byId.set(id, record);
        decoded.rows.push({
          id,
          record,
          hash: hash ?? textHash(record, definition.volatile),
          ...(sent && record === value && { sent }),
        });
      } else decoded.unreadable += 1;
    },
  };
}

/** Whether a row that is already stored does not have to be parsed, because nothing needs its fields. */
function needsNoFields({ incremental, isStoredOnce }: Definition): boolean {
  return incremental === undefined && !isStoredOnce;
}

/** Whether no two rows have the same id. */
function haveDistinctIds(rows: readonly RowBytes[]): boolean {
  return new Set(rows.map(({ id }) => id)).size === rows.length;
}

/** Whether records have exactly the fields that the platform sends. */
function isAsSent({ definition, spelling, annotation: { all, byId } }: PageSettings): boolean {
  return !definition.expires && hasDocumentedNames(spelling) && all === undefined && byId === undefined;
}

function hasDocumentedNames({ fields }: Spelling): boolean {
  return Object.keys(fields).length === 0;
}

/** The hash of a row together with the fields that the request adds to it, and with the names of its fields. */
function hashWithAdded(
  hash: string,
  id: Key | undefined,
  { spelling, annotation: { all, byId } }: PageSettings,
): string {
  const added = id === undefined ? undefined : byId?.get(id);
  if (hasDocumentedNames(spelling) && all === undefined && added === undefined) return hash;
  return hashOf(hash + canonicalJson([spelling, all, added]));
}

/** Whether a row is so small that it is within the limits of `row-size.ts`, whatever it contains. */
function isSmall({ from, to, values, depth }: RowBytes): boolean {
  return (to - from) * 9 <= mostOfRow.characters && values <= mostOfRow.names && depth <= mostDepth;
}

/** The bytes to store. Those that are not UTF-8 are stored as the text that was read from them. */
function bytesOf(bytes: Buffer, row: RowBytes): Uint8Array {
  const own = bytes.subarray(row.from, row.to);
  return row.isAscii || isUtf8(own) ? own : Buffer.from(textOf(bytes, row));
}

function parsedRow(bytes: Buffer, row: RowBytes, reviver?: typeof exactNumbers): unknown {
  try {
    return JSON.parse(textOf(bytes, row), reviver) as unknown;
  } catch (cause) {
    throw new Failure('remote', 'not JSON', { reason: 'unreadable-reply', cause });
  }
}

/** Check one record. Fails: `remote`/`unreadable-reply` if it does not match the schema or has another id. */
export function checkRecord(value: unknown, id: Key, definition: Definition): Row {
  const record = idOf(value, definition) === id ? readable(value, definition.record) : undefined;
  if (record !== undefined) return { id, record, hash: textHash(record, definition.volatile) };
  throw new Failure('remote', `no readable record ${id} of ${definition.collection}`, { reason: 'unreadable-reply' });
}

/** Whether a different row of the page has the same key, so that the key does not identify the row. */
function clashes(other: Fields | undefined, row: Fields, { volatile }: Definition): boolean {
  return other !== undefined && !isSameRecord(other, row, volatile);
}

/**
 * The record as its schema describes it, see `asDocumented`. Undefined: it cannot be read, is too large, or is nested too
 * deeply for recursive code. `exact`: the record, parsed with `exactNumbers`.
 */
function readable(
  value: unknown,
  schema: z.ZodObject,
  { isSmall = false, exact = () => value }: { isSmall?: boolean; exact?: () => unknown } = {},
): Fields | undefined {
  if (!isSmall && !isWithinLimits(value)) return undefined;
  return matches(schema, value) ? (value as Fields) : withoutUnexpected(schema, exact());
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

function parse(body: Uint8Array): unknown[] {
  const { value: rows } = parseUntrusted(body, mostPageRows);
  if (!Array.isArray(rows))
    throw new Failure('remote', 'a page of a list is not an array', { reason: 'unreadable-reply' });
  return rows;
}
