import type { Migration } from './migration.ts';

/**
 * Artifacts that a person chose to keep offline. `key`: of their content in `blobs.db`. `doc`: the source of the
 * artifact, as JSON. Times in epoch milliseconds.
 */
export const chosenArtifacts: Migration = {
  id: 200,
  name: 'chosen artifacts',
  sql: `
    CREATE TABLE chosen_artifacts (
      profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      doc TEXT NOT NULL,
      chosen_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, key)
    ) STRICT;
  `,
};
