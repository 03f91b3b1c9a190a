import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { Failure } from '#shared/errors.ts';

/** An open, encrypted database; what every function of this layer works on. */
export type Db = Database.Database;

function unlocked(file: string, key: string, options: Database.Options): Db {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Failure('bug', 'a database key is 64 hex digits');
  const db = new Database(file, options);
  try {
    db.pragma("cipher='aegis'");
    db.pragma(`key="x'${key}'"`);
    db.pragma('temp_store=memory');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Open or create a database for reading and writing: WAL, every commit durable. A new file is mode 0600. */
export function openDatabase(file: string, key: string): Db {
  closeSync(openSync(file, 'a', 0o600));
  const db = unlocked(file, key, {});
  try {
    db.pragma('journal_mode=WAL');
    db.pragma('synchronous=FULL');
    db.pragma('foreign_keys=ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Look into a database without changing it and without leaving anything beside it. `isWhole` runs `quick_check`, which
 * reads every page. Throws SQLite's own error when it cannot be read.
 */
export function inspect(file: string, key: string, { isWhole = false } = {}): { version: number; objects: number } {
  const beside = ['-wal', '-shm'].map((tail) => file + tail).filter((path) => !existsSync(path));
  const db = unlocked(file, key, { readonly: true, fileMustExist: true });
  try {
    const objects = db.prepare<[], number>('SELECT count(*) FROM sqlite_master').pluck().get() ?? 0;
    if (isWhole) assertWhole(db);
    return { version: versionOf(db), objects };
  } finally {
    db.close();
    for (const path of beside) rmSync(path, { force: true });
  }
}

/** The number of the last migration that this database went through; 0 for a new one. */
export function versionOf(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Read every page. Throws an error that `isCorruption` knows when one of them is not sound. */
export function assertWhole(db: Db): void {
  const said = db.pragma('quick_check(1)', { simple: true }) as string;
  if (said !== 'ok') throw new Database.SqliteError(said, 'SQLITE_CORRUPT');
}

/** Whether SQLite says that the file, opened with its right key, is damaged. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
}
