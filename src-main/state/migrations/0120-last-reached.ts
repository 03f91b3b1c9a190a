import type { Migration } from './migration.ts';

/** When the instance of a profile last replied, in epoch milliseconds; null: not known. */
export const lastReached: Migration = {
  id: 120,
  name: 'last-reached',
  sql: 'ALTER TABLE profiles ADD COLUMN last_reached_at INTEGER;',
};
