import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Failure } from '#shared/errors.ts';
import type { CacheFile } from './cache-types.ts';

export type Connection = Database.Database;

/** Page size of a new file. The space after the last row of a page stays empty: with 8,192, 12 % of the file. */
const cachePageBytes = 16_384;
/** Of files that earlier versions created. */
const leastPageBytes = 4_096;
const plainHeader = 'SQLite format 3';

/**
 * Open an encrypted cache. The writer creates the file if there is none; readers cannot write. A reader of the past can
 * create temporary tables.
 * Fails: `denied`/`key-mismatch` if the file is a complete database with another key; `invalid`/`corrupt` if it is
 * damaged or not an encrypted database; `missing` if a reader finds no file.
 */
export function openCache(
  { file, key, isAlone = false }: CacheFile,
  mode: 'write' | 'read' | 'past',
  pageBytes = cachePageBytes,
): Connection {
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new Failure('bug', 'the key of a cache must be 64 hexadecimal digits');
  let db: Connection | undefined;
  try {
    db = new Database(file, { readonly: mode !== 'write' && !isAlone, fileMustExist: mode !== 'write' });
    db.pragma(`cipher='aegis'`);
    db.pragma(`key="x'${key}'"`);
    db.pragma('temp_store=memory');
    if (mode === 'write') {
      db.pragma(`page_size=${pageBytes}`);
      db.pragma('journal_mode=wal');
      db.pragma('synchronous=normal');
      // In pages. With the default of 1,000, a first sync would wait for the disk twice as often.
      db.pragma('wal_autocheckpoint=2000');
    } else {
      // Without a file beside the cache, which a full disk would refuse
      if (isAlone) db.pragma('locking_mode=exclusive');
      if (mode === 'read') db.pragma('query_only=on');
    }
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    // In kilobytes. Set after the first query: SQLite converts it to a number of pages, and assumes pages of 4 KB until
    // then. A first sync writes at the end of the tables, so a larger cache of the writer makes it no faster.
    db.pragma(mode === 'write' ? 'cache_size=-16000' : 'cache_size=-64000');
    return db;
  } catch (thrown) {
    db?.close();
    throw failureOf(thrown, file);
  }
}

/** Whether every page of a database can be read. Fails: as `openCache` does, except for damage. */
export function canReadAll(file: CacheFile): boolean {
  try {
    const db = openCache(file, 'read');
    try {
      return db.pragma('integrity_check(1)', { simple: true }) === 'ok';
    } finally {
      db.close();
    }
  } catch (thrown) {
    const failure = failureOf(thrown);
    // A damaged first page looks like another key
    if (failure.reason === 'corrupt' || failure.reason === 'key-mismatch') return false;
    throw failure;
  }
}

const kept = new WeakMap<Connection, Map<string, Database.Statement<unknown[], never>>>();

/** The statement for the first column, cached by its text. Most statements take longer to prepare than to run. */
export function firstColumn<T>(db: Connection, sql: string): Database.Statement<unknown[], T> {
  const own = kept.get(db) ?? new Map<string, Database.Statement<unknown[], never>>();
  const statement = own.get(sql) ?? db.prepare<unknown[], never>(sql).pluck();
  if (own.size >= 200) own.clear();
  kept.set(db, own.set(sql, statement));
  return statement;
}

/**
 * An error of SQLite as a Failure. `file` is needed to distinguish a wrong key from a file that is not a Reeve
 * database.
 */
export function failureOf(thrown: unknown, file?: string): Failure {
  if (!(thrown instanceof Database.SqliteError)) return Failure.from(thrown);
  const { code, message } = thrown;
  if (code === 'SQLITE_NOTADB' && file !== undefined && isWhole(file)) {
    return new Failure('denied', `${code}: the database has another key`, { reason: 'key-mismatch', cause: thrown });
  }
  if (code.startsWith('SQLITE_CANTOPEN')) return new Failure('missing', `${code}: ${message}`, { cause: thrown });
  const failure = Failure.from(thrown);
  if (failure.code !== 'bug') return failure;
  return new Failure('bug', `${code}: ${message}`, { cause: thrown });
}

/**
 * Whether a file looks like a complete encrypted database. SQLite cannot distinguish a wrong key from a truncated file.
 */
function isWhole(file: string): boolean {
  const { size } = statSync(file);
  if (size === 0 || size % leastPageBytes !== 0) return false;
  const head = Buffer.alloc(plainHeader.length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, head);
  } finally {
    closeSync(handle);
  }
  return head.toString('latin1') !== plainHeader;
}
