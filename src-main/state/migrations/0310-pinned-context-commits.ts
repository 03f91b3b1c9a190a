import type { Migration } from './migration.ts';

/** Context commits belong to the depth `text`: their pin items under the former source are deleted. */
export const pinnedContextCommits: Migration = {
  id: 310,
  name: 'pinned context commits',
  sql: `DELETE FROM pin_items WHERE source = 'below-facts';`,
};
