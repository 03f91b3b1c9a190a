import { isObject } from '#shared/contract/value-shape.ts';
import { Failure } from '#shared/errors.ts';
import { isDeeperThan, mostDepth, mostPageRows, parseUntrusted } from '#shared/untrusted-json.ts';
import { asDocumented, exactNumbers } from '#shared/unexpected-values.ts';
import { z } from 'zod';
import { fieldsFromWire, type Dialect } from '../wire/dialect.ts';
import type { Endpoint } from '../../types.ts';

/** The value of a reply, and the number of rows that were left out. */
export interface Decoded {
  value: unknown;
  unreadable: number;
  /** Why the reply of a write could not be read as documented. `value` is then its JSON, or undefined. */
  replyFailure: Failure | null;
}

/** The parts of an endpoint that decide how its JSON is read. */
export type ReplyDescription = Pick<Endpoint, 'method' | 'reply' | 'paging'>;

/**
 * Read JSON as its endpoint describes it: a list row by row, any other value as a whole. Unknown fields are kept. Fields
 * of an unexpected type are moved, see `asDocumented`. Unreadable rows are only counted. The JSON reply of a write is kept even if it is not as described.
 * Fails: `remote`/`too-large` over the limits of `untrusted-json.ts`; `remote`/`unreadable-reply`.
 */
export function decodeJson({ method, reply, paging }: ReplyDescription, bytes: Uint8Array, dialect: Dialect): Decoded {
  const { value, depth } =
    bytes.byteLength === 0
      ? { value: undefined, depth: 0 }
      : parseUntrusted(bytes, paging === 'none' ? undefined : mostPageRows);
  const exact = (): unknown => JSON.parse(new TextDecoder().decode(bytes), exactNumbers);
  if (reply instanceof z.ZodArray) return rows(reply, { value, depth, exact }, dialect);
  if (depth > mostDepth) throw unreadable('nested too deeply');
  const neutral = fieldsFromWire(value, dialect);
  const schema = reply ?? z.unknown();
  const read = asDocumented(schema, neutral, () => fieldsFromWire(exact(), dialect));
  const { error } = read === undefined ? schema.safeParse(neutral) : {};
  if (error === undefined) return { value: read, unreadable: 0, replyFailure: null };
  const failure = unreadable(error.issues[0]?.path.join('.'));
  if (method !== 'GET') return { value: neutral, unreadable: 0, replyFailure: failure };
  throw failure;
}

/** The rows of a page; only their nesting depth is checked, and that they are objects. Fails as `decodeJson` does. */
export function decodeRows(bytes: Uint8Array): Decoded {
  const { value, depth } = parseUntrusted(bytes, mostPageRows);
  if (!Array.isArray(value)) throw unreadable('not a list');
  const isDeep = depth > mostDepth + 1;
  const rows = value.filter((row) => isObject(row) && !(isDeep && isDeeperThan(row, mostDepth)));
  return { value: rows, unreadable: value.length - rows.length, replyFailure: null };
}

/** A parsed reply. `exact`: parses it again with `exactNumbers`, which overflows the call stack if `depth` is large. */
interface Parsed {
  value: unknown;
  depth: number;
  exact: () => unknown;
}

function rows({ element }: z.ZodArray, { value, depth, exact }: Parsed, dialect: Dialect): Decoded {
  if (!Array.isArray(value)) throw unreadable('not a list');
  const isDeep = depth > mostDepth + 1;
  const readable: unknown[] = [];
  let exactRows: unknown[] | undefined;
  for (const [at, row] of value.entries()) {
    if (isDeep && isDeeperThan(row, mostDepth)) continue;
    const read = asDocumented(element as z.ZodType, fieldsFromWire(row, dialect), () =>
      fieldsFromWire((exactRows ??= isDeep ? value : (exact() as unknown[]))[at], dialect),
    );
    if (read !== undefined) readable.push(read);
  }
  return { value: readable, unreadable: value.length - readable.length, replyFailure: null };
}

export function unreadable(field: string | undefined): Failure {
  return new Failure('remote', 'a reply that is not as documented', { reason: 'unreadable-reply', field });
}
