import type { Migration } from '../migrations/migration.ts';

/**
 * What happened to a remote mirror. `scope` as in the cache. `kind` and `doc` as in `MirrorMark`; the times of the
 * platform are in `doc`, `at` is when Reeve saw it.
 */
export const mirrorMarks: Migration = {
  id: 40,
  name: 'mirror marks',
  sql: `
    CREATE TABLE mirror_marks (
      sequence INTEGER PRIMARY KEY,
      profile_id TEXT NOT NULL,
      scope TEXT NOT NULL,
      mirror_id INTEGER NOT NULL,
      kind TEXT NOT NULL,
      at INTEGER NOT NULL,
      doc TEXT NOT NULL
    ) STRICT;
    CREATE INDEX mirror_marks_by_kind ON mirror_marks (profile_id, scope, mirror_id, kind, sequence);
  `,
};
