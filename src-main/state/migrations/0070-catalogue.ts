import type { Migration } from './migration.ts';

/**
 * The known groups and projects of each profile, by ID, by path or by both. Keys are never reused, so that a removed
 * row can be restored with its key. `removed_at`: removed by a person; replies do not add the row again.
 */
export const catalogue: Migration = {
  id: 70,
  name: 'catalogue',
  sql: `
    CREATE TABLE catalogue (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('group', 'project')),
      platform_id INTEGER,
      path TEXT COLLATE NOCASE,
      name TEXT,
      source TEXT NOT NULL,
      source_detail TEXT,
      is_pinned INTEGER NOT NULL DEFAULT 0,
      first_seen_at INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      verified_at INTEGER,
      verdict TEXT CHECK (verdict IN ('ok', 'denied', 'missing')),
      removed_at INTEGER,
      hay TEXT NOT NULL DEFAULT '',
      CHECK (platform_id IS NOT NULL OR path IS NOT NULL)
    ) STRICT;
    CREATE UNIQUE INDEX catalogue_by_id ON catalogue (profile_id, kind, platform_id) WHERE platform_id IS NOT NULL;
    CREATE UNIQUE INDEX catalogue_by_path ON catalogue (profile_id, kind, path) WHERE path IS NOT NULL;
    CREATE TABLE catalogue_probes (profile_id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
  `,
};
