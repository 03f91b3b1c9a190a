import type { Migration } from '../migrations/migration.ts';

/** `collection` and `scope` as in the cache. `doc`: the record at the time `at`, as JSON. */
export const kept: Migration = {
  id: 10,
  name: 'kept',
  sql: `
    CREATE TABLE kept (
      sequence INTEGER PRIMARY KEY,
      profile_id TEXT NOT NULL,
      collection TEXT NOT NULL,
      scope TEXT NOT NULL,
      id INTEGER NOT NULL,
      at INTEGER NOT NULL,
      doc TEXT NOT NULL
    ) STRICT;
    CREATE INDEX kept_by_row ON kept (profile_id, collection, scope, id, sequence);
  `,
};
