import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { Semaphore } from './semaphore.ts';

const inflaters = {
  gzip: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate),
};

/** Compressions that `readBody` can decompress. */
export const acceptEncoding = 'gzip, deflate';

/**
 * The most bytes of a body after decompression: the content of a file that is read as a whole, or a page for the cache.
 */
export const largestBodyBytes = megabytes(16);
/**
 * The most bytes if the values are used on the main thread: strings take up to four times as much while they are
 * decoded.
 */
export const largestValueBytes = megabytes(8);
/**
 * Bodies above this size count as large. Up to this size any compression ratio is accepted, above it at most
 * `largestRatio` to 1.
 */
const ratioFreeBytes = megabytes(1);
const largestRatio = 100;
/**
 * How many bodies over 1 MB one sender holds at a time, until they are decoded; the others wait, within their
 * deadlines.
 */
const largeBodiesAtOnce = 2;
/** Only this much of the body of a refusal is read. A refusal can repeat a long value that was sent. */
const refusalBytes = megabytes(2);

type Headers = Readonly<Record<string, string>>;

/** A received body. `bytes` is decompressed; `wireBytes` is the size as received. */
export interface ReplyBody {
  bytes: Uint8Array;
  wireBytes: number;
  /** Only its beginning was read. */
  isTruncated?: boolean;
  /** Why there is no body to read, although the reply was a success. `bytes` is then empty. */
  broken?: Failure;
}

/**
 * Slots for large bodies, shared by the requests of one sender. Decompressing has its own slots, so it never waits for
 * a slow connection.
 */
export interface BodySemaphores {
  receiving: Semaphore;
  unpacking: Semaphore;
}
export const createBodySemaphores = (): BodySemaphores => ({
  receiving: new Semaphore(largeBodiesAtOnce),
  unpacking: new Semaphore(1),
});

/**
 * The slots that one request holds: from when its body is large until `release`, which the creator must always call.
 */
export class BodySlots {
  readonly #semaphores: BodySemaphores;
  readonly #taken = new Set<Semaphore>();
  readonly mostBytes: number;

  constructor(semaphores: BodySemaphores, mostBytes: number) {
    this.#semaphores = semaphores;
    this.mostBytes = mostBytes;
  }

  /** Fails: `aborted`. */
  async acquire(what: keyof BodySemaphores, signal: AbortSignal): Promise<void> {
    const semaphore = this.#semaphores[what];
    if (this.#taken.has(semaphore)) return;
    await semaphore.acquire('person', signal);
    this.#taken.add(semaphore);
  }

  /** Release one slot, or all slots that were taken. */
  release(what?: keyof BodySemaphores): void {
    for (const semaphore of what === undefined ? [...this.#taken] : [this.#semaphores[what]]) {
      if (this.#taken.delete(semaphore)) semaphore.release();
    }
  }
}

/**
 * The whole body, decompressed. A large one takes a slot and keeps it.
 * Fails: `remote`/`too-large` over the caps; `remote`/`unreadable-reply` for a compression that is broken or unknown;
 * `aborted` by the signal while it waits for a slot.
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array> & { bytes: () => Promise<Uint8Array> },
  headers: Headers,
  slots: BodySlots,
  signal: AbortSignal,
): Promise<ReplyBody> {
  if (Number(headers['content-length']) > slots.mostBytes) throw tooLarge();
  const bytes = isSmall(headers) ? await chunks.bytes() : await received(chunks, headers, slots, signal);
  const wireBytes = bytes.byteLength;
  if (!isCompressed(headers)) return { bytes, wireBytes };
  const allowed = Math.min(slots.mostBytes, Math.max(ratioFreeBytes, wireBytes * largestRatio));
  if (allowed > ratioFreeBytes) await slots.acquire('unpacking', signal);
  const unpacked = await inflate(bytes, headers, allowed);
  slots.release('receiving');
  if (unpacked.byteLength <= ratioFreeBytes) slots.release('unpacking');
  return { bytes: unpacked, wireBytes };
}

/** Received into one buffer from the beginning: joining chunks at the end would take twice the memory. */
async function received(
  chunks: AsyncIterable<Uint8Array>,
  headers: Headers,
  slots: BodySlots,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let whole = new Uint8Array(promisedBytes(headers));
  let size = 0;
  for await (const chunk of chunks) {
    const needed = size + chunk.byteLength;
    // Leaving the loop destroys the body and with it the socket
    if (needed > slots.mostBytes) throw tooLarge();
    if (needed > ratioFreeBytes) await slots.acquire('receiving', signal);
    if (needed > whole.byteLength) whole = resized(whole, 2 * needed);
    whole.set(chunk, size);
    size = needed;
  }
  return size === whole.byteLength ? whole : resized(whole, size);
}

/** Whether the announced size, which undici enforces, is small. Reading such a body as a whole is faster. */
function isSmall(headers: Headers): boolean {
  const sizeBytes = promisedBytes(headers);
  return sizeBytes > 0 && sizeBytes <= ratioFreeBytes && headers['transfer-encoding'] === undefined;
}

/** The announced size; a buffer of this size takes no memory until it is filled. */
function promisedBytes(headers: Headers): number {
  const promised = Number(headers['content-length']);
  return Number.isSafeInteger(promised) && promised > 0 ? promised : 0;
}

function resized({ buffer }: Uint8Array<ArrayBuffer>, sizeBytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer.transfer(sizeBytes));
}

/** The beginning of the body of a refusal. Decompression errors give an empty body, because the request already failed. */
export async function readRefusal(chunks: AsyncIterable<Uint8Array>, headers: Headers): Promise<ReplyBody> {
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

async function inflate(bytes: Uint8Array, headers: Headers, maxOutputLength: number): Promise<Uint8Array> {
  const encoding = encodingOf(headers);
  if (!isCompressed(headers) || bytes.byteLength === 0) return bytes;
  if (encoding !== 'gzip' && encoding !== 'deflate') {
    throw new Failure('remote', 'an encoding that was not requested', { reason: 'unreadable-reply' });
  }
  try {
    return await inflaters[encoding](bytes, { maxOutputLength });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new Failure('remote', 'a broken compression', { reason: 'unreadable-reply', cause: error });
  }
}

/** The bytes in an `ArrayBuffer` of their own, which can be transferred to a worker. */
export function transferable(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? buffer
    : new Uint8Array(bytes).buffer;
}

function tooLarge(): Failure {
  return new Failure('remote', 'the reply is too large', { reason: 'too-large' });
}
