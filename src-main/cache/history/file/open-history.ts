import { Failure } from '#shared/errors.ts';
import type { CacheFile } from '../../cache-types.ts';
import { failureOf, openCache, type Connection } from '../../open-cache.ts';
import { historyTables } from '../history-schema.ts';

/** Forward only. `id`: the version (`user_version`) of a file after it. */
const migrations: readonly { id: number; run: (db: Connection) => void }[] = [
  { id: 1, run: (db) => db.exec(historyTables) },
];
const newestVersion = migrations.at(-1)?.id ?? 0;

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
    }
    for (const { id, run } of migrations.filter((one) => one.id > version)) {
      const opened = db;
      opened
        .transaction(() => {
          run(opened);
          opened.pragma(`user_version=${id}`);
        })
        .immediate();
    }
    return db;
  } catch (thrown) {
    db?.close();
    const failure = failureOf(thrown);
    if (failure.reason !== 'key-mismatch') throw failure;
    throw new Failure('invalid', failure.message, { reason: 'corrupt', cause: failure });
  }
}
