import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toIso } from '#shared/time.ts';
import type { Db } from './database.ts';
import { inspect } from './database.ts';
import { makePrivateFolder, namesIn, setAside, syncFile, syncFolder } from './files.ts';

/** How many copies are kept. */
const kept = 3;
const pattern = /^(\d{6})-(\d{8}T\d{6})Z\.db$/;

/** `state.db.copies`, beside `state.db`. */
function folderOf(file: string): string {
  return `${file}.copies`;
}

/** The copies of a database, newest first, as full paths. Their order is a counter's, because clocks go back. */
export function copiesOf(file: string): string[] {
  const folder = folderOf(file);
  return namesIn(folder)
    .filter((name) => pattern.test(name))
    .reverse()
    .map((name) => join(folder, name));
}

/** Whether a copy was taken on the day (UTC) of a moment. */
export function isOfDay(copy: string, at: number): boolean {
  return basename(copy).slice(7, 15) === toIso(at).slice(0, 10).replaceAll('-', '');
}

/**
 * Copy an open database (`backup()` refuses encrypted ones; the copy has the same key) and keep the last three.
 * The copy gets its name only when it is complete; `VACUUM` reads every page, so a damaged database makes none.
 */
export function takeCopy(db: Db, file: string, now: number): string {
  const folder = folderOf(file);
  makePrivateFolder(folder);
  const newest = copiesOf(file)[0];
  const number = newest === undefined ? 1 : Number(basename(newest).slice(0, 6)) + 1;
  const stamp = toIso(now).slice(0, 19).replaceAll(/[-:]/g, '');
  const copy = join(folder, `${String(number).padStart(6, '0')}-${stamp}Z.db`);
  const draft = join(folder, 'draft.tmp');
  rmSync(draft, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(draft);
    syncFile(draft);
    renameSync(draft, copy);
    syncFolder(folder);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  for (const old of copiesOf(file).slice(kept)) rmSync(old);
  return copy;
}

/** What was put in place of a database: `from` is null when no copy was sound and it begins empty. */
export interface Restored {
  file: string;
  /** Where the broken file is now; null when there was none. */
  asideAt: string | null;
  from: string | null;
  /** SQLite's words. */
  why: string;
}

/**
 * Put the newest sound copy in the place of a broken or lost database. The broken one is set aside, whole; copies stay.
 * `newestVersion`: copies of a newer program are left out. A crash in between is made good by the next start.
 */
export function restore(file: string, key: string, newestVersion: number, why: string): Restored {
  const from = copiesOf(file).find((copy) => isSound(copy, key, newestVersion)) ?? null;
  const draft = `${file}.restoring.tmp`;
  if (from !== null) {
    copyFileSync(from, draft);
    syncFile(draft);
  }
  const isAnythingLeft = ['', '-wal', '-shm'].some((tail) => existsSync(file + tail));
  const asideAt = isAnythingLeft ? setAside(file, 'broken') : null;
  if (from !== null) renameSync(draft, file);
  syncFolder(dirname(file));
  return { file, asideAt, from, why };
}

function isSound(copy: string, key: string, newestVersion: number): boolean {
  try {
    const { version, objects } = inspect(copy, key, { isWhole: true });
    return version <= newestVersion && objects > 0;
  } catch {
    return false;
  }
}
