import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { measureIn } from '#main/cache/worker/store.ts';
import { failed } from '#main/log-events.ts';
import type { ThreadStart } from '#main/ports.ts';
import { cacheFile, cacheFolder } from '../instances/instance-cache.ts';
import { ifExists, namesIn } from '#main/state/files/files.ts';
import type { Reason } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import type { NumberOf } from './log-lines.ts';

/** Larger databases are not read, because reading or copying them takes too long. */
const mostBytes = { inPlace: megabytes(2_048), copied: megabytes(256) };

export interface Databases {
  folder: string;
  /** The key of the databases, or why they can't be read. */
  key: string | { why: Reason };
  /** Copies a database of the folder, and returns its path; null: the databases are open and are read in place. */
  copy: ((path: string) => string) | null;
  store: ThreadStart;
}

/** Size, pages, ID of the last migration and integrity of each database, read in another thread. */
export async function databaseFacts({ folder, key, copy, store }: Databases, of: NumberOf) {
  const own = ['state.db', 'archive.db', 'blobs.db'].map((file) => ({ file, path: join(folder, file) }));
  const caches = namesIn(join(folder, 'profiles')).map((id) => {
    return { file: 'cache.db', profile: of(id), path: cacheFile(cacheFolder(folder, id)) };
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
    if (bytes > (copy === null ? mostBytes.inPlace : mostBytes.copied))
      return { integrity: 'unknown', why: 'too-large' };
    try {
      const { isWhole, ...pages } = await measureIn(store, { file: copy === null ? path : copy(path), key });
      if (pages.pages === 0) return { integrity: 'empty' };
      return { integrity: isWhole ? 'ok' : 'damaged', ...pages };
    } catch (thrown) {
      const failure = failed(thrown);
      // The key is the right one, and a damaged first page looks like another key
      const isDamaged = failure.reason === 'corrupt' || failure.reason === 'key-mismatch';
      return { integrity: isDamaged ? 'damaged' : 'unknown', failure };
    }
  }
}

/** Replace `copy` by a copy of a database and its write-ahead log. Fails: as the disk does. */
export function copyDatabase(path: string, copy: string): void {
  for (const tail of ['', '-wal', '-shm']) rmSync(copy + tail, { force: true });
  copyFileSync(path, copy);
  ifExists(() => copyFileSync(`${path}-wal`, `${copy}-wal`));
}

/** Null: there is no such file. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
