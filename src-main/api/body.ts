import { Failure } from '#shared/errors.ts';
import { kilobytes, megabytes } from '#shared/time.ts';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { Lane } from './lane.ts';

const inflaters = {
  gzip: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate),
};

/** What we can take apart again. */
export const acceptEncoding = 'gzip, deflate';

/** A reply's body may have this much after decompression. */
export const largestReplyBytes = megabytes(16);
/** Larger is large. Up to here a body may be compressed as well as it likes, above that at most `largestRatio` to one. */
const ratioFreeBytes = megabytes(1);
const largestRatio = 100;
/** Bodies over 1 MB are received and unpacked so many at a time; the others wait, within their deadlines. */
const largeBodiesAtOnce = 2;
/** As much of a refusal as is looked at. */
const refusalBytes = kilobytes(64);

type Headers = Readonly<Record<string, string>>;

/** A body as it came and as it reads. */
export interface Body {
  bytes: Uint8Array;
  wireBytes: number;
  /** Only its beginning was read. */
  isCut?: boolean;
  /** Why there is no body to read, although the reply was a success. `bytes` is then empty. */
  broken?: Failure;
}

/** Room for large bodies, shared by the requests of one sender. Unpacking waits for no slow connection. */
export interface Room {
  receiving: Lane;
  unpacking: Lane;
}
export const createRoom = (): Room => ({
  receiving: new Lane(largeBodiesAtOnce),
  unpacking: new Lane(largeBodiesAtOnce),
});

/**
 * The whole body, decompressed.
 * Fails: `remote`/`too-large` over the caps; `remote`/`unreadable-reply` for a compression that is broken or unknown;
 * `aborted` by the signal while it waits for room.
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  headers: Headers,
  { receiving, unpacking }: Room,
  signal: AbortSignal,
): Promise<Body> {
  if (Number(headers['content-length']) > largestReplyBytes) throw tooLarge();
  const { bytes, wireBytes } = await received(chunks, receiving, signal);
  if (!isCompressed(headers)) return { bytes, wireBytes };
  const allowed = Math.min(largestReplyBytes, Math.max(ratioFreeBytes, wireBytes * largestRatio));
  if (allowed > ratioFreeBytes) await unpacking.take('person', signal);
  try {
    return { bytes: await inflate(bytes, headers, allowed), wireBytes };
  } finally {
    if (allowed > ratioFreeBytes) unpacking.give();
  }
}

async function received(chunks: AsyncIterable<Uint8Array>, lane: Lane, signal: AbortSignal) {
  const parts: Uint8Array[] = [];
  let wireBytes = 0;
  let isLarge = false;
  try {
    for await (const chunk of chunks) {
      wireBytes += chunk.byteLength;
      // Leaving the loop destroys the body and with it the socket
      if (wireBytes > largestReplyBytes) throw tooLarge();
      parts.push(chunk);
      if (isLarge || wireBytes <= ratioFreeBytes) continue;
      await lane.take('person', signal);
      isLarge = true;
    }
    return { bytes: Buffer.concat(parts, wireBytes), wireBytes };
  } finally {
    if (isLarge) lane.give();
  }
}

/** The beginning of a refusal's body as text; nothing of it is worth a second failure. */
export async function readRefusal(chunks: AsyncIterable<Uint8Array>, headers: Headers): Promise<Body> {
  const parts: Uint8Array[] = [];
  let wireBytes = 0;
  for await (const chunk of chunks) {
    wireBytes += chunk.byteLength;
    parts.push(chunk);
    if (wireBytes >= refusalBytes) break;
  }
  const bytes = await inflate(Buffer.concat(parts), headers, ratioFreeBytes).catch(() => Buffer.alloc(0));
  return { bytes: bytes.subarray(0, refusalBytes), wireBytes };
}

const encodingOf = (headers: Headers): string => (headers['content-encoding'] ?? '').trim().toLowerCase();
const isCompressed = (headers: Headers): boolean => !['', 'identity'].includes(encodingOf(headers));

async function inflate(bytes: Buffer, headers: Headers, maxOutputLength: number): Promise<Buffer> {
  const encoding = encodingOf(headers);
  if (!isCompressed(headers) || bytes.byteLength === 0) return bytes;
  if (encoding !== 'gzip' && encoding !== 'deflate') {
    throw new Failure('remote', 'an encoding that was not asked for', { reason: 'unreadable-reply' });
  }
  try {
    return await inflaters[encoding](bytes, { maxOutputLength });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new Failure('remote', 'a broken compression', { reason: 'unreadable-reply', cause: error });
  }
}

/** The bytes in a buffer of their own, which can be handed to a worker. */
export function transferable(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? buffer
    : new Uint8Array(bytes).buffer;
}

function tooLarge(): Failure {
  return new Failure('remote', 'the reply is too large', { reason: 'too-large' });
}
