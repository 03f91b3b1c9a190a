import { join } from 'node:path';
import { inOwnThread } from '#main/cache/worker/store.ts';
import { failed } from '#main/log-events.ts';
import type { ThreadStart } from '#main/ports.ts';
import { cacheFile, cacheFolder } from '../instances/instance-cache.ts';
import { namesIn, sizeOf } from '#main/state/files/files.ts';
import type { Reason } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import type { NumberOf } from './log-lines.ts';

/** Larger databases are not read, because reading or copying them takes too long. */
const mostBytes = { inPlace: megabytes(2_048), copied: megabytes(256) };

/** Where the databases are, and how they can be read. */
export interface Databases {
  folder: string;
  /** The key of the databases, or why they can't be read. */
  key: string | { why: Reason };
  /** They can be read in place. Others are copied to a temporary folder, so that nothing is changed. */
  isOpen: boolean;
}
/** Calls a function with the path at which a database can be read. */
type InPlaceOrCopied = <T>(path: string, use: (path: string) => T | Promise<T>) => Promise<T>;

/** Size, pages, ID of the last migration and integrity of each database, read in another thread. */
export async function databaseFacts(
  { folder, key, isOpen }: Databases,
  inPlaceOrCopied: InPlaceOrCopied,
  store: ThreadStart,
  of: NumberOf,
) {
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
    if (bytes > (isOpen ? mostBytes.inPlace : mostBytes.copied)) return { integrity: 'unknown', why: 'too-large' };
    try {
      const { isWhole, ...pages } = await inPlaceOrCopied(path, (file) => inOwnThread(store, 'measure', { file, key }));
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
