import type { Migration } from './migration.ts';

/**
 * All writes. `hay`: the text for the search, in lower case. `doc`: changes, undo, the write, the state before it and
 * the reply, without secrets. `deadline_at`: until then the platform may still apply the request.
 */
export const journal: Migration = {
  id: 90,
  name: 'journal',
  sql: `
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      plan_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      op TEXT NOT NULL,
      state TEXT NOT NULL,
      intended_at INTEGER NOT NULL,
      deadline_at INTEGER NOT NULL,
      ended_at INTEGER,
      status INTEGER,
      said TEXT,
      request_id TEXT,
      can_undo INTEGER NOT NULL,
      undone_by TEXT,
      undo_of INTEGER,
      hay TEXT NOT NULL,
      doc TEXT NOT NULL
    ) STRICT;
    CREATE INDEX journal_by_plan ON journal (plan_id, position);
    CREATE INDEX journal_by_state ON journal (state, id);
    CREATE INDEX journal_by_op ON journal (op, id);
    CREATE INDEX journal_by_profile ON journal (profile_id, id);
    CREATE INDEX journal_by_intent ON journal (intended_at, id);
  `,
};
