import type { Migration } from './migration.ts';

/** `doc` is the list of answers that the last probe of a profile's token got, as JSON. */
export const capabilities: Migration = {
  id: 60,
  name: 'capabilities',
  sql: `
    CREATE TABLE capabilities (profile_id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
  `,
};
