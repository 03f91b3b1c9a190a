import type { Migration } from './migration.ts';

/** The user name of the token's owner; null: the platform doesn't report it, or the entry is older than this column. */
export const journalUser: Migration = {
  id: 100,
  name: 'journal-user',
  sql: 'ALTER TABLE journal ADD COLUMN user TEXT;',
};
