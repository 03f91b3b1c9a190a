import { isScope, readScope, type Scope } from '#shared/contract/scope.ts';
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
import { callOf, callOfLink, type Call } from './exchange/call.ts';
import { createDispatcher } from './exchange/connect.ts';
import { checkJson, checkList, decode, decodePage, type Decoding } from './reply/decode.ts';
import { decodeThread, type DecodeRequest, type DecodeThread } from './reply/decode-thread.ts';
import type { Decoded } from './reply/decode-json.ts';
import { Deadline } from './exchange/deadline.ts';
import { dialects, type DialectName } from './wire/dialect.ts';
import { createDownload } from './reply/download.ts';
import type { RequestContext } from './exchange/attempt.ts';
import { exchange, type ExchangeResult, type ExchangeOptions } from './exchange/exchange.ts';
import type { MovedProjects } from './exchange/moved-projects.ts';
import { nextPage, totalOf } from './wire/paging.ts';
import { checkReadOnly, rawAnswer, readBeginning } from './reply/raw.ts';
import { withoutToken } from './wire/secrets.ts';
import { pageInput, rowsOfPages } from './walk.ts';
import { pageSizes } from './page-sizes.ts';
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
  /** The address of the instance, as entered or as stored in the profile. */
  url: string;
  dialect: DialectName;
  /** Called for each request; null: the request is sent without a token. */
  token: () => string | null;
  proxy: string | null;
  ca: string | null;
  allowPlainHttp: boolean;
  /** The scope with the number of a group, if it is known; otherwise the same scope. */
  scopeOf?: ((scope: Scope) => Scope) | undefined;
  /** Learns from the redirects of reads which projects have moved. */
  moved?: MovedProjects | undefined;
  /**
   * The script of the thread that decodes large replies, and the endpoints that the script knows. Without it, the main
   * thread decodes them.
   */
  decoder?: { script: URL; endpoints: ReadonlyMap<string, Endpoint> } | undefined;
}

/** Sockets per instance: 12 reads, 2 downloads and 1 write under the governor, and 1 spare. */
const connections = 16;

/** The `error` text of a 404 for an unknown route. A missing resource has another text. */
const noRoute = /^(404 )?not found\.?$/i;

/**
 * The sender of one profile. The token is sent to the origin of the profile only.
 * Fails: `invalid` with the `field` (`url`, `ca`, `proxy`) that can't be used.
 */
export function createSender(options: SenderOptions): Send {
  const base = parseInstanceUrl(options.url, options);
  const dialect = dialects[options.dialect];
  const dispatcher = createDispatcher(options, connections);
  const semaphores = createBodySemaphores();
  const closing = new AbortController();
  const withPageSize = pageSizes();
  const thread = options.decoder === undefined ? null : decodeThread(options.decoder.script);
  const known = options.decoder?.endpoints ?? new Map<string, Endpoint>();

  const toCall = (endpoint: Endpoint, input: CallInput): Call =>
    callOf(endpoint, { ...input, path: withNumber(endpoint, input.path, options.scopeOf) }, base, dialect);

  function newContext(mostBytes: number): RequestContext {
    if (closing.signal.aborted) throw aborted();
    const token = options.token();
    // Checked here because the error of Node for such a header contains the token
    if (token !== null && !/^[\x21-\x7e]+$/.test(token)) {
      throw new Failure('denied', 'the token contains invalid characters', { reason: 'token-rejected' });
    }
    const slots = new BodySlots(semaphores, mostBytes);
    const { moved, proxy } = options;
    return { dispatcher, dialect, token, slots, viaProxy: proxy !== null, closing: closing.signal, moved };
  }

  /** Run with a new context, and release its slots for large bodies at the end. */
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
        const listed = rowsOfPages((at) => rows(ceiling.list, at, signal), pageInput({ path }, 1));
        await checkCeiling(ceiling, input, listed);
      }
      const received = await onEitherPath(endpoint, (variant) =>
        withPageSize(variant, input, (sized) => exchange(toCall(variant, sized), kind, context, options, signal)),
      );
      const reply = withoutToken(received, context.token);
      const { status, headers } = reply;
      const decoded = await decode(endpoint, reply, decodingOf(reply, signal));
      return { ...decoded, status, headers, ms: performance.now() - startedAt };
    });
  }

  /** How a reply is decoded, in the remaining time of its request. */
  function decodingOf({ leftMs }: ExchangeResult, signal: AbortSignal | undefined): Decoding {
    const inThread = async (own: DecodeThread, request: DecodeRequest): Promise<Decoded> => {
      const deadline = new Deadline(leftMs, signal === undefined ? [closing.signal] : [closing.signal, signal]);
      try {
        return await own.decode(request, deadline.signal);
      } finally {
        deadline.end();
      }
    };
    return { dialect, known, inThread: thread && ((request) => inThread(thread, request)) };
  }

  async function onePage(context: RequestContext, endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal) {
    const sent = async (call: Call) => ({ call, received: await exchange(call, 'page', context, options, signal) });
    const { call, received } =
      'next' in at
        ? await sent(callOfLink(endpoint, at, base))
        : await withPageSize(endpoint, at, (sized) => sent(toCall(endpoint, sized)));
    const reply = withoutToken(received, context.token);
    checkJson(reply);
    checkList(reply);
    const facts = {
      // After a redirect, for example of a moved project, the next page is below the new address
      ...nextPage(reply.headers, { endpoint, requested: reply.isOwn ? reply.url : call.url, base }),
      hasLink: reply.headers['link'] !== undefined,
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
      const { value, unreadable } = await decodePage(reply, decodingOf(reply, signal));
      return { rows: value as unknown[], unreadable, ...facts };
    });
  }

  async function bytes(
    endpoint: Endpoint,
    input: CallInput = {},
    to: DownloadOptions,
    signal?: AbortSignal,
  ): Promise<SavedFile> {
    const call = toCall(endpoint, input);
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
  // The types of input and reply are not tracked inside the sender; `Send` adds them again
  return Object.assign(send, { answer, page, rows, bytes, raw, close }) as Send;
}

/** The content of a file may be larger than other replies, because bytes and Base64 need less memory when decoded. */
function largestOf({ replyKind, limit }: Endpoint): number {
  return replyKind === 'bytes' || limit === 'large-blob' ? largestBodyBytes : largestValueBytes;
}

/** Path parameters with the number of the group if it is known, because older servers refuse some paths of groups. */
function withNumber({ path: template }: Endpoint, path: CallInput['path'], scopeOf: SenderOptions['scopeOf']) {
  const scope = `group:${path?.['id'] ?? ''}`;
  if (scopeOf === undefined || !template.startsWith('/groups/:id') || !isScope(scope)) return path;
  return { ...path, id: readScope(scopeOf(scope))?.ref ?? '' };
}

/** Run with the path of the endpoint, and with `otherPath` if the platform has no such route. */
async function onEitherPath(
  endpoint: Endpoint,
  run: (variant: Endpoint) => Promise<ExchangeResult>,
): Promise<ExchangeResult> {
  const { otherPath } = endpoint;
  if (otherPath === undefined) return run(endpoint);
  try {
    return await run(endpoint);
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.status !== 404 || !noRoute.test(thrown.reportedMessage ?? ''))
      throw thrown;
    return run({ ...endpoint, path: otherPath }).catch((second: unknown) => {
      throw second instanceof Failure && second.status === 404 ? thrown : second;
    });
  }
}
