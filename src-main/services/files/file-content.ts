import type { Blobs, StoredBlob } from '#main/state/blobs/blobs.ts';
import type { FileContent } from '#shared/contract/repository-files.ts';
import { decodeText, utf16Of } from '#shared/decode-text.ts';
import { megabytes } from '#shared/time.ts';
import { imageFacts } from './image-facts.ts';
import { storedBytes } from './stored-bytes.ts';

/** The most text that is sent to a window. */
const mostTextBytes = megabytes(5);
const mostLines = 100_000;
/** Larger images are not shown: the window would need four bytes for each pixel. */
const mostImageBytes = megabytes(10);
const mostPixels = 50_000_000;
/** A NUL in this part makes a file binary, as in Git. */
const sniffedBytes = 8_000;

/**
 * The content of a stored file, prepared for a window. Files up to `mostImageBytes` are read completely, which also
 * checks their SHA-256; of larger files, only the beginning is read.
 */
export async function contentOf(blobs: Pick<Blobs, 'read'>, blob: StoredBlob, now: number): Promise<FileContent> {
  const bytes = await storedBytes(blobs, blob, now, mostImageBytes);
  if (bytes === null) return { kind: 'damaged' };
  const image = imageFacts(bytes);
  if (image !== null) {
    const isLarge = blob.sizeBytes > mostImageBytes || image.width * image.height > mostPixels;
    return isLarge
      ? { kind: 'binary', why: 'large-image' }
      : { kind: 'image', ...image, base64: bytes.toString('base64') };
  }
  return textOf(bytes, blob.sizeBytes) ?? { kind: 'binary', why: 'binary' };
}

/** Text, cut at the limits; null: binary. `sizeBytes`: of the whole file. */
export function textOf(bytes: Buffer, sizeBytes: number): (FileContent & { kind: 'text' }) | null {
  if (utf16Of(bytes) === null && bytes.subarray(0, sniffedBytes).includes(0)) return null;
  const part = bytes.subarray(0, mostTextBytes);
  const isWhole = part.length === sizeBytes;
  const { text: decoded, encoding } = decodeText(part, isWhole);
  const { end, lines, hasMore } = linesOf(decoded);
  const isCut = !isWhole || hasMore;
  // The last line of a cut part may be incomplete
  const lastBreak = isWhole ? end : decoded.lastIndexOf('\n', end - 1) + 1;
  const kept = lastBreak === 0 ? end : lastBreak;
  return { kind: 'text', text: decoded.slice(0, kept), lines: kept < end ? lines - 1 : lines, encoding, isCut };
}

/** The end of the text within the limit of lines, and the number of lines until there. */
function linesOf(text: string): { end: number; lines: number; hasMore: boolean } {
  let lines = 0;
  let at = 0;
  while (at < text.length) {
    if (lines === mostLines) return { end: at, lines, hasMore: true };
    lines += 1;
    const next = text.indexOf('\n', at);
    if (next === -1) break;
    at = next + 1;
  }
  return { end: text.length, lines, hasMore: false };
}
