import type { Blobs, BlobUse, UsedBlob } from '#main/state/blobs/blobs.ts';
import type { StoredExport } from '#main/state/dependency-exports.ts';

/** The kind of a use of `blobs.db`, which is stored. */
const kind = 'dependency-exports';

/** The use of the file of an export. */
export function useOf({ profileId, journalId }: Pick<StoredExport, 'profileId' | 'journalId'>): BlobUse {
  return { profileId, kind, key: String(journalId) };
}

/** The stored files of a profile by journal ID. */
export function filesOf(blobs: Pick<Blobs, 'of'>, profileId: string): Map<number, UsedBlob> {
  return new Map(blobs.of(profileId, kind).map((blob) => [Number(blob.key), blob]));
}
