import { aborted, Failure } from '#shared/errors.ts';
import { parseInstanceUrl } from './address.ts';
import { callOf, callOfLink, type Call } from './call.ts';
import { createDispatcher } from './connect.ts';
import { checkJson, checkList, decode, transferable } from './decode.ts';
import { dialects, type DialectName } from './dialect.ts';
import { exchange, type ExchangeOptions, type Ways } from './exchange.ts';
import type { Reply } from './attempt.ts';
import { countOf, nextLink } from './paging.ts';
import type { Answer, BytesPage, CallInput, Endpoint, Send } from './types.ts';

export interface SenderOptions extends ExchangeOptions {
  /** As a person typed it or as the profile keeps it. */
  url: string;
  dialect: DialectName;
  /** Asked for every request; null sends none. */
  token: () => string | null;
  proxy: string | null;
  ca: string | null;
  allowPlainHttp: boolean;
}

/** Sockets of one instance: as many as the governor lets through, one for a write, one to spare. */
const connections = 10;

/**
 * The sender of one profile. The token goes to the profile's own origin and nowhere else.
 * Fails: `invalid` with the `field` (`url`, `ca`, `proxy`) that cannot be used.
 */
export function createSender(options: SenderOptions): Send {
  const base = parseInstanceUrl(options.url, options);
  const dialect = dialects[options.dialect];
  const dispatcher = createDispatcher(options, connections);
  const closing = new AbortController();

  function waysNow(): Ways {
    if (closing.signal.aborted) throw aborted();
    const token = options.token();
    // Node's own refusal of such a header would quote it
    if (token !== null && !/^[\x21-\x7e]+$/.test(token)) {
      throw new Failure('denied', 'a token has no such characters', { reason: 'token-rejected' });
    }
    return { dispatcher, dialect, token, viaProxy: options.proxy !== null, closing: closing.signal };
  }

  async function answer(endpoint: Endpoint, input: CallInput = {}, signal?: AbortSignal): Promise<Answer<unknown>> {
    const call = callOf(endpoint, input, base, dialect);
    const kind = endpoint.method === 'GET' || endpoint.method === 'HEAD' ? 'read' : 'write';
    const startedAt = performance.now();
    const reply = await exchange(call, kind, waysNow(), options, signal);
    const { value, unreadable } = decode(endpoint, reply, dialect);
    const { status, headers } = reply;
    return { value, status, headers, unreadable, ms: performance.now() - startedAt };
  }

  async function page(endpoint: Endpoint, at: CallInput | { next: string }, signal?: AbortSignal): Promise<BytesPage> {
    const call = 'next' in at ? callOfLink(endpoint, at.next, base) : callOf(endpoint, at, base, dialect);
    return pageOf(call, await exchange(call, 'page', waysNow(), options, signal), base);
  }

  const send = async (endpoint: Endpoint, input?: CallInput, signal?: AbortSignal) =>
    (await answer(endpoint, input, signal)).value;
  const close = async (): Promise<void> => {
    closing.abort();
    await dispatcher.destroy();
  };
  // The types of one endpoint's input and reply are lost in here and given back at this border
  return Object.assign(send, { answer, page, close }) as Send;
}

function pageOf(call: Call, reply: Reply, base: string): BytesPage {
  checkJson(reply);
  checkList(reply);
  return {
    body: transferable(reply.bytes),
    next: nextLink(reply.headers['link'], call.url, base),
    total: countOf(reply.headers['x-total']),
    roundTripMs: reply.roundTripMs,
  };
}
