import type { Migration } from './migration.ts';

/** `doc` is the whole job as JSON. The other columns are for indexes. */
export const jobs: Migration = {
  id: 40,
  name: 'jobs',
  sql: `
    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      state TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      doc TEXT NOT NULL
    ) STRICT;
    CREATE INDEX jobs_by_start ON jobs (started_at DESC, id);
    CREATE INDEX jobs_by_state ON jobs (state);
    CREATE INDEX jobs_by_profile ON jobs (profile_id);
  `,
};
