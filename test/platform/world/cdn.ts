import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../clock.ts';

/** A request to the CDN. */
export interface CdnRequest {
  method: string;
  path: string;
  headerNames: string[];
  /** Whether the request had a token of the platform, which must not be sent to another origin. */
  hadToken: boolean;
  status: number;
}

export interface CdnFile {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** Another origin that serves files at signed addresses. Each address works once, within ten minutes. */
export interface Cdn {
  /** Returns the address of a file. The server starts with the first one. */
  publish(name: string, file: CdnFile): Promise<string>;
  readonly requests: readonly CdnRequest[];
  close(): void;
}

const GOOD_FOR_MS = 600_000;

export function createCdn(clock: Clock): Cdn {
  const key = randomBytes(32);
  const files = new Map<string, CdnFile>();
  const requests: CdnRequest[] = [];
  let server: Server | undefined;
  let origin: Promise<string> | undefined;

  const signature = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${path} ${expires}`).digest('hex');
  const isSigned = ({ pathname, searchParams }: URL) => {
    const expires = searchParams.get('expires') ?? '';
    const given = Buffer.from(searchParams.get('signature') ?? '');
    const wanted = Buffer.from(signature(pathname, expires));
    return given.length === wanted.length && timingSafeEqual(given, wanted) && clock.now() < Number(expires);
  };
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const method = incoming.method ?? 'GET';
    const url = new URL(incoming.url ?? '/', 'http://cdn');
    const found = (method === 'GET' || method === 'HEAD') && isSigned(url) ? files.get(url.pathname) : undefined;
    if (found !== undefined && method === 'GET') files.delete(url.pathname);
    const status = found === undefined ? 403 : 200;
    requests.push({
      method,
      path: url.pathname,
      headerNames: Object.keys(incoming.headers),
      hadToken: carriesToken(incoming, url),
      status,
    });
    incoming.resume();
    if (found === undefined) {
      outgoing.writeHead(403, { 'content-type': 'text/plain' }).end('This address is not valid, or no longer.\n');
      return;
    }
    outgoing.writeHead(200, { ...found.headers, 'content-length': String(found.bytes.length) });
    outgoing.end(method === 'HEAD' ? undefined : found.bytes);
  };
  const listen = () =>
    new Promise<string>((resolve, reject) => {
      const started = createServer(serve);
      server = started;
      started.once('error', reject);
      started.listen(0, '127.0.0.1', () => {
        // It must not keep the process alive after the platform was stopped.
        started.unref();
        resolve(`http://127.0.0.1:${(started.address() as AddressInfo).port}`);
      });
    });
  return {
    requests,
    async publish(name, file) {
      const home = await (origin ??= listen());
      const path = `/${randomBytes(16).toString('hex')}/${encodeURIComponent(name)}`;
      files.set(path, file);
      const expires = String(clock.now() + GOOD_FOR_MS);
      return `${home}${path}?expires=${expires}&signature=${signature(path, expires)}`;
    },
    close() {
      server?.close();
      server?.closeAllConnections();
    },
  };
}

function carriesToken({ headers }: IncomingMessage, { searchParams }: URL) {
  const names = ['private-token', 'authorization', 'job-token', 'cookie'];
  return names.some((name) => name in headers) || ['job_token', 'private_token'].some((name) => searchParams.has(name));
}
