import type { Migration } from './migration.ts';

/** `value` is JSON. Each setting has a row of its own, so that an invalid value affects only one setting. */
export const preferences: Migration = {
  id: 20,
  name: 'preferences',
  sql: `
    CREATE TABLE preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
};
