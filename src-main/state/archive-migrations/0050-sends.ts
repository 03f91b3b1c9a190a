import type { Migration } from '../migrations/migration.ts';

/** How often plans have begun and stopped sending, as in `state.db`. */
export const sends: Migration = {
  id: 50,
  name: 'sends',
  sql: `
    CREATE TABLE sends (count INTEGER NOT NULL) STRICT;
    INSERT INTO sends (count) VALUES (0);
  `,
};
