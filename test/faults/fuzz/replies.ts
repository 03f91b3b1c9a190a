import { createRandom, type Random } from '../../platform/random.ts';
import type { Endpoint } from '#main/api/types.ts';
import { bodyOf, rowsFor, type Body } from './bodies.ts';
import { caseOf, tokenOf } from './cases.ts';

/** The bytes that the server writes, in order, and whether it then closes the connection. */
export interface Reply {
  pieces: Buffer[];
  /** Milliseconds between the pieces. */
  everyMs: number;
  end: 'keep' | 'close' | 'reset';
}

interface Asked {
  seed: number;
  index: number;
  /** The requested endpoint; null: no endpoint matches. */
  endpoint: Endpoint | null;
  /** The number of the request within its call: a next page or a hop of a redirect. */
  hop: number;
  method: string;
  /** The requested path, without its query. */
  path: string;
  /** The address of the server. */
  base: string;
}

/** Calls from this index on read whole lists: most of their pages are valid enough to be stored. */
export const firstSync = 500_000_000;
/** Number of pages of each list. */
const mostPages = 12;

/** The reply to one request. It depends only on the request, so that any call can be repeated by its index. */
export function replyTo({ seed, index, endpoint: asked, hop, method, path, base }: Asked): Reply {
  const random = createRandom(seed, `reply ${index} ${hop} ${asked?.name ?? ''}`);
  const endpoint = asked ?? caseOf(seed, index).endpoint;
  const isSync = index >= firstSync;
  const token = tokenOf(index);
  const status = isSync && random.chance(0.9) ? 200 : statusOf(random);
  const next = `${base}${path}?fuzz=${index}&hop=${hop + 1}`;
  // In some lists all rows are large, so that a window has many of them
  const isLarge = isSync && createRandom(seed, `large ${index}`).chance(0.05);
  const isPage = isSync && random.chance(0.85);
  const body = isPage ? rowsFor(endpoint, random, hop, isLarge) : bodyOf(endpoint, random, token);
  const headers = [
    ...headersOf(body, random),
    ...(status >= 300 && status < 400 ? [['location', locationOf(next, random)] as const] : []),
    ...(isSync && random.chance(0.9) ? paging(next, hop) : more(random, next, token)),
    ...(endpoint.replyKind === 'headers' ? serviceHeaders(random) : []),
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`HTTP/1.1 ${status} ${random.pick(['OK', '', 'Whatever it is'])}\r\n${lines}\r\n`, 'latin1');
  return sent(head, method === 'HEAD' ? Buffer.alloc(0) : wire(body, headers), random);
}

function statusOf(random: Random): number {
  if (random.chance(0.7)) return 200;
  return random.pick([
    201, 202, 204, 206, 226, 299, 301, 302, 304, 307, 400, 401, 402, 403, 403, 404, 404, 405, 406, 407, 408, 409, 410,
    412, 413, 418, 422, 423, 429, 429, 431, 451, 499, 500, 501, 502, 503, 504, 520, 599, 600, 999,
  ]);
}

type Header = readonly [string, string];

function headersOf({ bytes, type, encoding }: Body, random: Random): Header[] {
  const length: Header = random.chance(0.99)
    ? ['content-length', String(bytes.length)]
    : random.pick<Header>([
        ['content-length', String(bytes.length + random.integer(1, 50))],
        ['content-length', String(Math.max(0, bytes.length - random.integer(1, 50)))],
        ['content-length', '-1'],
        ['content-length', '99999999999999999999'],
        ['content-length', 'many'],
        ['transfer-encoding', 'chunked'],
        ['transfer-encoding', 'gzip, chunked'],
        ['connection', 'close'],
      ]);
  return [
    length,
    ...(type === '' ? [] : [['content-type', type] as const]),
    ...(encoding === null ? [] : [['content-encoding', encoding] as const]),
  ];
}

/** Headers that the client reads, with values that it may not expect. */
function more(random: Random, next: string, token: string): Header[] {
  if (random.chance(0.4))
    return random.chance(0.5)
      ? []
      : [
          ['link', `<${next}>; rel="next"`],
          ['x-total', '2'],
        ];
  const headers: readonly ((value: string) => Header)[] = [
    (value) => ['link', value],
    (value) => ['link', `<${next}>; rel="next", <${value}>; rel="last"`],
    (value) => ['x-total', value],
    (value) => ['x-next-page', value],
    (value) => ['retry-after', value],
    (value) => ['ratelimit-limit', value],
    (value) => ['ratelimit-remaining', value],
    (value) => ['ratelimit-reset', value],
    (value) => ['x-request-id', value],
    (value) => ['content-type', value],
    (value) => ['content-disposition', `attachment; filename="${value}"`],
    (value) => ['set-cookie', value],
  ];
  return Array.from({ length: random.integer(1, 4) }, () =>
    random.pick(headers)(random.pick(odd)(random, next, token)),
  );
}

const odd: readonly ((random: Random, next: string, token: string) => string)[] = [
  (_, next) => `<${next}>; rel="next"`,
  (_, next) => `<${next}>; rel=next; title="a, b"`,
  () => '<http://elsewhere.example/api/v4/users?page=2>; rel="next"',
  () => '<//elsewhere.example/>; rel="next"',
  () => '<javascript:alert(1)>; rel="next"',
  () => '<>; rel="next"',
  (random) => '<'.repeat(random.integer(1, 3_000)),
  (random) => `${'<a>;rel="prev",'.repeat(random.integer(1, 900))}<b>`,
  () => '0',
  () => '-1',
  () => '99999999999',
  () => '1e9',
  () => 'NaN',
  () => '3',
  () => '4000000000',
  () => 'Fri, 31 Dec 9999 23:59:59 GMT',
  () => '../../etc/passwd',
  () => 'CON .txt',
  () => '\xff\xfe\x80',
  (random) => 'x'.repeat(random.integer(1, 9_000)),
  (_, __, token) => token,
  () => '',
];

function paging(next: string, hop: number): Header[] {
  return hop < mostPages ? [['link', `<${next}>; rel="next"`]] : [];
}

function serviceHeaders(random: Random): Header[] {
  const all: Header[] = [
    ['x-service-blob-id', random.hex(40)],
    ['x-service-size', random.pick(['12', '-1', '1e400', 'NaN', ''])],
    ['x-service-execute-filemode', random.pick(['true', 'false', 'maybe'])],
    ['x-service-file-path', 'a\xff'],
  ];
  return all.filter(() => random.chance(0.8));
}

function locationOf(next: string, random: Random): string {
  return random.pick([
    next,
    next.replace('127.0.0.1', 'localhost'),
    '/api/v4/users?hop=7',
    '',
    'http://',
    'ftp://127.0.0.1/',
    'http://127.0.0.1:1/',
    'http://user:password@127.0.0.1/',
    `${next}&private_token=x`,
    'x'.repeat(5_000),
  ]);
}

/** The bytes of a body, encoded as the headers say. */
function wire({ bytes }: Body, headers: readonly Header[]): Buffer {
  const isChunked = headers.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked');
  if (!isChunked) return bytes;
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
}

/**
 * How the reply is sent, nearly always at once and complete. Slow and hanging replies are rare, because each lasts until the deadline of its
 * request.
 */
function sent(head: Buffer, body: Buffer, random: Random): Reply {
  const whole = Buffer.concat([head, body]);
  const at = random.integer(0, whole.length);
  const draw = random.next();
  if (draw < 0.985) return { pieces: [whole], everyMs: 0, end: 'keep' };
  if (draw < 0.988) return { pieces: [whole.subarray(0, at)], everyMs: 0, end: 'close' };
  if (draw < 0.991) return { pieces: [whole.subarray(0, at)], everyMs: 0, end: 'reset' };
  if (draw < 0.994) return { pieces: [whole, Buffer.from('HTTP/1.1 200 OK\r\n\r\n[]')], everyMs: 0, end: 'keep' };
  if (draw < 0.996) return { pieces: [Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')], everyMs: 0, end: 'close' };
  if (draw < 0.9995) return { pieces: [head, body.subarray(0, at), body.subarray(at)], everyMs: 1, end: 'keep' };
  const drops = Array.from({ length: 400 }, (_, drop) => whole.subarray(drop, drop + 1));
  return { pieces: random.chance(0.5) ? drops : [whole.subarray(0, at)], everyMs: 10, end: 'keep' };
}
