import type { Migration } from './migration.ts';

/**
 * Repository files. `known_paths`: the paths that Reeve knows, because the platform has no list of files; one row for
 * each source that names a path. `path_scans`: how far a source was read (the ID of a journal entry, or a time).
 * `file_states`: what the platform reported about a file at a ref. `found` 0: its last reply was 404, and the other
 * columns are those of the reply before it. The contents are in `blobs.db`, under `blob_id`, and for Git LFS under
 * `lfs_oid`. Times in epoch milliseconds.
 */
export const files: Migration = {
  id: 180,
  name: 'files',
  sql: `
    CREATE TABLE known_paths (
      profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      path TEXT NOT NULL,
      source TEXT NOT NULL,
      first_seen_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, scope, path, source)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE path_scans (
      profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      source TEXT NOT NULL,
      until INTEGER NOT NULL,
      PRIMARY KEY (profile_id, scope, source)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE file_states (
      profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      ref TEXT NOT NULL,
      path TEXT NOT NULL,
      found INTEGER NOT NULL CHECK (found IN (0, 1)),
      blob_id TEXT,
      size_bytes INTEGER,
      commit_id TEXT,
      last_commit_id TEXT,
      content_sha256 TEXT,
      is_executable INTEGER CHECK (is_executable IN (0, 1)),
      lfs_oid TEXT,
      lfs_size_bytes INTEGER,
      checked_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, scope, ref, path)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX file_states_by_blob ON file_states (profile_id, blob_id);
  `,
};
