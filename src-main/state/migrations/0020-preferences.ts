import type { Migration } from './migration.ts';

/** `value` is JSON. A row a field, so that one broken value costs one setting. */
export const preferences: Migration = {
  id: 20,
  name: 'preferences',
  sql: `
    CREATE TABLE preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
};
