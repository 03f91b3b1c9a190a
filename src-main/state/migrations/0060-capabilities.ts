import type { Migration } from './migration.ts';

/** `doc`: the results of the last check of a profile's token, as JSON. */
export const capabilities: Migration = {
  id: 60,
  name: 'capabilities',
  sql: `
    CREATE TABLE capabilities (profile_id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
  `,
};
