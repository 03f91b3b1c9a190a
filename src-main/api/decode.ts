import { Failure } from '#shared/errors.ts';
import { z } from 'zod';
import type { Reply } from './attempt.ts';
import { fieldsFromWire, type Dialect } from './dialect.ts';
import type { Endpoint } from './types.ts';

/** A reply's value, and how many of its rows had to be left out. */
export interface Decoded {
  value: unknown;
  unreadable: number;
}

/**
 * Read a successful reply as its endpoint describes it: a list row by row, everything else whole. Unknown fields stay.
 * Fails: `remote` with `not-json` for a page of a portal, `unreadable-reply` for anything else that is not as documented.
 */
export function decode(endpoint: Endpoint, reply: Reply, dialect: Dialect): Decoded {
  if (endpoint.reply === null) return whole(undefined);
  if (endpoint.replyKind === 'headers') return whole(read(endpoint.reply, reply.headers));
  if (endpoint.replyKind === 'bytes') return whole(transferable(reply.bytes));
  checkJson(reply);
  const parsed = parse(reply.bytes);
  if (endpoint.reply instanceof z.ZodArray) return rows(endpoint.reply, parsed, dialect);
  return whole(read(endpoint.reply, fieldsFromWire(parsed, dialect)));
}

function read(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw unreadable(result.error.issues[0]?.path.join('.'));
}

/** Refuse a body that its type or its first character says is not JSON. */
export function checkJson({ headers, bytes }: Pick<Reply, 'headers' | 'bytes'>): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isJson = type === '' || type === 'application/json' || type.endsWith('+json');
  if (!isJson || firstSign(bytes) === '<') {
    throw new Failure('remote', `a reply of type ${type.slice(0, 100)}`, { reason: 'not-json' });
  }
}

/** Refuse a page that cannot be a list; its rows are read elsewhere. */
export function checkList({ bytes }: Pick<Reply, 'bytes'>): void {
  if (firstSign(bytes) !== '[') throw unreadable('not a list');
}

/** The bytes in a buffer of their own, which can be handed to a worker. */
export function transferable(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function rows(schema: z.ZodArray, parsed: unknown, dialect: Dialect): Decoded {
  if (!Array.isArray(parsed)) throw unreadable('not a list');
  const read = parsed.map((row) => z.safeParse(schema.element, fieldsFromWire(row, dialect)));
  const value = read.flatMap((result) => (result.success ? [result.data] : []));
  return { value, unreadable: read.length - value.length };
}

function parse(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw unreadable('not JSON');
  }
}

function firstSign(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 256)).trimStart().charAt(0);
}

function whole(value: unknown): Decoded {
  return { value, unreadable: 0 };
}

function unreadable(field: string | undefined): Failure {
  return new Failure('remote', 'a reply that is not as documented', { reason: 'unreadable-reply', field });
}
