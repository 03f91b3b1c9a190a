import { createServer, request as forward, type OutgoingHttpHeaders } from 'node:http';
import { listen } from '../api/rig.ts';
import type { Platform } from '../platform/platform.ts';

export interface Change {
  /** Changes the headers of a reply. */
  headers?: ((headers: OutgoingHttpHeaders, url: string) => OutgoingHttpHeaders) | undefined;
  /** Changes path and query before the simulator gets them. */
  path?: (path: string) => string;
  /** Changes the body of a reply. */
  body?: (text: string, url: string) => string;
}

/** A proxy for the simulator that changes requests and replies. It is closed at the end of the test. */
export async function changingProxy(
  { url: platform }: Platform,
  { headers = (all) => all, path = (same) => same, body }: Change,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '';
    asked.push(url);
    const options = { method: incoming.method, headers: incoming.headers };
    const sent = forward(platform + path(url), options, (reply) => {
      const changed = headers({ ...reply.headers }, url);
      if (body === undefined) {
        outgoing.writeHead(reply.statusCode ?? 502, changed);
        reply.pipe(outgoing);
        return;
      }
      void reply.toArray().then((chunks: Buffer[]) => {
        const text = body(Buffer.concat(chunks).toString(), url);
        delete changed['content-length'];
        outgoing.writeHead(reply.statusCode ?? 502, changed).end(text);
      });
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked };
}
