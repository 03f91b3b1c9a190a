import type { Migration } from './migration.ts';

/** Commits that are being prepared. `scope`: a project. `doc`: the draft as JSON. Times in epoch milliseconds. */
export const commitDrafts: Migration = {
  id: 220,
  name: 'commit drafts',
  sql: `
    CREATE TABLE commit_drafts (
      profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      doc TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, scope)
    ) STRICT;
  `,
};
