import type { Migration } from './migration.ts';

/** How many requests the checks of a watch send, in the mean, and when one last found a change. Null: not known. */
export const countedChecks: Migration = {
  id: 270,
  name: 'counted checks',
  sql: `
    ALTER TABLE watches ADD COLUMN requests REAL;
    ALTER TABLE watches ADD COLUMN changed_at INTEGER;
  `,
};
