import type { Migration } from '../migrations/migration.ts';

/**
 * When the stored file of a snippet was fetched, and the snippet's `updated_at` at that time. `key`: its use of a blob; it
 * is deleted with it.
 */
export const snippetFiles: Migration = {
  id: 40,
  name: 'snippet files',
  sql: `
    CREATE TABLE snippet_files (
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      version TEXT,
      fetched_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, kind, key),
      FOREIGN KEY (profile_id, kind, key) REFERENCES blob_uses (profile_id, kind, key) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
  `,
};
