import { Failure, isStoreFailure } from '#shared/errors.ts';
import type { Db } from '../files/database.ts';
import { versionOf } from '../files/database.ts';
import { migrations } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';

/** The version of a database after all migrations of a list. */
export function newestOf(list: readonly Migration[]): number {
  return list.at(-1)?.id ?? 0;
}

/** The version of `state.db` in this release. */
export const newestVersion = newestOf(migrations);

/** Fails: `conflict` if a newer program wrote the database, which must then not be changed. */
export function refuseNewer(file: string, version: number, known = newestVersion): void {
  if (version <= known) return;
  throw new Failure('conflict', `${file} was written by a newer Reeve (version ${version}, this one knows ${known})`);
}

/**
 * Run the pending migrations of a database in order, each in its own transaction. `before` runs once before the first
 * one, but not for a new database; it takes a backup.
 * Fails: `bug` with the name of the migration, which is rolled back. Earlier ones stay.
 */
export function migrate(db: Db, { before }: { before: () => void }, list: readonly Migration[] = migrations): void {
  const version = versionOf(db);
  const pending = list.filter(({ id }) => id > version);
  if (pending.length > 0 && version > 0) before();
  for (const { id, name, sql, functions = {} } of pending) {
    try {
      for (const [called, run] of Object.entries(functions)) db.function(called, { deterministic: true }, run);
      db.transaction(() => {
        db.exec(sql);
        db.pragma(`user_version=${id}`);
      }).immediate();
    } catch (cause) {
      const failure = Failure.from(cause);
      if (isStoreFailure(failure)) throw failure;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Failure('bug', `migration ${id} (${name}) failed: ${message}`, { cause });
    }
  }
}
