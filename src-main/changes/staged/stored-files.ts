import type { StoredWrite } from '#main/state/plans.ts';
import type { StoredBlob } from '#main/state/blobs/blobs.ts';
import { fileNotKept } from './staged-files.ts';
import { mapStaged } from './staged-values.ts';

/**
 * The write with the stored size and hash of each staged file. Fails: `invalid`/`file-not-kept` with the field of a file
 * that was deleted.
 */
export function withStoredFiles(write: StoredWrite, find: (key: string) => StoredBlob | null): StoredWrite {
  if (!write.body) return write;
  const body = mapStaged(write.body, (file, field) => {
    const stored = find(file.staged);
    if (stored === null) throw fileNotKept(field);
    return { ...file, ...stored };
  });
  return { ...write, body: body as NonNullable<StoredWrite['body']> };
}
