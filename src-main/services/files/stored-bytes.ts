import type { Blobs, StoredBlob } from '#main/state/blobs/blobs.ts';
import { Failure } from '#shared/errors.ts';

type Source = Pick<Blobs, 'read'>;
type Stored = Pick<StoredBlob, 'sha256'>;

/**
 * The bytes of a stored file. Reading stops after `most` bytes; the result can be slightly longer. Fails: `invalid`
 * with the reason `file-damaged` if a damaged file is read to its end.
 */
export async function readBlob(blobs: Source, { sha256 }: Stored, now: number, most = Infinity): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of blobs.read(sha256, now)) {
    parts.push(bytes);
    size += bytes.length;
    if (size > most) break;
  }
  return Buffer.concat(parts);
}

/** Like `readBlob`; null: the file is damaged. */
export async function storedBytes(...of: Parameters<typeof readBlob>): Promise<Buffer | null> {
  return readBlob(...of).catch((thrown: unknown) => {
    if (Failure.from(thrown).reason === 'file-damaged') return null;
    throw thrown;
  });
}
