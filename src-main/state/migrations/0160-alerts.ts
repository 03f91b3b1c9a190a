import type { Migration } from './migration.ts';

/**
 * `alarms`: the observed states that need attention now, one row per subject; a subject without a row is fine.
 * `alerts`: the notices that the changes of these states produced; `notices` are facts about this installation.
 * `link`: JSON. `desktop`: `waiting` and `quiet` (since quiet hours) are still to be shown, `none` never.
 */
export const alerts: Migration = {
  id: 160,
  name: 'alerts',
  sql: `
    CREATE TABLE alarms (
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (profile_id, kind, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE alerts (
      id INTEGER PRIMARY KEY,
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      at INTEGER NOT NULL,
      tone TEXT NOT NULL CHECK (tone IN ('alarm', 'recovered', 'info')),
      subject TEXT NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      link TEXT NOT NULL,
      read_at INTEGER,
      desktop TEXT NOT NULL CHECK (desktop IN ('waiting', 'quiet', 'shown', 'none')),
      shown_at INTEGER
    ) STRICT;
    CREATE INDEX alerts_by_time ON alerts (at DESC, id DESC);
    CREATE INDEX alerts_unread ON alerts (profile_id) WHERE read_at IS NULL;
    CREATE INDEX alerts_to_show ON alerts (desktop) WHERE desktop IN ('waiting', 'quiet');
    CREATE INDEX alerts_by_kind ON alerts (profile_id, kind, shown_at);
  `,
};
