import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#shared/errors.ts';
import { backupsOf, isTakenOnDay, restore, takeBackup } from './backups.ts';
import type { Restored } from './backups.ts';
import { checkIntegrity, corruptionError, inspect, isCorruption, openDatabase } from '../files/database.ts';
import type { Db, Inspection } from '../files/database.ts';
import { makePrivateFile, makePrivateFolder, sizeOf, writeAtomically } from '../files/files.ts';
import { pauseRestoredWork } from './pause-restored.ts';
import { isMatchingKey, readKeysFile } from '../keys/keys-file.ts';
import { migrate, newestOf, refuseNewer } from './migrate.ts';
import { migrations as archiveMigrations } from '../archive-migrations/all.ts';
import { migrations as blobMigrations } from '../blobs-migrations/all.ts';
import { migrations } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';
import { notices } from '../notices.ts';
import { salvageBlobs } from './salvage-blobs.ts';
import { withDamageDetection } from './damage-detection.ts';

export interface StateFile {
  readonly db: Db;
  readonly file: string;
  readonly name: string;
  /** The result of the restore, if the file was damaged. */
  readonly restored: Restored | null;
  /** The last run did not close the file, so `check` should run in the background. */
  readonly wasUnclean: boolean;
  /** Read every page. False: the file is damaged, and opening it again restores it. */
  check(): Promise<boolean>;
  /** Take a backup if one is due and something was written since the last one. False: it failed. */
  backUp(now: number): boolean;
  /**
   * Take a backup if something was written, and close. False: the backup failed, and the next start checks the file.
   */
  close(now: number): boolean;
}

/** The content of a file beside the database while it is open. It shows the next start how the last run ended. */
type Mark = 'open' | 'damaged';

interface OpenOptions {
  folder: string;
  key: string;
  /** Epoch milliseconds. */
  now: number;
  /**
   * Called when damage is found, also while the file is opened. From then on every call fails, and the file must be
   * examined before it is opened again.
   */
  onDamage?: (why: Failure) => void;
  /** The result of the examination after damage was found. Without one, damage is only reported. */
  verdict?: Verdict | undefined;
}

/** A damaged file is set aside and restored, a sound one is used unchanged. */
export type Verdict = 'damaged' | 'sound';

/**
 * Open `state.db` with the key of the vault. If it was found damaged or is missing, restore it from its newest valid
 * backup. Nothing in a restored file continues by itself, and a notice in it lists what was lost.
 * Fails: `denied`/`key-mismatch` if the key does not match the check value of `keys.json`; `conflict` if a newer
 * program wrote the file; as SQLite does if it seems to be damaged and has no verdict. No file is changed then.
 */
export function openState(where: OpenOptions): StateFile {
  const { now } = where;
  return openReporting(where, {
    name: 'state.db',
    list: migrations,
    backups: 'each-close',
    prepare: (db, restored) => {
      const held = pauseRestoredWork(db, now);
      notices(db).add({ at: now, code: 'state-restored', detail: JSON.stringify({ ...restored, held }) });
    },
  });
}

/** The same for `archive.db`. It only grows, so one backup a day is enough. */
export function openArchive(where: OpenOptions): StateFile {
  const kind = { name: 'archive.db', list: archiveMigrations, backups: 'each-day', prepare: () => undefined } as const;
  return openReporting(where, kind);
}

/**
 * The same for `blobs.db`, which has no backups: a damaged file is set aside and replaced by one with the files that can
 * still be read. Deleted files free whole pages, so that their space can be returned.
 */
export function openBlobs(where: OpenOptions): StateFile {
  const opened = openReporting(where, {
    name: 'blobs.db',
    list: blobMigrations,
    backups: 'never',
    prepare: (db, restored) => {
      if (restored.from === null) Object.assign(restored, salvageBlobs(db, restored.file, where.key));
    },
  });
  if (opened.db.pragma('auto_vacuum', { simple: true }) === incremental) return opened;
  try {
    opened.db.pragma(`auto_vacuum=${incremental}`);
    opened.db.exec('VACUUM');
    return opened;
  } catch (thrown) {
    opened.close(where.now);
    throw thrown;
  }
}

/** The value of `PRAGMA auto_vacuum`. A new file gets it when it is still empty. */
const incremental = 2;

interface FileKind {
  name: string;
  list: readonly Migration[];
  backups: 'each-close' | 'each-day' | 'never';
  prepare: (db: Db, restored: Restored) => void;
}

function openReporting(where: OpenOptions, kind: FileKind): StateFile {
  try {
    return openOnce(where, kind);
  } catch (thrown) {
    if (isCorruption(thrown)) where.onDamage?.(Failure.from(thrown));
    throw thrown;
  }
}

function openOnce({ folder, key, now, onDamage, verdict }: OpenOptions, kind: FileKind): StateFile {
  const { name, list, backups, prepare } = kind;
  const file = join(folder, name);
  const markFile = `${file}.mark`;
  requireMatchingKey(folder, key);
  makePrivateFolder(folder);
  for (const one of backupsOf(file)) makePrivateFile(one);
  const mark = readMark(markFile);
  const { why, lostCommits } = inspectFile(file, key, { mark, list, verdict });
  let restored = why === null ? null : restore(file, { key, list, why, prepare });
  writeAtomically(markFile, 'open' satisfies Mark);
  const suspect = (damage: Failure): void => {
    // If this fails, the next start finds the damage only if it reads the damaged page
    succeeds(() => writeAtomically(markFile, 'damaged' satisfies Mark));
    onDamage?.(damage);
  };
  const db = withDamageDetection(openDatabase(file, key), suspect);
  try {
    migrate(db, { before: () => void (backups === 'never' || takeBackup(db, file, now)) }, list);
    if (lostCommits > 0) {
      const why = `${lostCommits} transaction at the end of the write-ahead log could not be read`;
      restored = { file, asideAt: null, from: file, takenAt: null, lost: null, isLogWhole: false, why };
      prepare(db, restored);
    }
    if (backups !== 'never' && backupsOf(file).length === 0) takeBackup(db, file, now);
  } catch (error) {
    db.close();
    throw error;
  }
  let copiedWrites = totalWrites(db);

  function copy(at: number): boolean {
    if (backups === 'never') return true;
    const writes = totalWrites(db);
    const isDue = backups === 'each-close' || !backupsOf(file).some((one) => isTakenOnDay(one, at));
    if (writes === copiedWrites || !isDue) return true;
    takeBackup(db, file, at);
    copiedWrites = writes;
    return true;
  }
  return {
    db,
    file,
    name,
    restored,
    wasUnclean: mark !== null,
    check: async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (!db.open) return true;
      try {
        checkIntegrity(db);
        return true;
      } catch (thrown) {
        if (thrown instanceof Failure || !isCorruption(thrown)) return false;
        suspect(Failure.from(thrown));
        return false;
      }
    },
    backUp: (at) => succeeds(() => copy(at)),
    close: (at) => {
      if (!db.open) return true;
      const isCopied = succeeds(() => copy(at));
      db.close();
      // If the mark can't be deleted, the next start only checks the file
      succeeds(() => isCopied && readMark(markFile) === 'open' && rmSync(markFile, { force: true }));
      return isCopied;
    },
  };
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Must run before the file is opened, because SQLite reports a wrong key like a damaged file. */
function requireMatchingKey(folder: string, key: string): void {
  const read = readKeysFile(folder);
  if (read.kind === 'read' && isMatchingKey(Buffer.from(key, 'hex'), read.keys)) return;
  throw new Failure('denied', `the key does not pass the check of ${join(folder, 'keys.json')}`, {
    reason: 'key-mismatch',
  });
}

interface FileState {
  /** Why the file can't be used; null: it can, or it has never existed. */
  why: string | null;
  /** Transactions that are lost although the file can be used. */
  lostCommits: number;
}

function inspectFile(
  file: string,
  key: string,
  { mark, list, verdict }: Pick<OpenOptions, 'verdict'> & { mark: Mark | null; list: readonly Migration[] },
): FileState {
  if (!sizeOf(file)) {
    const wasThere = backupsOf(file).length > 0 || Boolean(sizeOf(`${file}-wal`));
    return { why: wasThere ? `${file} is empty or missing` : null, lostCommits: 0 };
  }
  if (mark === 'damaged' && verdict === undefined) throw corruptionError('the last run found damage');
  try {
    const { version, lostCommits } = inspectLog(file, key);
    refuseNewer(file, version, newestOf(list));
    return verdict === 'damaged' ? { why: 'a page cannot be read', lostCommits: 0 } : { why: null, lostCommits };
  } catch (error) {
    if (!isCorruption(error) || verdict !== 'damaged') throw error;
    return { why: error instanceof Error ? error.message : String(error), lostCommits: 0 };
  }
}

function inspectLog(file: string, key: string): Inspection {
  const found = inspect(file, key);
  // One may be the rest of an unfinished transaction after a power failure; if there are more, some were committed
  if (found.lostCommits <= 1) return found;
  throw corruptionError(`${found.lostCommits} transactions of the write-ahead log cannot be read`);
}

/** Whether the tables and the write-ahead log of a file can be read. Reads only a few pages. */
export function isReadable(file: string, key: string): boolean {
  try {
    inspectLog(file, key);
    return true;
  } catch (thrown) {
    if (isCorruption(thrown)) return false;
    throw thrown;
  }
}

function readMark(file: string): Mark | null {
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8') === ('damaged' satisfies Mark) ? 'damaged' : 'open';
}

function totalWrites(db: Db): number {
  return db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
}
