import Database from 'better-sqlite3';
import { existsSync, rmSync } from 'node:fs';
import { Failure } from '#shared/errors.ts';
import { makePrivateFile } from './files.ts';
import { validFrames, readWriteAheadLog } from './write-ahead-log.ts';

/** An open, encrypted database. */
export type Db = Database.Database;

/** Page size of a new file. With 4,096, one operation fills little more than half of a page, and the rest stays empty. */
const pageBytes = 8_192;
/** How long a call waits if another program has locked the database. It blocks the main thread. */
const busyTimeoutMs = 200;

function openEncrypted(file: string, key: string, options: Database.Options, pragmas: readonly string[] = []): Db {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Failure('bug', 'a database key is 64 hex digits');
  const db = new Database(file, { timeout: busyTimeoutMs, ...options });
  try {
    for (const one of ["cipher='aegis'", `key="x'${key}'"`, 'temp_store=memory', ...pragmas]) db.pragma(one);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Open or create a database for reading and writing: WAL, every commit durable. Its files are mode 0600. */
export function openDatabase(file: string, key: string): Db {
  makePrivateFile(file);
  const pragmas = [`page_size=${pageBytes}`, 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON'];
  return openEncrypted(file, key, {}, pragmas);
}

/** Open a database for reading. Nothing is changed, and closing it removes the files that SQLite created. */
export function openReadOnly(file: string, key: string): { db: Db; close: () => void } {
  const beside = ['-wal', '-shm'].map((tail) => file + tail).filter((path) => !existsSync(path));
  const db = openEncrypted(file, key, { readonly: true, fileMustExist: true });
  return {
    db,
    close: () => {
      db.close();
      for (const path of beside) rmSync(path, { force: true });
    },
  };
}

/** Use a database for reading, as `openReadOnly` opens it. */
export function reading<T>(file: string, key: string, use: (db: Db) => T): T {
  const { db, close } = openReadOnly(file, key);
  try {
    return use(db);
  } finally {
    close();
  }
}

/**
 * Open a database for reading without a file beside it, which a full disk would refuse. Until it is closed, it can't be
 * opened again, not even for reading.
 */
export function openAlone(file: string, key: string): Db {
  return openEncrypted(file, key, { fileMustExist: true }, ['locking_mode=EXCLUSIVE', 'query_only=ON']);
}

/** The result of `inspect`. */
export interface Inspection {
  version: number;
  objects: number;
  /**
   * Transactions at the end of the write-ahead log that can no longer be read. SQLite ignores them without an error.
   */
  lostCommits: number;
}

/**
 * Inspect a database without changing it. `isWhole` runs `integrity_check`, which reads every page.
 * Throws SQLite's own error when it cannot be read.
 */
export function inspect(file: string, key: string, { isWhole = false } = {}): Inspection {
  return reading(file, key, (db) => {
    const objects = db.prepare<[], number>('SELECT count(*) FROM sqlite_master').pluck().get() ?? 0;
    const lostCommits = lostCommitsOf(file);
    if (lostCommits === null) throw corruptionError('the header of the write-ahead log is damaged');
    if (isWhole) checkIntegrity(db);
    return { version: versionOf(db), objects, lostCommits };
  });
}

/**
 * Number of transactions in the write-ahead log that SQLite ignores. The database must be open; null: not known.
 * Without the shared-memory file no transaction counts as lost, because SQLite then reads the whole log again.
 */
export function lostCommitsOf(file: string): number | null {
  const log = readWriteAheadLog(`${file}-wal`);
  if (log === null) return 0;
  if (log.isHeaderBroken) return null;
  const taken = validFrames(`${file}-shm`);
  return taken === null ? 0 : log.commits.filter((frame) => frame > taken).length;
}

/** Copy what was committed from the write-ahead log to the file. It is durable in any case, so a failure is ignored. */
export function checkpoint(db: Db): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The disk is full or the database is locked. The next checkpoint copies it.
  }
}

export function sqliteVersion(): string | undefined {
  return new Database(':memory:').prepare<[], string>('SELECT sqlite_version()').pluck().get();
}

/** The ID of the last migration of this database; 0 for a new one. */
export function versionOf(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Read every page and every index. Throws an error for which `isCorruption` is true if one of them is damaged. */
export function checkIntegrity(db: Db): void {
  const result = db.pragma('integrity_check(1)', { simple: true }) as string;
  if (result !== 'ok') throw corruptionError(result);
}

/** The error that SQLite throws for a damaged database. */
export function corruptionError(message: string): Error {
  return new Database.SqliteError(message, 'SQLITE_CORRUPT');
}

/** Whether SQLite says that the file, opened with its right key, is damaged. */
export function isCorruption(error: unknown): boolean {
  return Failure.from(error).reason === 'corrupt';
}
