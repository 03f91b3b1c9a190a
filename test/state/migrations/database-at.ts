import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#main/state/files/database.ts';
import type { Db } from '#main/state/files/database.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { migrations } from '#main/state/migrations/all.ts';
import { tempFolder } from '../data-folders.ts';

/** A database after all migrations up to this one. */
export function databaseAt(version: number): Db {
  const db = openDatabase(join(tempFolder(), 'state.db'), randomBytes(32).toString('hex'));
  onTestFinished(() => void db.close());
  migrate(
    db,
    { before: () => undefined },
    migrations.filter(({ id }) => id <= version),
  );
  return db;
}

/** Add a profile as the first migration stores it. */
export function addProfile(db: Db, id: string): void {
  db.prepare(
    `INSERT INTO profiles (id, name, colour, url, dialect, read_only, allow_plain_http, created_at)
     VALUES (?, 'Test', 'iris', 'https://git.example', 'documented', 0, 0, 1)`,
  ).run(id);
}

/** The query plan of SQLite, one line per step. */
export function planOf(db: Db, sql: string): string {
  const rows = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map(({ detail }) => detail).join('\n');
}
