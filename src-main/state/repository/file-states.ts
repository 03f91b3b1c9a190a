import type { Db } from '../files/database.ts';
import { statements, upsertInto } from '../files/statements.ts';

/**
 * What the platform reported about a file. `contentSha256`: of the file itself, in Git LFS of its pointer. `encoding`: of
 * the content in replies. `fileName`, `filePath`, `ref` and `encoding` are null for files that were checked before these
 * fields were stored.
 */
export interface FileFacts {
  blobId: string;
  sizeBytes: number;
  /** The commit at which the file was read. */
  commitId: string | null;
  lastCommitId: string | null;
  contentSha256: string | null;
  isExecutable: boolean | null;
  fileName: string | null;
  filePath: string | null;
  ref: string | null;
  encoding: string | null;
  lfs: { oid: string; sizeBytes: number } | null;
}

/** A file at a ref. `facts`: null if the platform never reported any. Time in epoch milliseconds. */
export interface FileState {
  path: string;
  /** Whether the last reply was not a 404. */
  found: boolean;
  facts: FileFacts | null;
  checkedAt: number;
}

interface Row extends Omit<FileFacts, 'blobId' | 'sizeBytes' | 'isExecutable' | 'lfs'> {
  path: string;
  found: number;
  blobId: string | null;
  sizeBytes: number | null;
  isExecutable: number | null;
  lfsOid: string | null;
  lfsSizeBytes: number | null;
  checkedAt: number;
}

const columns = `path, found, blob_id AS blobId, size_bytes AS sizeBytes, commit_id AS commitId,
  last_commit_id AS lastCommitId, content_sha256 AS contentSha256, is_executable AS isExecutable, file_name AS fileName,
  reported_path AS filePath, reported_ref AS ref, encoding, lfs_oid AS lfsOid, lfs_size_bytes AS lfsSizeBytes, checked_at AS checkedAt`;

/** The states of repository files by project and ref. A 404 keeps what was known before. Deleted with the profile. */
export function fileStates(db: Db) {
  const sql = statements(db);
  const one = db.prepare<[string, string, string, string], Row>(
    `SELECT ${columns} FROM file_states WHERE profile_id = ? AND scope = ? AND ref = ? AND path = ?`,
  );
  const of = db.prepare<[string, string, string], Row>(
    `SELECT ${columns} FROM file_states WHERE profile_id = ? AND scope = ? AND ref = ?`,
  );
  const latest = db.prepare<[string, string], Row>(
    `SELECT ${columns}, max(checked_at) FROM file_states WHERE profile_id = ? AND scope = ? AND found = 1 GROUP BY path`,
  );
  const put = db.prepare(
    upsertInto(
      'file_states',
      'profile_id, scope, ref, path',
      `found, blob_id, size_bytes, commit_id, last_commit_id, content_sha256, is_executable, file_name, reported_path,
       reported_ref, encoding, lfs_oid, lfs_size_bytes, checked_at`,
    ),
  );
  const putAbsent = db.prepare(upsertInto('file_states', 'profile_id, scope, ref, path', 'found, checked_at'));
  const usesBlob = sql.column<[string, string], number>(
    'SELECT EXISTS (SELECT 1 FROM file_states WHERE profile_id = ? AND blob_id = ?)',
  );
  const usesLfs = sql.column<[string, string], number>(
    'SELECT EXISTS (SELECT 1 FROM file_states WHERE profile_id = ? AND lfs_oid = ?)',
  );
  const places = sql.column<[object], string>(
    'SELECT DISTINCT scope FROM file_states WHERE profile_id = :profileId AND (:scope IS NULL OR scope = :scope)',
  );
  const newestBlobs = db.prepare<[object], { scope: string; blobId: string; checkedAt: number }>(
    `SELECT scope, blob_id AS blobId, max(checked_at) AS checkedAt FROM file_states
     WHERE profile_id = :profileId AND (:scope IS NULL OR scope = :scope) AND found = 1 AND blob_id IS NOT NULL
     GROUP BY scope, path`,
  );
  const refs = sql.column<[string, string], string>(
    'SELECT DISTINCT ref FROM file_states WHERE profile_id = ? AND scope = ? ORDER BY ref',
  );

  return {
    get: (profileId: string, scope: string, ref: string, path: string): FileState | null =>
      one.all(profileId, scope, ref, path).map(fromRow)[0] ?? null,
    of: (profileId: string, scope: string, ref: string): FileState[] => of.all(profileId, scope, ref).map(fromRow),
    /** The newest state of each file that was found at any ref. */
    latest: (profileId: string, scope: string): FileState[] => latest.all(profileId, scope).map(fromRow),
    put: (profileId: string, scope: string, ref: string, path: string, facts: FileFacts, checkedAt: number): void => {
      const { lfs, isExecutable, ref: reportedRef, filePath: reportedPath, ...rest } = facts;
      put.run({
        ...{ profileId, scope, ref, path, found: 1, ...rest, reportedPath, reportedRef, checkedAt },
        isExecutable: isExecutable === null ? null : Number(isExecutable),
        lfsOid: lfs?.oid ?? null,
        lfsSizeBytes: lfs?.sizeBytes ?? null,
      });
    },
    putAbsent: (profileId: string, scope: string, ref: string, path: string, checkedAt: number): void =>
      void putAbsent.run({ profileId, scope, ref, path, found: 0, checkedAt }),
    usesBlob: (profileId: string, blobId: string): boolean => usesBlob.get(profileId, blobId) === 1,
    usesLfs: (profileId: string, oid: string): boolean => usesLfs.get(profileId, oid) === 1,
    /** The projects with a file that was requested. `scope`: only this one; null: all. */
    places: (profileId: string, scope: string | null): string[] => places.all({ profileId, scope }),
    /** The newest content of each file at any ref. `scope`: only of this project; null: of all. */
    newestBlobs: (profileId: string, scope: string | null) => newestBlobs.all({ profileId, scope }),
    /** The refs at which a file was checked. */
    refs: (profileId: string, scope: string): string[] => refs.all(profileId, scope),
  };
}
export type FileStateTable = ReturnType<typeof fileStates>;

function fromRow({ path, found, checkedAt, ...row }: Row): FileState {
  const { blobId, sizeBytes, isExecutable, lfsOid, lfsSizeBytes, ...rest } = row;
  const lfs = lfsOid === null || lfsSizeBytes === null ? null : { oid: lfsOid, sizeBytes: lfsSizeBytes };
  const facts =
    blobId === null || sizeBytes === null
      ? null
      : { ...rest, blobId, sizeBytes, lfs, isExecutable: isExecutable === null ? null : isExecutable === 1 };
  return { path, found: found === 1, facts, checkedAt };
}
