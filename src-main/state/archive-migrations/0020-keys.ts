import type { Migration } from '../migrations/migration.ts';

/** `id` is a number or a text, as the platform gives it; ANY converts neither. */
export const keys: Migration = {
  id: 20,
  name: 'keys',
  sql: `
    CREATE TABLE new_kept (
      sequence INTEGER PRIMARY KEY,
      profile_id TEXT NOT NULL,
      collection TEXT NOT NULL,
      scope TEXT NOT NULL,
      id ANY NOT NULL,
      at INTEGER NOT NULL,
      doc TEXT NOT NULL
    ) STRICT;
    INSERT INTO new_kept SELECT sequence, profile_id, collection, scope, id, at, doc FROM kept;
    DROP TABLE kept;
    ALTER TABLE new_kept RENAME TO kept;
    CREATE INDEX kept_by_row ON kept (profile_id, collection, scope, id, sequence);
  `,
};
