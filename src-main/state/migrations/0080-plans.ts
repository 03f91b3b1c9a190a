import type { Migration } from './migration.ts';

/**
 * Plans and their rows. `doc` is the whole plan or row as JSON, with references instead of secrets. The other columns
 * are for indexes.
 */
export const plans: Migration = {
  id: 80,
  name: 'plans',
  sql: `
    CREATE TABLE plans (
      id TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      state TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      doc TEXT NOT NULL
    ) STRICT;
    CREATE INDEX plans_by_creation ON plans (created_at DESC, id);
    CREATE INDEX plans_by_state ON plans (state);
    CREATE INDEX plans_by_profile ON plans (profile_id);
    CREATE TABLE plan_rows (
      plan_id TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      state TEXT NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (plan_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX plan_rows_by_state ON plan_rows (plan_id, state, position);
  `,
};
