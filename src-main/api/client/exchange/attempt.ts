import type { Failure } from '#shared/errors.ts';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { acceptEncoding, readBody, readRefusal, type ReplyBody, type BodySlots } from '../wire/reply-body.ts';
import type { Call } from './call.ts';
import type { Deadline } from './deadline.ts';
import { headerFromWire, type Dialect } from '../wire/dialect.ts';
import { redirectFailure, socketFailure } from '../wire/failures.ts';
import type { MovedProjects } from './moved-projects.ts';
import { isRedirect, nextHop, refuseForeign, type Hop } from './redirect.ts';
import type { Endpoint } from '../../types.ts';

/** A complete reply of any status except redirects. Header names are in lower case and spelled as in the documents. */
export interface Reply extends ReplyBody {
  status: number;
  headers: Record<string, string>;
  /** The address after all redirects. */
  url: URL;
  /** See `Hop`. */
  isOwn: boolean;
  /** From the start of the last hop to its headers. */
  roundTripMs: number;
}

/**
 * The result of one attempt. `wasSent`: at least one byte of the request may have reached the platform. `isAborted`: the
 * deadline or a signal ended the attempt.
 */
export type AttemptResult =
  | { reply: Reply; wasSent: true; isAborted: false }
  | { failure: Failure; wasSent: boolean; isAborted: boolean };

/** Reads the body of a reply chunk by chunk, so that it is never in memory as a whole. */
export type BodyReader = (chunks: AsyncIterable<Uint8Array>, head: ReplyHead) => Promise<ReplyBody>;
export type ReplyHead = Omit<Reply, keyof ReplyBody>;

/** The context of one request, the same for all its attempts. */
export interface RequestContext {
  dispatcher: Dispatcher;
  viaProxy: boolean;
  dialect: Dialect;
  token: string | null;
  /** Limits the number of large bodies in memory, and the size of the body. */
  slots: BodySlots;
  /** Reads the bodies of successes. The request then asks for an uncompressed body. */
  take?: BodyReader | undefined;
  /** `take` also reads the bodies of refusals. */
  takesAll?: boolean | undefined;
  /** Fires when the sender is closed. */
  closing: AbortSignal;
  moved?: MovedProjects | undefined;
  /** The request is sent only once, and no status counts as a failure. */
  isOnce?: boolean | undefined;
  /** Whether `take` can start again with the body of another attempt. */
  canRestart?: (() => boolean) | undefined;
}

/** Send the call once and follow redirects. Does not throw. */
export async function attempt(call: Call, context: RequestContext, deadline: Deadline): Promise<AttemptResult> {
  const { endpoint } = call;
  // Reads may always be repeated, so they count as sent; this keeps the wrapper out of thousands of page requests
  let wasStarted = endpoint.method === 'GET' || endpoint.method === 'HEAD';
  const dispatcher = wasStarted ? context.dispatcher : noteStart(context.dispatcher, () => (wasStarted = true));
  let hop: Hop = { url: call.url, isOwn: true, isSameOrigin: true, before: [] };
  try {
    deadline.signal.throwIfAborted();
    for (;;) {
      const startedAt = performance.now();
      const response = await dispatcher.request({
        origin: hop.url.origin,
        path: hop.url.pathname + hop.url.search,
        method: endpoint.method,
        headers: headersOf(call, hop.isOwn && !call.hasJobToken ? context.token : null, context.take !== undefined),
        body: contentOf(call),
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
      if (head.status < 300) context.moved?.note(call, hop);
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

/** The body for undici. Bytes are sent with the headers in one write; only uploads are streamed. */
function contentOf({ body }: Call): Uint8Array | Readable | null {
  if (body === null) return null;
  return typeof body.content === 'function' ? Readable.from(body.content()) : body.content;
}

/** Whether the reply is the answer of the API itself: a success that is neither a file nor an HTML page. */
function isAnswerToCall({ status, headers }: ReplyHead, { replyKind }: Endpoint, { take }: RequestContext): boolean {
  const isHtml = (headers['content-type'] ?? '').includes('html');
  return replyKind !== 'bytes' && take === undefined && status < 300 && !isHtml;
}

/** Wrap a dispatcher: `onStart` is called when a request gets a connected socket, before its first byte is sent. */
function noteStart(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    return dispatch(
      options,
      // undici creates the handler for this one request
      Object.assign(handler, {
        onRequestStart: (...given: Parameters<NonNullable<typeof start>>) => {
          onStart();
          start?.(...given);
        },
      }),
    );
  });
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
    // `content-length` of a HEAD reply is the length of the body that GET would return
    if (method === 'HEAD') return { bytes: new Uint8Array(), wireBytes: 0 };
    if (head.status >= 400) return await readRefusal(stream, head.headers);
    return await readBody(stream, head.headers, slots, deadline.signal);
  } finally {
    // A body that was not read to its end would keep the socket open; destroying it emits an error, which is ignored
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

/** The headers of a request. `isWhole`: ask for an uncompressed body. */
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

/** undici decodes headers as Latin-1, but file names in them are UTF-8. */
function decodedHeader(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
