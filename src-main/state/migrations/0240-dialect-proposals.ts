import type { Migration } from './migration.ts';

/**
 * Another dialect that the replies of an instance suggest; null: none, or a person has chosen. After the choice, none is
 * proposed again.
 */
export const dialectProposals: Migration = {
  id: 240,
  name: 'dialect-proposals',
  sql: `
    ALTER TABLE profiles ADD COLUMN proposed_dialect TEXT;
    ALTER TABLE profiles ADD COLUMN has_chosen_dialect INTEGER NOT NULL DEFAULT 0;
  `,
};
