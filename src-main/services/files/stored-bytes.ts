import type { Blobs, StoredBlob } from '#main/state/blobs/blobs.ts';
import { Failure } from '#shared/errors.ts';

/** All bytes of a stored file; null: it is damaged. */
export async function storedBytes(blobs: Pick<Blobs, 'read'>, blob: StoredBlob, now: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  try {
    for await (const bytes of blobs.read(blob.sha256, now)) parts.push(bytes);
  } catch (thrown) {
    if (Failure.from(thrown).reason === 'file-damaged') return null;
    throw thrown;
  }
  return Buffer.concat(parts);
}
