import type { Migration } from './migration.ts';

/** Whose token it was that wrote, by the user's name, where the platform tells; null where it does not, and before this. */
export const journalUser: Migration = {
  id: 100,
  name: 'journal-user',
  sql: 'ALTER TABLE journal ADD COLUMN user TEXT;',
};
