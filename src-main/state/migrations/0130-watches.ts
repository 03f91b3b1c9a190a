import type { Migration } from './migration.ts';

/**
 * Standing watches, one row for each kind and place of a profile. `every_ms`: the interval that the last check asked
 * for; null: the interval of the kind. `failure`: `FailureData` of the last check as JSON. `streak`: consecutive
 * failures. `watermark`: a text of the kind for its next check. `watch_settings`: one JSON document for each profile.
 */
export const watches: Migration = {
  id: 130,
  name: 'watches',
  sql: `
    CREATE TABLE watches (
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      place TEXT NOT NULL,
      every_ms INTEGER,
      next_at INTEGER NOT NULL,
      last_at INTEGER,
      outcome TEXT,
      failure TEXT,
      streak INTEGER NOT NULL DEFAULT 0,
      watermark TEXT,
      paused_until INTEGER,
      PRIMARY KEY (profile_id, kind, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE watch_settings (
      profile_id TEXT NOT NULL PRIMARY KEY,
      doc TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
