import type { Migration } from './migration.ts';

/**
 * What Reeve knows of, per profile: a group or a project by id, by path or by both. Keys are never used twice, so that
 * what was removed can come back under its own. `removed_at`: only a person brings it back, no reply does.
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
