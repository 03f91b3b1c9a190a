import type { Migration } from './migration.ts';

/**
 * `webhook_watches`: the known webhooks of each profile. `scope`: the place of the deliveries (`project:7/hook:9`).
 * `failing`: how many of the newest deliveries failed in a row. `webhook_gaps`: times whose deliveries the platform no
 * longer listed at the next check. Times in epoch milliseconds.
 */
export const webhookWatches: Migration = {
  id: 170,
  name: 'webhook watches',
  sql: `
    CREATE TABLE webhook_watches (
      profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      is_alerting INTEGER NOT NULL CHECK (is_alerting IN (0, 1)),
      failing INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (profile_id, scope)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE webhook_gaps (
      profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      from_at INTEGER NOT NULL,
      until_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, scope, from_at)
    ) STRICT, WITHOUT ROWID;
  `,
};
