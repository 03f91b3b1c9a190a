import type { Migration } from './migration.ts';

/**
 * `removal_began_at`: the profile is being removed, and nothing may use it. Epoch milliseconds. `sends`: how often
 * plans have begun and stopped sending.
 */
export const removalsAndSends: Migration = {
  id: 230,
  name: 'removals and sends',
  sql: `
    ALTER TABLE profiles ADD COLUMN removal_began_at INTEGER;
    CREATE TABLE sends (count INTEGER NOT NULL) STRICT;
    INSERT INTO sends (count) VALUES (0);
  `,
};
