import type { Migration } from './migration.ts';

/**
 * Dependency exports, one row for each write of the journal that requested one. `ref`: the ID or path in its request.
 * `export_id`: the ID that the platform gave it; null: not known. `expires_at`: when the platform deletes it. The file
 * is in `blobs.db`, under `journal_id`. Exports that were requested elsewhere have no write in the journal and a negative
 * `journal_id`. `doc`: the platform's last failure, as JSON.
 */
export const dependencyExports: Migration = {
  id: 150,
  name: 'dependency exports',
  sql: `
    CREATE TABLE dependency_exports (
      journal_id INTEGER PRIMARY KEY,
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('project', 'group', 'pipeline')),
      ref ANY NOT NULL,
      label TEXT NOT NULL,
      export_type TEXT NOT NULL,
      export_id INTEGER,
      state TEXT NOT NULL CHECK (state IN ('requested', 'generating', 'stalled', 'ready', 'kept', 'failed', 'refused',
        'not-sent', 'unknown', 'expired', 'not-yours', 'deleted')),
      requested_at INTEGER NOT NULL,
      polled_at INTEGER,
      wait_ms INTEGER NOT NULL,
      expires_at INTEGER,
      kept_at INTEGER,
      is_hidden INTEGER NOT NULL DEFAULT 0,
      doc TEXT
    ) STRICT;
    CREATE UNIQUE INDEX dependency_exports_by_id ON dependency_exports (profile_id, export_id);
    CREATE INDEX dependency_exports_by_state ON dependency_exports (state, profile_id);
  `,
};
