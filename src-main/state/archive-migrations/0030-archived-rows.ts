import type { Migration } from '../migrations/migration.ts';

/** The record in `doc` is called `row` in every collection; of access tokens it was `token`. */
export const archivedRows: Migration = {
  id: 30,
  name: 'archived rows',
  sql: `
    UPDATE kept SET doc = '{"row":' || substr(doc, length('{"token":') + 1)
    WHERE collection = 'accessTokens' AND doc LIKE '{"token":%';
  `,
};
