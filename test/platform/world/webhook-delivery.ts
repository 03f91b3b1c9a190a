import { request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { performance } from 'node:perf_hooks';

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
  verifiesTls: boolean;
}

/** The response. `status` is null without one, and `body` then has the reason. */
export interface Incoming {
  status: number | null;
  headers: Record<string, string>;
  body: string;
  durationS: number;
}

/** Sends webhook requests. */
export interface WebhookSender {
  /** Returns the response of a receiver that is part of the simulation; undefined: the request is sent. */
  simulated: (outgoing: Outgoing) => Incoming | undefined;
  /** Never fails: errors are part of the response. Redirects are not followed. */
  send(outgoing: Outgoing): Promise<Incoming>;
  /** Resolves when all requests have ended. */
  idle(): Promise<void>;
  /** Also waits for this work, which leads to a delivery. */
  track(work: Promise<void>): void;
  close(): void;
}

const TIMEOUT_MS = 10_000;
const KEPT_BODY_BYTES = 8192;

export function createWebhookSender(): WebhookSender {
  const underway = new Set<ClientRequest>();
  const tracked = new Set<Promise<void>>();
  let isClosed = false;
  const sender: WebhookSender = {
    simulated: () => undefined,
    async send(outgoing) {
      const begun = performance.now();
      const durationS = () => Math.round((performance.now() - begun) * 1000) / 1_000_000;
      if (isClosed) return { status: null, headers: {}, body: 'The platform has ended', durationS: 0 };
      try {
        const simulated = sender.simulated(outgoing);
        if (simulated !== undefined) return simulated;
        const answer = await exchange(outgoing, underway);
        return { ...answer, durationS: durationS() };
      } catch (error) {
        return { status: null, headers: {}, body: (error as Error).message, durationS: durationS() };
      }
    },
    async idle() {
      while (tracked.size > 0) await Promise.all(tracked);
    },
    track(work) {
      const watched: Promise<void> = work
        .catch((error: unknown) => {
          if (!isClosed) process.stderr.write(`platform simulator: a delivery: ${String(error)}\n`);
        })
        .finally(() => tracked.delete(watched));
      tracked.add(watched);
    },
    close() {
      isClosed = true;
      for (const request of underway) request.destroy(new Error('The platform has ended'));
    },
  };
  return sender;
}

function exchange({ url, headers, body, verifiesTls }: Outgoing, underway: Set<ClientRequest>) {
  return new Promise<Omit<Incoming, 'durationS'>>((resolve, reject) => {
    const target = new URL(url);
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    } as const;
    const sent =
      target.protocol === 'https:'
        ? requestHttps(target, { ...options, rejectUnauthorized: verifiesTls })
        : requestHttp(target, options);
    underway.add(sent);
    sent.once('close', () => underway.delete(sent));
    sent.once('error', (error) => reject(describe(error)));
    sent.once('response', (incoming) => {
      textOf(incoming).then(
        (text) => resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), body: text }),
        (error: unknown) => reject(describe(error as Error)),
      );
    });
    sent.end(body);
  });
}

const describe = (error: Error) =>
  error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('execution expired') : error;

async function textOf(incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (size < KEPT_BODY_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES).toString('utf8');
}

/** Headers with their original spelling, each once. */
function headersOf({ rawHeaders }: IncomingMessage) {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    found[name] = name in found ? `${found[name]}, ${rawHeaders[at + 1]}` : (rawHeaders[at + 1] ?? '');
  }
  return found;
}
