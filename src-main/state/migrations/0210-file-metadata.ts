import type { Migration } from './migration.ts';

/**
 * The documented fields of a file that were not stored before, as the platform reported them; null: not reported, or the
 * row is older than these columns. `reported_path` and `reported_ref` are `file_path` and `ref` of the reply.
 */
export const fileMetadata: Migration = {
  id: 210,
  name: 'file metadata',
  sql: `
    ALTER TABLE file_states ADD COLUMN file_name TEXT;
    ALTER TABLE file_states ADD COLUMN reported_path TEXT;
    ALTER TABLE file_states ADD COLUMN reported_ref TEXT;
    ALTER TABLE file_states ADD COLUMN encoding TEXT;
  `,
};
