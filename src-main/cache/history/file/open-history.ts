import { existsSync } from 'node:fs';
import { Failure } from '#shared/errors.ts';
import type { CacheFile } from '../../cache-types.ts';
import { failureOf, openCache, type Connection } from '../../open-cache.ts';
import { historyTables } from '../history-schema.ts';

/** The version (`user_version`) of the tables. */
const newestVersion = 1;

/** Entries are small, and each copy of entries writes some pages in full. */
const pageBytes = 4_096;

/**
 * Open `history.db` for writing; it is created if there is none. Every commit is durable.
 * Fails: `conflict` if a newer version of Reeve wrote it; `invalid`/`corrupt` if it is damaged, also if its first page is:
 * the key has passed its check with the cache.
 */
export function openHistory({ file, key }: Pick<CacheFile, 'file' | 'key'>): Connection {
  let db: Connection | undefined;
  try {
    db = openCache({ file, key }, 'write', pageBytes);
    db.pragma('synchronous=full');
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > newestVersion)
      throw new Failure('conflict', `a newer version of Reeve wrote this history (version ${version})`);
    if (version === 0) {
      // Retention gives pages back to the disk. A file that is already in WAL mode must be rewritten for it; this one is empty
      db.pragma('auto_vacuum=incremental');
      db.exec('VACUUM');
      db.exec(`BEGIN IMMEDIATE; ${historyTables} PRAGMA user_version=${newestVersion}; COMMIT`);
    }
    return db;
  } catch (thrown) {
    db?.close();
    const failure = failureOf(thrown);
    if (failure.reason !== 'key-mismatch') throw failure;
    throw new Failure('invalid', failure.message, { reason: 'corrupt', cause: failure });
  }
}

/**
 * Attach `history.db` to a cache that `openCache` opened with this key, as the schema `history`. It is
 * read-only if the cache is. Fails: `missing` if the file does not exist; `invalid`/`corrupt` if it is damaged.
 */
export function attachHistory(db: Connection, file: string, key: string): void {
  if (!existsSync(file)) throw new Failure('missing', 'there is no history yet');
  try {
    db.prepare(`ATTACH ? AS history KEY "x'${key}'"`).run(file);
    db.prepare('SELECT count(*) FROM history.sqlite_schema').get();
  } catch (thrown) {
    throw failureOf(thrown);
  }
}
