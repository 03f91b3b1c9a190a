import type { Migration } from './migration.ts';

/** `stem`: the console. `query`: its query as JSON. */
export const savedViews: Migration = {
  id: 30,
  name: 'saved-views',
  sql: `
    CREATE TABLE saved_views (
      id TEXT PRIMARY KEY,
      stem TEXT NOT NULL,
      name TEXT NOT NULL,
      query TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX saved_views_by_stem ON saved_views (stem, name);
  `,
};
