import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#main/state/files/database.ts';
import type { Db } from '#main/state/files/database.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { migrations } from '#main/state/migrations/all.ts';
import { tempFolder } from '../data-folders.ts';

/** A database that went through every migration up to this one and no further. */
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

/** How SQLite means to answer, one line a step. */
export function planOf(db: Db, sql: string): string {
  const rows = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map(({ detail }) => detail).join('\n');
}
