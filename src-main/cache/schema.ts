import { Failure } from '#shared/errors.ts';
import { recorderTables } from './history/history-schema.ts';
import { listedInTable, migrations } from './migrations.ts';
import type { Connection } from './open-cache.ts';

/** The newest version (`user_version`) of a cache that this program can open. */
export const newestCacheVersion = migrations.at(-1)?.id ?? 0;

/**
 * Create the tables that hold the source data, or migrate those of an older version. The tables for search and sorting
 * are derived from `documents` (derive.ts), whose columns change only by a migration.
 * `documents`: the records. `gone_at`: the time since which no sync returns the row. `deleted_at`: the time when Reeve
 * deleted the row, or when a 404 confirmed its deletion. `doc` comes after `hash`, so that SQLite can read the hash
 * alone. `hidden_places`: places that the token can no longer read. `refused_syncs`: the last refusal of a list. `crawls`: the windows of unfinished sync runs.
 * `missing`: rows that a sync run has not returned although their ids are in the range that it read. `seen`: the rows
 * that an unfinished sync run of a list in any order returned. `sync_points`: the time up to which the changes of a
 * place are synced. `first_syncs`: when the first sync of a place ended. `listed_in`: the scopes whose syncs return a row that is stored once, and since when a scope no
 * longer returns it. A table with an `id` of type ANY is STRICT, so that SQLite converts no key. Collections with
 * windows have integer ids.
 * Fails: `conflict` if a newer version of Reeve wrote the tables.
 */
export function createTables(db: Connection): void {
  const hasTables = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'documents'`).get() !== undefined;
  if (hasTables) migrate(db);
  else db.pragma(`user_version=${newestCacheVersion}`);
  db.exec(`
    CREATE TABLE IF NOT EXISTS documents (
      collection TEXT NOT NULL, scope TEXT NOT NULL, id ANY NOT NULL,
      hash TEXT NOT NULL, fetched_at INTEGER NOT NULL, gone_at INTEGER, doc TEXT NOT NULL, deleted_at INTEGER,
      PRIMARY KEY (collection, scope, id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS passes (
      collection TEXT NOT NULL, scope TEXT NOT NULL, started_at INTEGER NOT NULL, is_first INTEGER NOT NULL,
      resumed INTEGER NOT NULL, estimated_rows INTEGER, unreadable INTEGER NOT NULL, finished_at INTEGER
    );
    CREATE TABLE IF NOT EXISTS crawls (
      collection TEXT NOT NULL, scope TEXT NOT NULL, window TEXT NOT NULL, position INTEGER NOT NULL,
      span_from TEXT, span_to TEXT, id_from INTEGER, id_to INTEGER, direction TEXT,
      cursor TEXT, rows INTEGER NOT NULL, unreadable INTEGER NOT NULL, finished_at INTEGER,
      PRIMARY KEY (collection, scope, window)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS missing (
      collection TEXT NOT NULL, scope TEXT NOT NULL, id ANY NOT NULL, window TEXT NOT NULL,
      PRIMARY KEY (collection, scope, id, window)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS seen (
      collection TEXT NOT NULL, scope TEXT NOT NULL, id ANY NOT NULL, PRIMARY KEY (collection, scope, id)
    ) STRICT, WITHOUT ROWID;
    ${listedInTable}
    CREATE TABLE IF NOT EXISTS filter_ids (
      collection TEXT NOT NULL, scope TEXT NOT NULL, key TEXT NOT NULL, fetched_at INTEGER NOT NULL, ids TEXT NOT NULL,
      PRIMARY KEY (collection, scope, key)
    );
    CREATE TABLE IF NOT EXISTS sync_points (
      collection TEXT NOT NULL, scope TEXT NOT NULL, full_at INTEGER, watermark INTEGER, next_watermark INTEGER,
      PRIMARY KEY (collection, scope)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS first_syncs (
      collection TEXT NOT NULL, scope TEXT NOT NULL, finished_at INTEGER NOT NULL, PRIMARY KEY (collection, scope)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS documents_by_change ON documents (fetched_at, collection, scope);
    CREATE INDEX IF NOT EXISTS documents_not_returned ON documents (gone_at, collection, scope)
      WHERE gone_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS hidden_places (
      collection TEXT NOT NULL, scope TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (collection, scope)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS refused_syncs (
      collection TEXT NOT NULL, scope TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, reason TEXT, message TEXT,
      PRIMARY KEY (collection, scope)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    ${recorderTables}
  `);
}

function migrate(db: Connection): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > newestCacheVersion)
    throw new Failure('conflict', `a newer version of Reeve wrote this cache (version ${version})`);
  for (const { id, run } of migrations.filter((one) => one.id > version)) {
    db.transaction(() => {
      run(db);
      db.pragma(`user_version=${id}`);
    }).immediate();
  }
}

/** Named values about the cache itself. */
export function meta(db: Connection) {
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck();
  const write = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  return {
    get: (name: string): string | undefined => read.get(name),
    set: (name: string, value: string): void => void write.run(name, value),
  };
}

/**
 * The entry of `meta` with the state of the indexes of a collection. Absent: none is needed before the end of its first
 * sync. `wanted`: they are being built. `yes`: all of them exist.
 */
export const indexedName = (collection: string): string => `indexed:${collection}`;

/** The name of the stored revision of a collection, which increases with each commit that a query can see. */
export const revisionName = (collection: string): string => `revision:${collection}`;

/** The revision of the lists of a collection: it increases when its rows or the rows of a collection that they read change. */
export const revisionIn = (facts: ReturnType<typeof meta>, { collection, reads }: Listed): number =>
  [collection, ...reads].reduce((sum, one) => sum + Number(facts.get(revisionName(one)) ?? 0), 0);
interface Listed {
  collection: string;
  reads: readonly string[];
}

/** The stored revisions of these collections as one text, to find out whether any of them changed. */
export const revisionsOf = (facts: ReturnType<typeof meta>, collections: readonly string[]): string =>
  collections.map((one) => facts.get(revisionName(one))).join();
