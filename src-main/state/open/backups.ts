import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RestoredDetail } from '#shared/contract/host.ts';
import { fromIso, toIso } from '#shared/time.ts';
import type { Db } from '../files/database.ts';
import { inspect, openDatabase } from '../files/database.ts';
import {
  nextAsidePath,
  makePrivateFile,
  makePrivateFolder,
  namesIn,
  setAside,
  syncFile,
  syncFolder,
} from '../files/files.ts';
import { findLostEntries } from './lost-entries.ts';
import { migrate, newestOf } from './migrate.ts';
import type { Migration } from '../migrations/migration.ts';

const maxBackups = 3;
const pattern = /^(\d{6})-(\d{8}T\d{6})Z\.db$/;

/** `state.db.copies`, beside `state.db`. */
function backupFolderOf(file: string): string {
  return `${file}.copies`;
}

/**
 * The paths of the backups of a database, newest first. They are ordered by a counter, because a clock can be set back.
 */
export function backupsOf(file: string): string[] {
  const folder = backupFolderOf(file);
  return namesIn(folder)
    .filter((name) => pattern.test(name))
    .reverse()
    .map((name) => join(folder, name));
}

/** Whether a backup was taken on the day (UTC) of this time. */
export function isTakenOnDay(copy: string, at: number): boolean {
  return basename(copy).slice(7, 15) === toIso(at).slice(0, 10).replaceAll('-', '');
}

/** When a backup was taken, to the second; epoch milliseconds. */
function takenAtOf(copy: string): number | null {
  const parts = /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(basename(copy))?.slice(1);
  if (parts === undefined) return null;
  const [year, month, day, hour, minute, second] = parts;
  return fromIso(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Back up an open database with `VACUUM INTO` (`backup()` refuses encrypted databases), and keep the last three
 * backups. A backup has the same key. It gets its name only when it is complete. A damaged database can't be backed up,
 * because `VACUUM` reads every page.
 */
export function takeBackup(db: Db, file: string, now: number): string {
  const folder = backupFolderOf(file);
  makePrivateFolder(folder);
  const newest = backupsOf(file)[0];
  const number = newest === undefined ? 1 : Number(basename(newest).slice(0, 6)) + 1;
  const stamp = toIso(now).slice(0, 19).replaceAll(/[-:]/g, '');
  const copy = join(folder, `${String(number).padStart(6, '0')}-${stamp}Z.db`);
  const draft = join(folder, 'draft.tmp');
  // SQLite does not delete the journal of a backup that failed
  const removeDraft = (): void => ['', '-journal'].forEach((tail) => rmSync(draft + tail, { force: true }));
  removeDraft();
  try {
    makePrivateFile(draft);
    db.prepare('VACUUM INTO ?').run(draft);
    syncFile(draft);
    renameSync(draft, copy);
    syncFolder(folder);
  } catch (error) {
    removeDraft();
    throw error;
  }
  for (const old of backupsOf(file).slice(maxBackups)) rmSync(old);
  return copy;
}

/** The result of a restore. `why`: the message of SQLite. */
export type Restored = Omit<RestoredDetail, 'held'> & { why: string };

interface RestoreOptions {
  key: string;
  /** The known migrations. Backups of a newer program are ignored. */
  list: readonly Migration[];
  why: string;
  /** Runs on the restored database before it gets its final name, so that nothing uses it unprepared. */
  prepare: (db: Db, restored: Restored) => void;
}

/**
 * Replace a damaged or missing database with its newest valid backup, or with an empty database. The damaged file is
 * renamed, not changed. Backups stay. If Reeve ends in between, the next start completes the restore.
 */
export function restore(file: string, { key, list, why, prepare }: RestoreOptions): Restored {
  const from = backupsOf(file).find((copy) => isSound(copy, key, newestOf(list))) ?? null;
  const isAnythingLeft = ['', '-wal', '-shm'].some((tail) => existsSync(file + tail));
  const asideAt = isAnythingLeft ? nextAsidePath(file, 'broken') : null;
  const draft = `${file}.restoring.tmp`;
  for (const tail of ['', '-wal', '-shm']) rmSync(draft + tail, { force: true });
  if (from !== null) copyFileSync(from, draft);
  const db = openDatabase(draft, key);
  let restored: Restored;
  try {
    migrate(db, { before: () => undefined }, list);
    const takenAt = from === null ? null : takenAtOf(from);
    restored = { file, asideAt, from, takenAt, ...findLostEntries(file, key, db), why };
    prepare(db, restored);
  } finally {
    db.close();
  }
  syncFile(draft);
  if (isAnythingLeft) setAside(file, 'broken');
  renameSync(draft, file);
  syncFolder(dirname(file));
  return restored;
}

function isSound(copy: string, key: string, newestVersion: number): boolean {
  try {
    const { version, objects } = inspect(copy, key, { isWhole: true });
    return version <= newestVersion && objects > 0;
  } catch {
    return false;
  }
}
