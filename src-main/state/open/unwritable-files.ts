import Database from 'better-sqlite3';
import { join } from 'node:path';
import { migrations as archiveMigrations } from '../archive-migrations/all.ts';
import { migrations as blobMigrations } from '../blobs-migrations/all.ts';
import { openAlone, versionOf, type Db } from '../files/database.ts';
import { sizeOf } from '../files/files.ts';
import { migrations } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';
import { migrate, newestOf, refuseNewer } from './migrate.ts';
import type { StateFile } from './state-file.ts';

interface Where {
  folder: string;
  key: string;
}

/**
 * The databases of a folder that can't be written. `state.db` and `archive.db` are copied into memory, where changes last
 * until Reeve ends. `blobs.db` can be large, so it is read in place.
 * Decision: build/decisions/0040-an-unwritable-folder-is-read.md
 * Fails: `conflict` if a newer program wrote one of them; as SQLite does if one is damaged.
 */
export function openUnwritable({ folder, key }: Where): Record<'state' | 'archive' | 'blobs', StateFile> {
  const inMemory = (name: string, list: readonly Migration[]): StateFile => {
    const file = join(folder, name);
    return stateFileOf(file, name, read(file, (stored) => copyOf(stored, file, list)) ?? empty(list));
  };
  const blobs = join(folder, 'blobs.db');
  return {
    state: inMemory('state.db', migrations),
    archive: inMemory('archive.db', archiveMigrations),
    blobs: stateFileOf(blobs, 'blobs.db', readableBlobs(blobs, key) ?? empty(blobMigrations)),
  };

  function read(file: string, copy: (stored: Db) => Db): Db | null {
    if (!exists(file)) return null;
    const stored = openAlone(file, key);
    try {
      return copy(stored);
    } finally {
      stored.close();
    }
  }
}

function copyOf(stored: Db, file: string, list: readonly Migration[]): Db {
  refuseNewer(file, versionOf(stored), newestOf(list));
  const image = stored.serialize();
  // The version of the file format: a database in memory has no write-ahead log
  image.fill(1, 18, 20);
  return migrated(new Database(image), list);
}

const empty = (list: readonly Migration[]): Db => migrated(new Database(':memory:'), list);

function migrated(db: Db, list: readonly Migration[]): Db {
  db.pragma('foreign_keys=ON');
  migrate(db, { before: () => undefined }, list);
  return db;
}

/** Null: there is none, or an earlier release made its tables, which can't be changed now. */
function readableBlobs(file: string, key: string): Db | null {
  if (!exists(file)) return null;
  const db = openAlone(file, key);
  if (versionOf(db) === newestOf(blobMigrations)) return db;
  db.close();
  return null;
}

const exists = (file: string): boolean => (sizeOf(file) ?? 0) > 0;

function stateFileOf(file: string, name: string, db: Db): StateFile {
  return {
    ...{ db, file, name, restored: null, wasUnclean: false },
    check: async () => true,
    backUp: () => true,
    close: () => db.close().open === false,
  };
}
