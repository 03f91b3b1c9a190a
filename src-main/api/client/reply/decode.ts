import { Failure } from '#shared/errors.ts';
import { kilobytes } from '#shared/time.ts';
import { jsonSize } from '#shared/untrusted-json.ts';
import type { Reply } from '../exchange/attempt.ts';
import { transferable } from '../wire/reply-body.ts';
import { decodeJson, decodeRows, unreadable, type Decoded } from './decode-json.ts';
import type { DecodeRequest } from './decode-thread.ts';
import type { Dialect } from '../wire/dialect.ts';
import type { Endpoint } from '../../types.ts';

/** How replies are decoded. */
export interface Decoding {
  dialect: Dialect;
  /** Decodes on the decoding thread, within the deadline of the request. Null: everything is decoded on this thread. */
  inThread: ((request: DecodeRequest) => Promise<Decoded>) | null;
  /**
   * The endpoints that the thread finds by their names. The main thread must decode the replies of all others, because a
   * schema cannot be sent to a thread.
   */
  known: ReadonlyMap<string, Endpoint>;
}

/** Replies up to these sizes are decoded on the main thread, which takes about 20 ms at worst. */
const largestOnMain = { bytes: kilobytes(256), values: 5_000 };

/**
 * Read a successful reply as its endpoint describes it; a large one in a worker thread. For a write it fails only for
 * the HTML page of a portal and for an abort. Any other problem is in `replyFailure`, because the write has been applied.
 * Fails: `remote`/`not-json` for the HTML page of a portal, otherwise as `decodeJson` does; with the reason of the signal.
 */
export async function decode(endpoint: Endpoint, reply: Reply, decoding: Decoding): Promise<Decoded> {
  if (endpoint.reply === null) return whole(undefined);
  if (endpoint.replyKind === 'headers') return whole(readHeaders(endpoint.reply, reply.headers));
  if (endpoint.replyKind === 'json' || endpoint.replyKind === 'rows') checkJson(reply);
  try {
    if (reply.broken !== undefined) throw reply.broken;
    if (endpoint.replyKind === 'bytes') return whole(transferable(reply.bytes));
    return await decodeBody(endpoint, reply.bytes, decoding);
  } catch (thrown) {
    const isRead = endpoint.method === 'GET' || endpoint.method === 'HEAD';
    if (isRead || !(thrown instanceof Failure) || thrown.code === 'aborted') throw thrown;
    return { ...whole(undefined), replyFailure: thrown };
  }
}

async function decodeBody(endpoint: Endpoint, bytes: Uint8Array, decoding: Decoding): Promise<Decoded> {
  const { dialect, inThread, known } = decoding;
  const { name } = endpoint;
  const isKnown = known.get(name)?.reply === endpoint.reply;
  if (inThread === null || !isKnown || isSmall(bytes)) return decodeJson(endpoint, bytes, dialect);
  return inThread({ name, bytes, dialect });
}

/** The unchecked rows of one page. Fails as `decode` does. */
export async function decodePage({ bytes }: Pick<Reply, 'bytes'>, decoding: Decoding): Promise<Decoded> {
  const { dialect, inThread } = decoding;
  if (inThread === null || isSmall(bytes)) return decodeRows(bytes);
  return inThread({ name: null, bytes, dialect });
}

function isSmall(bytes: Uint8Array): boolean {
  return bytes.byteLength <= largestOnMain.bytes && jsonSize(bytes).values <= largestOnMain.values;
}

function readHeaders(schema: NonNullable<Endpoint['reply']>, headers: Reply['headers']): unknown {
  const result = schema.safeParse(headers);
  if (result.success) return result.data;
  throw unreadable(result.error.issues[0]?.path.join('.'));
}

/**
 * Refuse a body that is not JSON by its type or first character. Some servers send JSON as plain text. Fails:
 * `remote`/`not-json`.
 */
export function checkJson({ headers, bytes }: Pick<Reply, 'headers' | 'bytes'>): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const sign = firstSign(bytes);
  const isPlainJson = type === 'text/plain' && (sign === '{' || sign === '[');
  const isJson = type === '' || type === 'application/json' || type.endsWith('+json') || isPlainJson;
  if (!isJson || sign === '<') {
    throw new Failure('remote', `a reply of type ${type.slice(0, 100)}`, { reason: 'not-json' });
  }
}

/** Refuse a body that is not a JSON list by its first character. Fails: `remote`/`unreadable-reply`. */
export function checkList({ bytes }: Pick<Reply, 'bytes'>): void {
  if (firstSign(bytes) !== '[') throw unreadable('not a list');
}

function firstSign(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 256)).trimStart().charAt(0);
}

function whole(value: unknown): Decoded {
  return { value, unreadable: 0, replyFailure: null };
}
