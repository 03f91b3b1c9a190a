import type { Migration } from './migration.ts';

export const notices: Migration = {
  id: 50,
  name: 'notices',
  sql: `
    CREATE TABLE notices (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      code TEXT NOT NULL,
      detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX notices_by_time ON notices (at DESC, id DESC);
  `,
};
