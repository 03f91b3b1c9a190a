import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { createGovernor } from '#main/api/client/governor/governor.ts';
import { createSender, type SenderOptions } from '#main/api/client/send.ts';
import type { Attempt, Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import { aborted, Failure } from '#shared/errors.ts';

/** A request as received by a server of a test. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
export interface TestServer {
  url: string;
  port: number;
  seen: Seen[];
}

/** A server on 127.0.0.1 that records its requests. It is closed at the end of the test. */
export async function testServer(
  answer: (seen: Seen, ...rest: Parameters<RequestListener>) => void,
): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(one);
      answer(one, request, response);
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, seen };
}

/** A plain socket server. `onData` gets the first bytes of each connection. */
export async function rawServer(
  onData: (socket: net.Socket, count: number) => void,
): Promise<{ url: string; count: () => number }> {
  let count = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onData(socket, (count += 1)));
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, count: () => count };
}

/** Listen on a free port until the test ends. */
export async function listen(server: net.Server | Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return (server.address() as net.AddressInfo).port;
}

/** A clock whose sleeps advance it at once and are recorded. */
export interface QuickClock extends Clock {
  slept: number[];
}
export function quickClock(startMs = Date.parse('2026-11-20T08:00:00Z')): QuickClock {
  let now = startMs;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    monotonic: () => now - startMs,
    sleep: async (ms, signal) => {
      if (signal?.aborted === true) throw aborted();
      slept.push(ms);
      now += ms;
    },
  };
}

export const token = 'glpat-do-not-tell-anyone';

export interface SenderRig {
  send: Send;
  attempts: Attempt[];
  clock: QuickClock;
  lines: unknown[];
}

/** A sender to `url` with a quick clock. Attempts and log lines are recorded. It is closed at the end of the test. */
export function senderTo(url: string, over: Partial<SenderOptions> & { reads?: number } = {}): SenderRig {
  const clock = quickClock();
  const attempts: Attempt[] = [];
  const lines: unknown[] = [];
  const write = (event: string, fields?: Record<string, unknown>) => void lines.push([event, fields]);
  const { reads = 8, ...rest } = over;
  const send = createSender({
    url,
    dialect: 'documented',
    token: () => token,
    proxy: null,
    ca: null,
    allowPlainHttp: false,
    clock,
    log: { info: write, warn: write, error: write },
    governor: createGovernor({ clock, reads }),
    onAttempt: (attempt) => void attempts.push(attempt),
    ...rest,
  });
  onTestFinished(() => send.close());
  return { send, attempts, clock, lines };
}

/** The failure of a promise. A promise that resolves fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.then(
    (value) => new Error(`no failure but ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (outcome instanceof Failure) return outcome;
  throw outcome;
}

/** Reply with JSON. */
export function json(
  response: Parameters<RequestListener>[1],
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** A user with only the fields that every view has. */
export const user = (id: number) => ({ id, username: `user${id}`, name: `User ${id}`, state: 'active' });
