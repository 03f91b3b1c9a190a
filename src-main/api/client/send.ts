import { aborted, Failure } from '#shared/errors.ts';
import { apiPath, parseInstanceUrl } from './wire/address.ts';
import {
  createBodySemaphores,
  largestBodyBytes,
  largestValueBytes,
  BodySlots,
  transferable,
} from './wire/reply-body.ts';
import { checkCeiling } from './governor/ceiling.ts';
import { callOf, callOfLink } from './exchange/call.ts';
import { createDispatcher } from './exchange/connect.ts';
import { checkJson, checkList, decode, decodePage, type Decoding } from './reply/decode.ts';
import { decodeThread } from './reply/decode-thread.ts';
import { Deadline } from './exchange/deadline.ts';
import { dialects, type DialectName } from './wire/dialect.ts';
import { createDownload } from './reply/download.ts';
import type { RequestContext } from './exchange/attempt.ts';
import { exchange, type Exchanged, type ExchangeOptions } from './exchange/exchange.ts';
import { nextPage, totalOf } from './wire/paging.ts';
import { checkReadOnly, rawAnswer, readBeginning } from './reply/raw.ts';
import { withoutToken } from './wire/secrets.ts';
import type {
  Answer,
  BytesPage,
  CallInput,
  DownloadOptions,
  Endpoint,
  NextInput,
  RawAnswer,
  RowsPage,
  SavedFile,
  Send,
} from '../types.ts';

export interface SenderOptions extends ExchangeOptions {
  /** As a person typed it or as the profile keeps it. */
  url: string;
  dialect: DialectName;
  /** Asked for every request; null sends none. */
  token: () => string | null;
  proxy: string | null;
  ca: string | null;
  allowPlainHttp: boolean;
  /**
   * The script of the thread that decodes large replies, and the endpoints that it knows; without it the main thread
   * decodes them.
   */
  decoder?: { script: URL; endpoints: ReadonlyMap<string, Endpoint> } | undefined;
}

/** Sockets of one instance: as many reads and downloads as the governor lets through, one for a write, one to spare. */
const connections = 12;

/** How the platform answers where it has no such route, and not just no such thing. */
const noRoute = /^(404 )?not found\.?$/i;

/**
 * The sender of one profile. The token goes to the profile's own origin and nowhere else.
 * Fails: `invalid` with the `field` (`url`, `ca`, `proxy`) that cannot be used.
 */
export function createSender(options: SenderOptions): Send {
  const base = parseInstanceUrl(options.url, options);
  const dialect = dialects[options.dialect];
  const dispatcher = createDispatcher(options, connections);
  const semaphores = createBodySemaphores();
  const closing = new AbortController();
  const thread = options.decoder === undefined ? null : decodeThread(options.decoder.script);
  const known = options.decoder?.endpoints ?? new Map<string, Endpoint>();

  function newContext(mostBytes: number): RequestContext {
    if (closing.signal.aborted) throw aborted();
    const token = options.token();
    // Node's own refusal of such a header would quote it
    if (token !== null && !/^[\x21-\x7e]+$/.test(token)) {
      throw new Failure('denied', 'a token has no such characters', { reason: 'token-rejected' });
    }
    const slots = new BodySlots(semaphores, mostBytes);
    return { dispatcher, dialect, token, slots, viaProxy: options.proxy !== null, closing: closing.signal };
  }

  /** The slots for large bodies are held until `run` has ended. */
  async function withContext<T>(mostBytes: number, run: (context: RequestContext) => Promise<T>): Promise<T> {
    const context = newContext(mostBytes);
    try {
      return await run(context);
    } finally {
      context.slots.release();
    }
  }

  async function answer(endpoint: Endpoint, input: CallInput = {}, signal?: AbortSignal): Promise<Answer<unknown>> {
    const kind = endpoint.method === 'GET' || endpoint.method === 'HEAD' ? 'read' : 'write';
    const startedAt = performance.now();
    const { ceiling } = endpoint;
    return withContext(largestOf(endpoint), async (context) => {
      if (ceiling !== undefined) {
        const path = { id: input.path?.['id'] ?? '' };
        await checkCeiling(ceiling, input, async (query) => {
          const { value } = await answer(ceiling.list, { path, query }, signal);
          return value as unknown[];
        });
      }
      const received = await onEitherPath(endpoint, (spelt) =>
        exchange(callOf(spelt, input, base, dialect), kind, context, options, signal),
      );
      const reply = withoutToken(received, context.token);
      const { status, headers } = reply;
      const decoded = await beforeDeadline(reply, signal, (decoding) => decode(endpoint, reply, decoding));
      return { ...decoded, status, headers, ms: performance.now() - startedAt };
    });
  }

  /** The deadline of a request includes decoding its reply. */
  async function beforeDeadline<T>(
    { leftMs }: Exchanged,
    signal: AbortSignal | undefined,
    work: (decoding: Decoding) => Promise<T>,
  ): Promise<T> {
    const deadline = new Deadline(leftMs, signal === undefined ? [closing.signal] : [closing.signal, signal]);
    try {
      return await work({ dialect, thread, known, signal: deadline.signal });
    } finally {
      deadline.end();
    }
  }

  async function onePage(context: RequestContext, endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal) {
    const call = 'next' in at ? callOfLink(endpoint, at, base) : callOf(endpoint, at, base, dialect);
    const reply = withoutToken(await exchange(call, 'page', context, options, signal), context.token);
    checkJson(reply);
    checkList(reply);
    const facts = {
      // The list of a moved project is at the address that the platform redirected to
      ...nextPage(reply.headers, reply.isOwn ? reply.url : call.url, base),
      total: totalOf(reply.headers['x-total']),
      roundTripMs: reply.roundTripMs,
    };
    return { reply, facts };
  }

  async function page(endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal): Promise<BytesPage> {
    return withContext(largestBodyBytes, async (context) => {
      const { reply, facts } = await onePage(context, endpoint, at, signal);
      return { body: transferable(reply.bytes), ...facts };
    });
  }

  async function rows(endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal): Promise<RowsPage> {
    return withContext(largestValueBytes, async (context) => {
      const { reply, facts } = await onePage(context, endpoint, at, signal);
      const { value, unreadable } = await beforeDeadline(reply, signal, (decoding) => decodePage(reply, decoding));
      return { rows: value as unknown[], unreadable, ...facts };
    });
  }

  async function bytes(
    endpoint: Endpoint,
    input: CallInput = {},
    to: DownloadOptions,
    signal?: AbortSignal,
  ): Promise<SavedFile> {
    const call = callOf(endpoint, input, base, dialect);
    checkReadOnly(call);
    const context = newContext(largestBodyBytes);
    const download = createDownload(call, to);
    try {
      await exchange(call, 'download', { ...context, ...download }, options, signal);
      return await download.finish();
    } catch (thrown) {
      await download.discard();
      throw thrown;
    }
  }

  async function raw(endpoint: Endpoint, input: CallInput = {}, signal?: AbortSignal): Promise<RawAnswer> {
    const call = callOf(endpoint, input, base, dialect);
    checkReadOnly(call);
    const context: RequestContext = {
      ...newContext(largestBodyBytes),
      take: readBeginning,
      takesAll: true,
      isOnce: true,
    };
    const sentAt = options.clock.now();
    const startedAt = performance.now();
    const reply = await exchange(call, 'read', context, options, signal);
    const ms = performance.now() - startedAt;
    return rawAnswer(call, reply, { token: context.token, sentAt, ms, shownUrl: base + apiPath + call.shown });
  }

  const send = async (endpoint: Endpoint, input?: CallInput, signal?: AbortSignal) =>
    (await answer(endpoint, input, signal)).value;
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all([dispatcher.destroy(), thread?.close()]);
  };
  // The types of one endpoint's input and reply are lost in here and given back at this border
  return Object.assign(send, { answer, page, rows, bytes, raw, close }) as Send;
}

/** A reply with the content of a file has no wide characters: it is bytes or Base64. */
function largestOf({ replyKind, limit }: Endpoint): number {
  return replyKind === 'bytes' || limit === 'large-blob' ? largestBodyBytes : largestValueBytes;
}

/** Send, and again with the other spelling of the path when the platform has no such route. */
async function onEitherPath(endpoint: Endpoint, run: (spelt: Endpoint) => Promise<Exchanged>): Promise<Exchanged> {
  const { otherPath } = endpoint;
  if (otherPath === undefined) return run(endpoint);
  try {
    return await run(endpoint);
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.status !== 404 || !noRoute.test(thrown.said ?? '')) throw thrown;
    return run({ ...endpoint, path: otherPath }).catch((second: unknown) => {
      throw second instanceof Failure && second.status === 404 ? thrown : second;
    });
  }
}
