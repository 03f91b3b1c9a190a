import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Preferences } from '#shared/contract/host.ts';
import { windowParameters } from '#shared/link/window-address.ts';
import { mostMessageChars, type Wire } from '#shared/link/wire.ts';
import { pageReply, refusalPage, type PageReply, type Refusal } from '#main/hosts/page.ts';
import type { Downloads } from './downloads.ts';
import { socketWire } from './wire.ts';

export interface PageServerOptions {
  /** 0: any free port. */
  port: number;
  /** A link (`reeve://…`) that the window opens first. */
  link?: string | undefined;
  /** The folder of the built window. */
  page: string;
  preferences: () => Pick<Preferences, 'theme' | 'density'>;
  /** Sends the file of a random address; false if there is none. */
  download: Downloads['serve'];
  /** `profileId`: the profile in the address of the page. */
  onWire: (wire: Wire, profileId: string | null) => void;
}

export interface PageServer {
  /** The start address for the browser; its token works once. */
  url: string;
  close(): Promise<void>;
}

const address = '127.0.0.1';
/** A character has at most 3 bytes in UTF-8. A larger message would close the connection. */
const largestMessageBytes = 3 * mostMessageChars;

/** The status with which a socket is closed when its server ends. */
const goingAway = 1001;
/** The time in which a window must close its socket. After that, Reeve closes it. */
const closeWithinMs = 500;

/** The subprotocol of the socket at `/wire`. The browser sends the key of the origin as a second subprotocol. */
const wireProtocol = 'reeve';

/**
 * Serve the window on loopback to the one browser that opens `url`. Opening it sets a cookie, which every file
 * requires, and gives the page a key, which the socket at `/wire` requires as well. The browser sends the cookie to
 * every port of this host, but only this origin has the key. A page of another origin, or another host name that
 * resolves to this address, is refused.
 * Fails: with the error of Node if the port is in use.
 * Decision: build/decisions/0015-a-cookie-and-a-key-for-the-node-host.md
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { port, page, link, preferences, download, onWire } = options;
  let startToken: string | undefined = newToken();
  const session = newToken();
  const key = newToken();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    perMessageDeflate: false,
    // The reply must name an offered protocol, and must not contain the key
    handleProtocols: () => wireProtocol,
  });
  const server = createServer((request, response) => void answer(request, response));
  server.on('upgrade', upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const ownPort = (server.address() as AddressInfo).port;
  // Browsers share cookies between ports, so that two hosts on one machine need different names.
  const cookieName = `reeve-${ownPort}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = targetOf(request);
    if (target === undefined || !isOwnHost(request) || !isOwnOrigin(request)) return refuse(response, 'foreign');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 'method');
    if (target.pathname === '/start') return start(target, request, response);
    if (!hasCookie(request)) return refuse(response, 'noCookie');
    if (request.method === 'GET' && (await download(target.pathname, response))) return;
    send(response, await pageReply(page, target.pathname, preferences));
  }

  function start(target: URL, request: IncomingMessage, response: ServerResponse): void {
    if (startToken === undefined || !isSame(target.searchParams.get('t') ?? '', startToken)) {
      return refuse(response, 'used');
    }
    // A HEAD, for example of a link preview, must not use up the token.
    if (request.method === 'HEAD') return refuse(response, 'method');
    startToken = undefined;
    response.writeHead(303, {
      // The browser doesn't send the part after `#` to any server, and no other origin can read it
      location: `/#key=${key}${link === undefined ? '' : `&link=${encodeURIComponent(link.toWellFormed())}`}`,
      'set-cookie': `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end();
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const why = whyNoSocket(request);
    if (why !== undefined) {
      socket.end(`HTTP/1.1 ${why === 'missing' ? '404 Not Found' : '403 Forbidden'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      onWire(socketWire(webSocket), targetOf(request)?.searchParams.get(windowParameters.profile) ?? null);
    });
  }

  function whyNoSocket(request: IncomingMessage): Refusal | undefined {
    if (!isOwnHost(request) || request.headers.origin === undefined || !isOwnOrigin(request)) return 'foreign';
    if (!hasCookie(request) || !hasKey(request)) return 'noCookie';
    return targetOf(request)?.pathname === '/wire' ? undefined : 'missing';
  }

  function hasCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    return cookies.some((cookie) => isSame(cookie, `${cookieName}=${session}`));
  }

  function hasKey(request: IncomingMessage): boolean {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    return offered.includes(wireProtocol) && offered.some((name) => isSame(name, key));
  }

  return {
    url: `http://${address}:${ownPort}/start?t=${startToken}`,
    close: async () => {
      // Not `terminate`, so that windows still receive what was sent to them
      for (const client of sockets.clients) client.close(goingAway);
      const limit = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), closeWithinMs);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      clearTimeout(limit);
    },
  };
}

function refuse(response: ServerResponse, why: Refusal): void {
  send(response, refusalPage(why));
}

/** Node leaves out the body for a HEAD request. */
function send(response: ServerResponse, { status, headers, body }: PageReply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function targetOf(request: IncomingMessage): URL | undefined {
  const target = request.url ?? '';
  // Only paths: the parser would take "//host/" and absolute forms as another host.
  if (!target.startsWith('/') || target.startsWith('//')) return undefined;
  return URL.canParse(target, `http://${address}`) ? new URL(target, `http://${address}`) : undefined;
}

/** `Host` shows a name that was rebound to loopback (DNS rebinding). Any port is accepted, because a tunnel changes it. */
function isOwnHost({ headers: { host = '' } }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/.test(host);
}

function isOwnOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin === `http://${host}`;
}
