import type { Migration } from '../migrations/migration.ts';

/** Every archived record is in the field `row` of `doc`. Access tokens used the field `token` before. */
export const archivedRows: Migration = {
  id: 30,
  name: 'archived rows',
  sql: `
    UPDATE kept SET doc = '{"row":' || substr(doc, length('{"token":') + 1)
    WHERE collection = 'accessTokens' AND doc LIKE '{"token":%';
  `,
};
