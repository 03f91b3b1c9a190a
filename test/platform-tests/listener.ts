import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Delivery {
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as JSON. */
  body: Record<string, unknown>;
}

export interface Listener {
  url: string;
  readonly deliveries: readonly Delivery[];
  /** Set the reply to further deliveries. */
  answer(status: number, body?: string, headers?: Record<string, string>): void;
}

/** A server that records deliveries. It is closed at the end of the test. */
export async function listen(): Promise<Listener> {
  const deliveries: Delivery[] = [];
  let reply = { status: 200, body: 'thanks', headers: {} as Record<string, string> };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const body = JSON.parse(text) as Record<string, unknown>;
      deliveries.push({ path: incoming.url ?? '', headers: incoming.headers, body });
      outgoing.writeHead(reply.status, { 'X-Answered-By': 'listener', ...reply.headers }).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    answer(status, body = '', headers = {}) {
      reply = { status, body, headers };
    },
  };
}
