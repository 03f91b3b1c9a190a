import type { Migration } from './migration.ts';

/** `removal_began_at`: the profile is being removed, and nothing may use it. Epoch milliseconds. */
export const removals: Migration = {
  id: 230,
  name: 'removals',
  sql: 'ALTER TABLE profiles ADD COLUMN removal_began_at INTEGER',
};
