import type { Migration } from './migration.ts';

/**
 * Imports that were sent, one row per project that they create. `watch`: `under-way` is polled until it ends, `ended`
 * is over, `needs-person` is read only when a person asks. `doc`: the state that the platform reported last, as JSON;
 * `told_at`: when; `asked_at`: when the platform was last asked.
 */
export const imports: Migration = {
  id: 110,
  name: 'imports',
  sql: `
    CREATE TABLE imports (
      profile_id TEXT NOT NULL,
      project_id INTEGER NOT NULL,
      watch TEXT NOT NULL CHECK (watch IN ('under-way', 'ended', 'needs-person')),
      began_at INTEGER NOT NULL,
      asked_at INTEGER NOT NULL,
      told_at INTEGER NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (profile_id, project_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX imports_by_watch ON imports (watch);
  `,
};
