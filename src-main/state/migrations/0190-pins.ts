import type { Migration } from './migration.ts';

/**
 * What a person keeps for offline. `target`: a scope, or `view:` with the ID of a saved view. `filled_at`: the end of the
 * last whole fill. `doc`: label, depths and sums, as JSON. `pin_items`: items that could not be stored, and stored items
 * of sources whose state is not in the cache; `doc`: label, status and reason, as JSON.
 */
export const pins: Migration = {
  id: 190,
  name: 'pins',
  sql: `
    CREATE TABLE pins (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      profile_id TEXT NOT NULL,
      target TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      filled_at INTEGER,
      is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
      doc TEXT NOT NULL,
      UNIQUE (profile_id, target)
    ) STRICT;
    CREATE TABLE pin_items (
      pin_id INTEGER NOT NULL REFERENCES pins (id) ON DELETE CASCADE,
      source TEXT NOT NULL,
      key TEXT NOT NULL,
      depth TEXT NOT NULL CHECK (depth IN ('facts', 'text', 'files')),
      state TEXT NOT NULL CHECK (state IN ('stored', 'refused', 'missing', 'too-large', 'over-quota', 'failed')),
      bytes INTEGER NOT NULL,
      at INTEGER NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (pin_id, source, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pin_items_by_key ON pin_items (source, key);
  `,
};
