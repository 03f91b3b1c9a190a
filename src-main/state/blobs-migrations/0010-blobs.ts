import type { Migration } from '../migrations/migration.ts';

/**
 * Files in chunks of 1 MB. `sha256` is null until all chunks are stored. `blob_uses`: who keeps a file; a file without
 * uses is deleted. `parsed_exports`, `export_packages`: derived from the files, and created again when `parser` changes.
 */
export const blobs: Migration = {
  id: 10,
  name: 'blobs',
  sql: `
    CREATE TABLE blobs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      sha256 TEXT UNIQUE,
      size_bytes INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX blobs_by_use ON blobs (used_at, id);
    CREATE TABLE blob_chunks (
      blob_id INTEGER NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      UNIQUE (blob_id, number)
    ) STRICT;
    CREATE TABLE blob_uses (
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      blob_id INTEGER NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
      is_pinned INTEGER NOT NULL,
      PRIMARY KEY (profile_id, kind, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX blob_uses_by_blob ON blob_uses (blob_id);
    CREATE TABLE parsed_exports (
      blob_id INTEGER PRIMARY KEY REFERENCES blobs (id) ON DELETE CASCADE,
      parser INTEGER NOT NULL,
      packages INTEGER NOT NULL,
      unreadable INTEGER NOT NULL,
      problem TEXT
    ) STRICT;
    CREATE TABLE export_packages (
      blob_id INTEGER NOT NULL REFERENCES parsed_exports (blob_id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      search_name TEXT NOT NULL,
      name TEXT NOT NULL,
      version TEXT,
      type TEXT,
      purl TEXT,
      licenses TEXT NOT NULL,
      project TEXT,
      PRIMARY KEY (blob_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX export_packages_by_name ON export_packages (search_name, blob_id);
  `,
};
