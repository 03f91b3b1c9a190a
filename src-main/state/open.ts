import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#shared/errors.ts';
import { copiesOf, isOfDay, restore, takeCopy } from './copies.ts';
import type { Restored } from './copies.ts';
import { assertWhole, inspect, isCorruption, openDatabase } from './database.ts';
import type { Db } from './database.ts';
import { makePrivateFolder, writeAtomically } from './files.ts';
import { fits, readKeysFile } from './keys-file.ts';
import { migrate, newestOf, refuseNewer } from './migrate.ts';
import { migrations as archiveMigrations } from './archive-migrations/all.ts';
import { migrations } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';

export interface StateFile {
  readonly db: Db;
  readonly file: string;
  /** What had to be put in place of a broken file at opening; the person must be told. */
  readonly restored: Restored | null;
  /** The last run did not close it; then `check` is due, in the background. */
  readonly wasUnclean: boolean;
  /** `quick_check`. False: it is damaged, and the next opening will restore it. */
  check(): Promise<boolean>;
  /** Take a copy if anything was written, and close. False: no copy could be made; the next start will check. */
  close(now: number): boolean;
}

/** Left beside the file while it is open; what it holds tells the next start how to go about it. */
type Mark = 'open' | 'damaged';

interface Where {
  folder: string;
  key: string;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Open `state.db` with the vault's key; restore it from its newest sound copy when it is broken or gone.
 * Fails: `denied`/`key-mismatch` when the key does not pass the check value of `keys.json`, whatever the file looks like;
 * `conflict` when a newer program wrote it. Either way no file is touched.
 */
export function openState(where: Where): StateFile {
  return openKept(where, { name: 'state.db', list: migrations, copies: 'each-close' });
}

/** The same for `archive.db`, what the platform forgets and Reeve must not; it only grows, so one copy a day is enough. */
export function openArchive(where: Where): StateFile {
  return openKept(where, { name: 'archive.db', list: archiveMigrations, copies: 'each-day' });
}

interface Kind {
  name: string;
  list: readonly Migration[];
  copies: 'each-close' | 'each-day';
}

function openKept({ folder, key, now }: Where, { name, list, copies }: Kind): StateFile {
  const file = join(folder, name);
  const markFile = `${file}.mark`;
  assertKey(folder, key);
  makePrivateFolder(folder);
  const mark = readMark(markFile);
  const why = whatIsWrong(file, key, mark, list);
  const restored = why === null ? null : restore(file, key, newestOf(list), why);
  writeAtomically(markFile, 'open' satisfies Mark);
  const db = openDatabase(file, key);
  try {
    migrate(db, { before: () => void takeCopy(db, file, now) }, list);
    if (copiesOf(file).length === 0) takeCopy(db, file, now);
  } catch (error) {
    db.close();
    throw error;
  }
  const writesBefore = totalWrites(db);
  return {
    db,
    file,
    restored,
    wasUnclean: mark !== null,
    check: async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (!db.open) return true;
      try {
        assertWhole(db);
        return true;
      } catch (error) {
        if (!isCorruption(error)) throw error;
        writeAtomically(markFile, 'damaged' satisfies Mark);
        return false;
      }
    },
    close: (at) => {
      if (!db.open) return true;
      const isDue = copies === 'each-close' || !copiesOf(file).some((copy) => isOfDay(copy, at));
      const isCopied = totalWrites(db) === writesBefore || !isDue || isCopyTaken(db, file, at);
      db.close();
      if (isCopied && readMark(markFile) === 'open') rmSync(markFile, { force: true });
      return isCopied;
    },
  };
}

/** Before anything is opened: SQLite says the same of a wrong key as of a broken file, and must not be asked. */
function assertKey(folder: string, key: string): void {
  const read = readKeysFile(folder);
  if (read.kind === 'read' && fits(Buffer.from(key, 'hex'), read.keys)) return;
  throw new Failure('denied', `the key does not pass the check of ${join(folder, 'keys.json')}`, {
    reason: 'key-mismatch',
  });
}

/** Why the file cannot be used, in a few words; null when it can, or when there never was one. */
function whatIsWrong(file: string, key: string, mark: Mark | null, list: readonly Migration[]): string | null {
  if (sizeOf(file) === 0) {
    return copiesOf(file).length > 0 || sizeOf(`${file}-wal`) > 0 ? `${file} is empty or gone` : null;
  }
  try {
    const { version } = inspect(file, key, { isWhole: mark === 'damaged' });
    refuseNewer(file, version, list);
    return null;
  } catch (error) {
    if (isCorruption(error)) return error instanceof Error ? error.message : String(error);
    throw error;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function readMark(file: string): Mark | null {
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8') === ('damaged' satisfies Mark) ? 'damaged' : 'open';
}

function totalWrites(db: Db): number {
  return db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
}

function isCopyTaken(db: Db, file: string, now: number): boolean {
  try {
    takeCopy(db, file, now);
    return true;
  } catch {
    return false;
  }
}
