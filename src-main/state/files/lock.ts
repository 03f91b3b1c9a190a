import { hostname } from 'node:os';
import { join } from 'node:path';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { Failure } from '#shared/errors.ts';
import { toIso } from '#shared/time.ts';
import { makePrivateFile, makePrivateFolder, writeAtomically } from './files.ts';

/** The process that holds a folder, for the message of a second process. `since` is epoch milliseconds. */
const Holder = z.object({ pid: z.number(), host: z.string(), machine: z.string(), since: z.number() });
export type Holder = z.infer<typeof Holder>;

export interface FolderLock {
  release(): void;
}

/**
 * Lock a data folder, so that two hosts never write to the same databases. It is an exclusive SQLite lock on an empty
 * file, which the operating system releases however the process ends.
 * Never open `folder.lock` in another way in this process: closing any handle of it releases a POSIX lock.
 * Fails: `conflict`/`folder-busy`, with a message that names the process.
 */
export function lockFolder({ folder, host, now }: { folder: string; host: string; now: number }): FolderLock {
  makePrivateFolder(folder);
  const sidecar = join(folder, holderName);
  const db = tryLock(folder);
  if (db === null) throw folderBusy(folder);
  try {
    writeAtomically(
      sidecar,
      JSON.stringify({ pid: process.pid, host, machine: hostname(), since: now } satisfies Holder),
    );
  } catch {
    // The disk is full. The message of a second process then doesn't name this one.
  }
  return {
    release: () => {
      if (!db.open) return;
      rmSync(sidecar, { force: true });
      db.close();
    },
  };
}

/** Whether the process that held this folder ended without releasing it. */
export function isLockAbandoned(folder: string): boolean {
  if (!existsSync(join(folder, holderName))) return false;
  const db = tryLock(folder);
  db?.close();
  return db !== null;
}

/** Whether a process holds this folder. Nothing is changed, unlike by `lockFolder`. */
export function isFolderInUse(folder: string): boolean {
  if (!existsSync(join(folder, lockName))) return false;
  const db = tryLock(folder, { readonly: true });
  db?.close();
  return db === null;
}

const lockName = 'folder.lock';
const holderName = 'folder.lock.json';

/** Null: another process has the lock. A read-only connection gets a shared lock and changes nothing. */
function tryLock(folder: string, options: Database.Options = {}): Database.Database | null {
  const file = join(folder, lockName);
  if (options.readonly !== true) makePrivateFile(file);
  const db = new Database(file, { timeout: 0, ...options });
  try {
    db.pragma('journal_mode=off');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

function folderBusy(folder: string): Failure {
  const holder = readHolder(folder);
  const who =
    holder === null
      ? 'another process'
      : `${holder.host} (process ${holder.pid} on ${holder.machine}, since ${toIso(holder.since)})`;
  return new Failure('conflict', `${folder} is in use by ${who}`, { reason: 'folder-busy' });
}

function readHolder(folder: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(join(folder, holderName), 'utf8')));
  } catch {
    return null;
  }
}
