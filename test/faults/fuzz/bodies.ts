import zlib from 'node:zlib';
import { megabytes } from '#shared/time.ts';
import type { Endpoint } from '#main/api/types.ts';
import type { Random } from '../../platform/random.ts';
import { anyValue, plausible, corrupted } from './values.ts';

/** A body, and its headers. */
export interface Body {
  bytes: Buffer;
  type: string;
  encoding: string | null;
}

type Make = (endpoint: Endpoint, random: Random, token: string) => Body;

/** How often each kind of body is chosen, in parts per million. */
const kinds: readonly (readonly [number, Make])[] = [
  [250_000, (endpoint, random) => json(plausible(endpoint, random))],
  [330_000, (endpoint, random) => json(corrupted(plausible(endpoint, random), random))],
  [60_000, (_, random) => json(anyValue(random))],
  [120_000, (endpoint, random) => broken(json(plausible(endpoint, random)), random)],
  [60_000, (_, random) => text(random.pick(pages), random.pick(['text/html', 'application/json', 'text/plain', '']))],
  [30_000, (_, random) => text(deep(random, random.integer(50, 30_000)))],
  [20_000, (_, __, token) => json([{ id: 1, name: token, username: token, message: `no ${token}` }, token])],
  [20_000, (_, random) => text(listOf(random, random.integer(1, 60_000)))],
  [60_000, (_, random) => json(refusal(random))],
  [46_000, (endpoint, random) => compressed(json(corrupted(plausible(endpoint, random), random)), random)],
  [3_000, (_, random) => text(listOf(random, random.integer(100_000, 400_000)))],
  [500, (_, random) => text(large(random, random.integer(megabytes(1), megabytes(17))))],
  [500, (_, random) => bomb(random)],
];
const sum = kinds.reduce((total, [often]) => total + often, 0);

export const bodyOf: Make = (endpoint, random, token) => {
  if (endpoint.replyKind === 'bytes' && random.chance(0.5)) {
    return { bytes: Buffer.from(random.hex(random.integer(0, 4_000)), 'hex'), type: 'application/zip', encoding: null };
  }
  let left = random.integer(0, sum - 1);
  for (const [often, make] of kinds) {
    if (left < often) return make(endpoint, random, token);
    left -= often;
  }
  throw new Error('no kind of body');
};

/**
 * A page of a list: rows with unique ids, some of them invalid; `isLarge`: with large rows. For an endpoint that is no
 * list, an object.
 */
export function rowsFor(endpoint: Endpoint, random: Random, hop: number, isLarge: boolean): Body {
  const value = plausible(endpoint, random);
  if (!Array.isArray(value)) return json(value);
  const rows = value.map((row: unknown, at): unknown => {
    const known = typeof row === 'object' && row !== null ? { ...row, id: 1 + at + 20 * hop } : row;
    return random.chance(0.1) ? corrupted(known, random) : known;
  });
  if (isLarge) return json(rows.map((row: unknown, at) => enlarged(row, random, 20 * hop + at)));
  if (!random.chance(0.05)) return json(rows);
  // A row that no JSON encoder would write
  const nested = `{"id":${20 * hop + 19},"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  return text(`[${[...rows.map((row) => JSON.stringify(row)), nested].join(',')}]`);
}

/** The row with more texts or fields than real rows have. Most of these rows are stored; a few are too large. */
function enlarged(row: unknown, random: Random, at: number): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const names = (count: number) => Array.from({ length: count }, (_, name) => [`field ${at}.${name}`, name] as const);
  if (random.chance(0.02)) return { ...row, note: 'x'.repeat(1_200_000) };
  if (random.chance(0.02)) return { ...row, ...Object.fromEntries(names(5_000)) };
  return random.pick([
    () => ({ ...row, ...Object.fromEntries(names(950)) }),
    () => ({ ...row, note: 'x'.repeat(300_000) }),
    () => ({ ...row, note: '\u65e5'.repeat(150_000) }),
    () => ({ ...row, projects: Array.from({ length: 3_000 }, (_, id) => ({ id })) }),
  ])();
}

const text = (body: string, type = 'application/json'): Body => ({ bytes: Buffer.from(body), type, encoding: null });
const json = (value: unknown): Body => text(JSON.stringify(value) ?? '');

const pages = [
  '<!doctype html><title>Sign in</title><p>Please sign in',
  '<html><body><h1>502 Bad Gateway</h1></body></html>',
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
  'upstream connect error',
  '\u0000\u0001\u0002',
  '',
];

/** Refusals in the formats of this API family, proxies and libraries. */
function refusal(random: Random): unknown {
  return random.pick<unknown>([
    { message: '404 Project Not Found' },
    { message: { name: ['is too short', 'has already been taken'], base: ['no'] } },
    { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    { error: 'insufficient_scope', error_description: 'The request requires higher privileges', scope: 'api' },
    { error: '404 Not Found' },
    { errors: 'no' },
    { errors: { name: { first: [{ deep: [{ deeper: [1] }] }] } } },
    { message: anyValue(random) },
    { error: anyValue(random), message: anyValue(random) },
  ]);
}

function deep(random: Random, depth: number): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const);
  const nested = open.repeat(depth) + '1' + (random.chance(0.9) ? close.repeat(depth) : '');
  return random.pick([nested, `[{"id":1,"x":${nested}},{"id":2}]`, `{"id":1,"message":${nested}}`]);
}

const rows = ['0', '{}', '[]', '""', 'null', '{"id":1}', '{"id":1,"username":"a","name":"a","state":"active"}', '-1e9'];

/** A list of this many bytes. */
function listOf(random: Random, sizeBytes: number): string {
  const row = random.pick(rows);
  return `[${`${row},`.repeat(Math.floor(sizeBytes / (row.length + 1)))}${row}]`;
}

function large(random: Random, sizeBytes: number): string {
  return random.pick([
    () => listOf(random, sizeBytes),
    () => `{"id":1,"name":"${'x'.repeat(sizeBytes)}"}`,
    () => `[{"id":1,"name":"${'\\u0041'.repeat(sizeBytes / 6)}"}]`,
    () => `{"message":"${'é'.repeat(sizeBytes / 2)}"}`,
    // One character outside of Latin-1 doubles the memory of its string, and of the whole text
    () => `[{"id":1,"username":"a","name":"\u{1f600}${'x'.repeat(sizeBytes)}"}]`,
    () => `{"id":1,"name":"${'\\u65e5'.repeat(sizeBytes / 6)}"}`,
    () => `[{"id":1,"x":[${`"日${'x'.repeat(sizeBytes / 50_000)}",`.repeat(45_000)}""]}]`,
    () => `[${' '.repeat(sizeBytes)}]`,
    () => '['.repeat(sizeBytes),
    () =>
      `{${Array.from({ length: 90_000 }, (_, at) => `"key ${at} ${'k'.repeat(sizeBytes / 110_000)}":{}`).join(',')}}`,
    () => `[${Array.from({ length: 900 }, (_, at) => `{"id":${at},"tag_list":[${'0,'.repeat(90)}0]}`).join(',')}]`,
    () => `{"id":1,"tag_list":[${'0,'.repeat(95_000)}0],"pad":"${'x'.repeat(sizeBytes / 2)}"}`,
    () => `[1${'0'.repeat(sizeBytes)}]`,
    () => 'x'.repeat(sizeBytes),
  ])();
}

/** The same text with a few bytes changed, cut, or repeated. */
function broken({ bytes, type }: Body, random: Random): Body {
  const out = Buffer.from(bytes);
  const at = random.integer(0, Math.max(0, out.length - 1));
  const spoil = random.pick<() => Buffer>([
    () => out.subarray(0, at),
    () => Buffer.concat([out.subarray(0, at), Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]), out.subarray(at)]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), out]),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(out.toString('latin1'), 'utf16le')]),
    () => Buffer.concat([out, out]),
    () => Buffer.concat([out, Buffer.from(' \n,')]),
    () => Buffer.from(out.toString('utf8').replace('{', '{"id":1,"id":"two","__proto__":{"a":1},')),
    () => Buffer.from(out.toString('utf8').replace(/\d+/, '1e99999')),
    () => {
      for (let count = random.integer(1, 8); count > 0 && out.length > 0; count -= 1) {
        out[random.integer(0, out.length - 1)] = random.integer(0, 255);
      }
      return out;
    },
  ]);
  return { bytes: spoil(), type, encoding: null };
}

function compressed({ bytes, type }: Body, random: Random): Body {
  const [encoding, packed] = random.pick<readonly [string, () => Buffer]>([
    ['gzip', () => zlib.gzipSync(bytes)],
    ['GZIP ', () => zlib.gzipSync(bytes)],
    ['deflate', () => zlib.deflateSync(bytes)],
    ['deflate', () => zlib.deflateRawSync(bytes)],
    ['br', () => zlib.brotliCompressSync(bytes)],
    ['gzip', () => bytes],
    ['gzip', () => zlib.gzipSync(bytes).subarray(0, 20)],
    ['gzip, gzip', () => zlib.gzipSync(zlib.gzipSync(bytes))],
    ['x-unknown', () => bytes],
  ]);
  return { bytes: packed(), type, encoding };
}

const bombs = new Map<string, Buffer>();

/** About 16 KB that decompress to 16 MB or more. */
function bomb(random: Random): Body {
  const row = random.pick(rows);
  const sizeBytes = megabytes(random.pick([15, 16, 40]));
  const name = `${row} ${sizeBytes}`;
  const bytes = bombs.get(name) ?? zlib.gzipSync(`[${`${row},`.repeat(sizeBytes / (row.length + 1))}${row}]`);
  bombs.set(name, bytes);
  return { bytes, type: 'application/json', encoding: 'gzip' };
}
