import type { Migration } from './migration.ts';

export const profiles: Migration = {
  id: 10,
  name: 'profiles',
  sql: `
    CREATE TABLE profiles (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      url TEXT NOT NULL,
      dialect TEXT NOT NULL,
      read_only INTEGER NOT NULL,
      proxy TEXT,
      ca TEXT,
      allow_plain_http INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      last_opened_at INTEGER
    ) STRICT;
  `,
};
