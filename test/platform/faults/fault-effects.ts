import type { Effect } from './fault.ts';
import type { Rendered } from '../http/rendered.ts';

const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

/** The reply of a fault in place of the reply of the operation; undefined if the fault keeps it. */
export function replacement(effect: Effect, url: URL): Rendered | undefined {
  switch (effect.kind) {
    case 'status':
      if (effect.message !== undefined) return refused(effect.status ?? 502, { message: effect.message });
      return {
        status: effect.status ?? 502,
        headers: { 'content-type': 'text/html', ...(effect.location !== undefined && { location: effect.location }) },
        body: Buffer.from(effect.html ?? HTML),
      };
    case 'no-route':
      return refused(404, { error: '404 Not Found' });
    case 'throttle':
      return throttled(effect);
    case 'redirect':
      return {
        status: 302,
        headers: { location: new URL(url.pathname + url.search, effect.to).href },
        body: Buffer.alloc(0),
      };
    default:
      return undefined;
  }
}

function throttled({ retryAfter, of }: Effect & { kind: 'throttle' }): Rendered {
  const after = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (of === 'instance') {
    const budget = { 'ratelimit-limit': '60', 'ratelimit-remaining': '0' };
    return {
      status: 429,
      headers: { 'content-type': 'text/plain', ...after, ...budget },
      body: Buffer.from('Retry later\n'),
    };
  }
  const body = { error: 'This endpoint has been requested too many times. Try again later.' };
  const message = of === 'endpoint' ? body : '429 Too Many Requests';
  const headers = { 'content-type': 'application/json', ...after };
  return { status: 429, headers, body: Buffer.from(JSON.stringify({ message })) };
}

function refused(status: number, body: object): Rendered {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** Whether the operation runs before this effect. */
export const isAfter = (effect: Effect) => 'when' in effect && effect.when === 'after';

/** The reply as changed by a fault. */
export function replyWithFault(reply: Rendered, effect: Effect, url: URL): Rendered {
  const { status, headers, body } = reply;
  switch (effect.kind) {
    case 'wrong-types':
      return { status, headers, body: Buffer.isBuffer(body) ? withWrongTypes(body, effect.every ?? 2) : body };
    case 'invalid-json':
      return { status, headers, body: Buffer.isBuffer(body) ? body.subarray(0, Math.max(1, body.length - 2)) : body };
    case 'huge-headers':
      return { status, headers: { ...headers, 'x-huge': 'x'.repeat(effect.bytes ?? 100_000) }, body };
    case 'endless':
      return { status, headers: { ...headers, ...endlessly(url) }, body };
    case 'foreign-link': {
      const link = foreign(headers['link'], url, effect.to);
      return { status, headers: { ...headers, ...(link !== undefined && { link }) }, body };
    }
    default:
      return reply;
  }
}

function endlessly(url: URL): Record<string, string> {
  const next = new URL(url);
  const again = Number(url.searchParams.get('again') ?? 0) + 1;
  const page = Number(url.searchParams.get('page') ?? 1) + 1;
  next.searchParams.set('again', String(again));
  if (url.searchParams.get('pagination') === 'keyset') return { link: `<${next.href}>; rel="next"` };
  next.searchParams.set('page', String(page));
  return { link: `<${next.href}>; rel="next"`, 'x-next-page': String(page) };
}

function foreign(link: string | undefined, url: URL, to: string) {
  if (new URL(to).pathname !== '/') return `<${to}${url.search}>; rel="next"`;
  return link?.replaceAll(`<${url.origin}`, `<${to}`);
}

function withWrongTypes(body: Buffer, every: number): Buffer {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return body;
  }
  const bend = (row: unknown, i: number) => {
    if ((i + 1) % (every * 2) === 0) return 'not an object';
    return (i + 1) % every === 0 ? wrong(row) : row;
  };
  return Buffer.from(JSON.stringify(Array.isArray(value) ? value.map(bend) : wrong(value)));
}

function wrong(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return { was: row };
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'number') return [name, `number ${value}`];
      if (typeof value === 'string') return [name, { text: value }];
      if (typeof value === 'boolean') return [name, [value]];
      return [name, 0];
    }),
  );
}
