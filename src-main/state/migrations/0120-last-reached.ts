import type { Migration } from './migration.ts';

/** When the platform of a profile answered last, in epoch milliseconds; null: never, as far as was noted. */
export const lastReached: Migration = {
  id: 120,
  name: 'last-reached',
  sql: 'ALTER TABLE profiles ADD COLUMN last_reached_at INTEGER;',
};
