import type { Migration } from './migration.ts';

/** `version`: the format of the query. Views of earlier releases have version 1. */
export const viewVersions: Migration = {
  id: 320,
  name: 'view versions',
  sql: `ALTER TABLE saved_views ADD COLUMN version INTEGER NOT NULL DEFAULT 1;`,
};
