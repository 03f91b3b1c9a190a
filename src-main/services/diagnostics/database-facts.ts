import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { measureIn } from '#main/cache/worker/store.ts';
import { failed } from '#main/log-events.ts';
import type { ThreadStart } from '#main/ports.ts';
import { cacheFile, cacheFolder } from '#main/services/instances/instance-cache.ts';
import { ifExists, namesIn } from '#main/state/files/files.ts';
import type { Reason } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import type { NumberOf } from './log-lines.ts';

/** Larger databases are not read, because reading or copying them takes too long. */
const mostBytes = { inPlace: megabytes(2_048), copied: megabytes(256) };

export interface DatabasesToMeasure {
  folder: string;
  /** The key of the databases, or why they can't be read. */
  key: string | { why: Reason };
  /** Where copies are read; null: the databases are open in this process and are read in place. */
  copies: string | null;
  /** Fails if the folder is in use now, so that a copy may be incomplete. */
  checkUnused: () => void;
  store: ThreadStart;
}

/** Size, pages, ID of the last migration and integrity of each database, read in another thread. */
export async function databaseFacts({ folder, key, store, ...where }: DatabasesToMeasure, of: NumberOf) {
  const own = ['state.db', 'archive.db', 'blobs.db'].map((file) => ({
    file,
    profile: undefined,
    path: join(folder, file),
  }));
  const caches = namesIn(join(folder, 'profiles')).map((id) => {
    const path = cacheFile(cacheFolder(folder, id));
    return { file: 'cache.db', profile: of(id), path };
  });
  const facts = [];
  for (const { path, ...name } of [...own, ...caches]) {
    const bytes = sizeOf(path);
    facts.push({ ...name, bytes, logBytes: sizeOf(`${path}-wal`), ...(await measured(path, bytes)) });
  }
  return facts;

  async function measured(path: string, bytes: number | null) {
    if (bytes === null) return { integrity: 'absent' };
    if (typeof key !== 'string') return { integrity: 'unknown', ...key };
    if (bytes > (where.copies === null ? mostBytes.inPlace : mostBytes.copied)) return { integrity: 'unknown', why: 'too-large' };
    const copy = where.copies === null ? null : join(where.copies, 'measured.db');
    try {
      if (copy !== null) copyDatabase(path, copy, where.checkUnused);
      const { isWhole, ...pages } = await measureIn(store, { file: copy ?? path, key });
      return { integrity: isWhole ? 'ok' : 'damaged', ...pages };
    } catch (thrown) {
      const { code, reason, system } = failed(thrown);
      // The key is the right one, and a damaged first page looks like another key
      const isDamaged = reason === 'corrupt' || reason === 'key-mismatch';
      return { integrity: isDamaged ? 'damaged' : 'unknown', failure: { code, reason, system } };
    } finally {
      if (copy !== null) for (const tail of ['', '-wal', '-shm']) rmSync(copy + tail, { force: true });
    }
  }
}

/** Copy a database with its write-ahead log. Fails: as the disk does, and as `checkUnused`. */
export function copyDatabase(path: string, copy: string, checkUnused: () => void): void {
  copyFileSync(path, copy);
  ifExists(() => copyFileSync(`${path}-wal`, `${copy}-wal`));
  checkUnused();
}

/** Null: there is no such file. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
