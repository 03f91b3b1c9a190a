import { Failure } from '#shared/errors.ts';
import { kilobytes, megabytes } from '#shared/time.ts';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const inflaters = {
  gzip: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate),
};

/** What we can take apart again. */
export const acceptEncoding = 'gzip, deflate';

/** A reply's body may have this much after decompression. */
export const largestReplyBytes = megabytes(16);
/** Up to here a body may be compressed as well as it likes, above that at most `largestRatio` to one. */
const ratioFreeBytes = megabytes(1);
const largestRatio = 100;
/** As much of a refusal as is looked at. */
const refusalBytes = kilobytes(64);

type Headers = Readonly<Record<string, string>>;

/** A body as it came and as it reads. */
export interface Body {
  bytes: Uint8Array;
  wireBytes: number;
}

/**
 * The whole body, decompressed.
 * Fails: `remote`/`too-large` over the caps; `remote`/`unreadable-reply` for a compression that is broken or unknown.
 */
export async function readBody(chunks: AsyncIterable<Uint8Array>, headers: Headers): Promise<Body> {
  if (Number(headers['content-length']) > largestReplyBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let wireBytes = 0;
  for await (const chunk of chunks) {
    wireBytes += chunk.byteLength;
    // Leaving the loop destroys the body and with it the socket
    if (wireBytes > largestReplyBytes) throw tooLarge();
    parts.push(chunk);
  }
  const allowed = Math.min(largestReplyBytes, Math.max(ratioFreeBytes, wireBytes * largestRatio));
  return { bytes: await inflate(Buffer.concat(parts, wireBytes), headers, allowed), wireBytes };
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

async function inflate(bytes: Buffer, headers: Headers, maxOutputLength: number): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '' || bytes.byteLength === 0) return bytes;
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

function tooLarge(): Failure {
  return new Failure('remote', 'the reply is too large', { reason: 'too-large' });
}
