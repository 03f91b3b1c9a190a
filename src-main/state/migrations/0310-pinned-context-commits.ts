import type { Migration } from './migration.ts';

/** Context commits belong to the depth `text`: what pins noted about them under their former source is forgotten. */
export const pinnedContextCommits: Migration = {
  id: 310,
  name: 'pinned context commits',
  sql: `DELETE FROM pin_items WHERE source = 'below-facts';`,
};
