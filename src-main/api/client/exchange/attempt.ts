import type { Failure } from '#shared/errors.ts';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { acceptEncoding, readBody, readRefusal, type ReplyBody, type BodySlots } from '../wire/reply-body.ts';
import type { Call } from './call.ts';
import type { Deadline } from './deadline.ts';
import { headerFromWire, type Dialect } from '../wire/dialect.ts';
import { redirectFailure, socketFailure } from '../wire/failures.ts';
import { isRedirect, nextHop, refuseForeign, type Hop } from './redirect.ts';
import type { Endpoint } from '../../types.ts';

/** A reply of any status but a redirect, with its whole body. Header names in lower case, as the documents spell them. */
export interface Reply extends ReplyBody {
  status: number;
  headers: Record<string, string>;
  /** Where it came from in the end. */
  url: URL;
  /** See `Hop`. */
  isOwn: boolean;
  /** From the start of the last hop to its headers. */
  roundTripMs: number;
}

/**
 * What became of one attempt. `wasSent`: a byte of the request may have reached the platform. `isAborted`: we ended it
 * ourselves, by the deadline or a signal.
 */
export type AttemptResult =
  { reply: Reply; wasSent: true; isAborted: false } | { failure: Failure; wasSent: boolean; isAborted: boolean };

/** Takes the body of a reply as it comes, instead of holding it whole. */
export type BodyReader = (chunks: AsyncIterable<Uint8Array>, head: ReplyHead) => Promise<ReplyBody>;
export type ReplyHead = Omit<Reply, keyof ReplyBody>;

/** What one request is sent with. */
export interface RequestContext {
  dispatcher: Dispatcher;
  viaProxy: boolean;
  dialect: Dialect;
  token: string | null;
  /** Limits how many large bodies are held at the same time, and how large the body may be. */
  slots: BodySlots;
  /** Instead of reading successes whole; the body is then asked for as it is, without compression. */
  take?: BodyReader | undefined;
  /** Hand it the bodies of refusals, too. */
  takesAll?: boolean | undefined;
  closing: AbortSignal;
  /** Every status is an answer, and nothing is sent twice. */
  isOnce?: boolean | undefined;
  /** Whether what was taken of a reply can be taken again from its start. */
  canRestart?: (() => boolean) | undefined;
}

/** Send the call once, following its redirects by hand. Does not throw. */
export async function attempt(call: Call, context: RequestContext, deadline: Deadline): Promise<AttemptResult> {
  const { endpoint } = call;
  // What only reads may be sent again in any case, and thousands of pages need no detour
  let wasStarted = endpoint.method === 'GET' || endpoint.method === 'HEAD';
  const dispatcher = wasStarted ? context.dispatcher : noteStart(context.dispatcher, () => (wasStarted = true));
  let hop: Hop = { url: call.url, isOwn: true, before: [] };
  try {
    deadline.signal.throwIfAborted();
    for (;;) {
      const startedAt = performance.now();
      const response = await dispatcher.request({
        origin: hop.url.origin,
        path: hop.url.pathname + hop.url.search,
        method: endpoint.method,
        headers: headersOf(call, hop.isOwn ? context.token : null, context.take !== undefined),
        body: call.body === null ? null : Readable.from(call.body.open()),
        signal: deadline.signal,
      });
      const headers = plainHeaders(response.headers, context.dialect);
      const roundTripMs = performance.now() - startedAt;
      if (isRedirect(response.statusCode)) {
        await response.body.dump({ limit: 65_536, signal: deadline.signal });
        hop = nextHop(hop, headers['location'], call);
        continue;
      }
      const head: ReplyHead = { status: response.statusCode, headers, url: hop.url, isOwn: hop.isOwn, roundTripMs };
      if (isAnswerToCall(head, endpoint, context)) refuseForeign(hop);
      const body = await bodyOf(response.body, endpoint, head, context, deadline).catch((thrown: unknown) =>
        appliedWithoutBody(thrown, { endpoint, head, context, deadline }),
      );
      return { reply: { ...head, ...body }, wasSent: true, isAborted: false };
    }
  } catch (thrown) {
    const what = `${endpoint.method} ${endpoint.path}`;
    const broken = deadline.failure ?? socketFailure(thrown, what, context);
    const isElsewhere = broken.code === 'offline' && hop.url.origin !== call.url.origin;
    const failure = isElsewhere ? redirectFailure(broken, call.url, hop.url) : broken;
    return { failure, wasSent: wasStarted, isAborted: deadline.failure !== undefined };
  }
}

/** Whether this reply counts as the endpoint's own answer: a success that is neither a file nor an HTML page. */
function isAnswerToCall({ status, headers }: ReplyHead, { replyKind }: Endpoint, { take }: RequestContext): boolean {
  const isHtml = (headers['content-type'] ?? '').includes('html');
  return replyKind !== 'bytes' && take === undefined && status < 300 && !isHtml;
}

/** The same dispatcher, telling when a request gets its connected socket: right before the first byte of it leaves. */
function noteStart(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
  return dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(
        options,
        new Proxy(handler, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            const method = value.bind(target) as (...given: unknown[]) => unknown;
            if (name !== 'onRequestStart') return method;
            return (...given: unknown[]) => {
              onStart();
              return method(...given);
            };
          },
        }),
      ),
  );
}

async function bodyOf(
  stream: Dispatcher.ResponseData['body'],
  { method }: Endpoint,
  head: ReplyHead,
  { take, takesAll, slots }: RequestContext,
  deadline: Deadline,
): Promise<ReplyBody> {
  const isTaken = take !== undefined && (takesAll === true || head.status < 400);
  try {
    if (isTaken) return await take(metered(stream, deadline), head);
    // The headers of a HEAD reply tell the length of the body that GET would return
    if (method === 'HEAD') return { bytes: new Uint8Array(), wireBytes: 0 };
    if (head.status >= 400) return await readRefusal(stream, head.headers);
    return await readBody(stream, head.headers, slots, deadline.signal);
  } finally {
    // What was not read to its end would hold the socket; a destroyed stream tells of it as an error
    if (!stream.destroyed) stream.on('error', () => undefined).destroy();
  }
}

/**
 * A write with a success status has been applied, even if the rest of its reply is lost. Every other failure is
 * rethrown.
 */
function appliedWithoutBody(
  thrown: unknown,
  {
    endpoint,
    head,
    context,
    deadline,
  }: { endpoint: Endpoint; head: ReplyHead; context: RequestContext; deadline: Deadline },
): ReplyBody {
  const isWritten = endpoint.method !== 'GET' && endpoint.method !== 'HEAD' && head.status < 300;
  const broken = deadline.failure ?? socketFailure(thrown, `${endpoint.method} ${endpoint.path}`, context);
  if (!isWritten || broken.code === 'aborted') throw thrown;
  return { bytes: new Uint8Array(), wireBytes: 0, broken };
}

async function* metered(chunks: AsyncIterable<Uint8Array>, deadline: Deadline): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    deadline.progress(chunk.byteLength);
    yield chunk;
  }
}

/** What is sent besides the body; `isWhole` asks for no compression. */
export function headersOf({ endpoint, body }: Call, token: string | null, isWhole: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    accept: endpoint.replyKind === 'bytes' ? '*/*' : 'application/json',
    'accept-encoding': isWhole ? 'identity' : acceptEncoding,
    'user-agent': 'Reeve',
  };
  if (token !== null) headers['private-token'] = token;
  if (body !== null) headers['content-length'] = String(body.sizeBytes);
  if (body !== null && body.type !== '') headers['content-type'] = body.type;
  return headers;
}

function plainHeaders(raw: Dispatcher.ResponseData['headers'], dialect: Dialect): Record<string, string> {
  const pairs = Object.entries(raw).map(([name, value]) => [
    headerFromWire(name, dialect),
    decodedHeader(Array.isArray(value) ? value.join(', ') : (value ?? '')),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** undici reads every byte as a character, but file names come as UTF-8. */
function decodedHeader(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
