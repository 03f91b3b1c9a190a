import { Failure, isStoreFailure } from '#shared/errors.ts';
import type { Db } from '../files/database.ts';
import { versionOf } from '../files/database.ts';
import { migrations } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';

/** The version of a database that went through every migration of a list. */
export function newestOf(list: readonly Migration[]): number {
  return list.at(-1)?.id ?? 0;
}

/** The version of a `state.db` that this program has written. */
export const newestVersion = newestOf(migrations);

/** Fails: `conflict` when a newer program wrote the database, which must then stay as it is. */
export function refuseNewer(file: string, version: number, known = newestVersion): void {
  if (version <= known) return;
  throw new Failure('conflict', `${file} was written by a newer Reeve (version ${version}, this one knows ${known})`);
}

/**
 * Bring a database to the newest version: forward only, in order, each migration in one transaction of its own.
 * `before` runs once, ahead of the first one of a database that already holds something: time to take a copy.
 * Fails: `bug` naming the migration; that one is rolled back, those before it stay.
 */
export function migrate(db: Db, { before }: { before: () => void }, list: readonly Migration[] = migrations): void {
  const version = versionOf(db);
  const pending = list.filter(({ id }) => id > version);
  if (pending.length > 0 && version > 0) before();
  for (const { id, name, sql } of pending) {
    try {
      db.transaction(() => {
        db.exec(sql);
        db.pragma(`user_version=${id}`);
      }).immediate();
    } catch (cause) {
      const failure = Failure.from(cause);
      if (isStoreFailure(failure)) throw failure;
      const said = cause instanceof Error ? cause.message : String(cause);
      throw new Failure('bug', `migration ${id} (${name}) failed: ${said}`, { cause });
    }
  }
}
