import { join } from 'node:path';
import { inOwnThread } from '#main/cache/worker/store.ts';
import { failed } from '#main/log-events.ts';
import type { ThreadStart } from '#main/ports.ts';
import { cacheFile, cacheFolder, historyFile } from '../instances/instance-cache.ts';
import { namesIn, sizeOf } from '#main/state/files/files.ts';
import type { Reason } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import type { NumberOf } from './log-lines.ts';

/** Larger databases are not read, because reading or copying them takes too long. */
const mostBytes = { inPlace: megabytes(512), copied: megabytes(256) };

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

/** Size and integrity of each database, read in another thread. */
export async function databaseFacts(
  { folder, key, isOpen }: Databases,
  inPlaceOrCopied: InPlaceOrCopied,
  store: ThreadStart,
  of: NumberOf,
) {
  const own = ['state.db', 'archive.db', 'blobs.db'].map((file) => ({ file, path: join(folder, file) }));
  const caches = namesIn(join(folder, 'profiles')).flatMap((id) => {
    const profile = of(id);
    return [
      { file: 'cache.db', profile, path: cacheFile(cacheFolder(folder, id)) },
      { file: 'history.db', profile, path: historyFile(cacheFolder(folder, id)) },
    ];
  });
  const facts = [];
  for (const { path, ...name } of [...own, ...caches]) {
    const bytes = sizeOf(path);
    const logBytes = sizeOf(`${path}-wal`);
    facts.push({ ...name, bytes, logBytes, ...(await integrityOf(path, bytes, logBytes)) });
  }
  return facts;

  async function integrityOf(path: string, bytes: number | null, logBytes: number | null) {
    if (bytes === null) return { integrity: 'absent' };
    if (bytes === 0 && !logBytes) return { integrity: 'empty' };
    if (typeof key !== 'string') return { integrity: 'unknown', ...key };
    if (bytes > (isOpen ? mostBytes.inPlace : mostBytes.copied)) return { integrity: 'unknown', why: 'too-large' };
    try {
      const isWhole = await inPlaceOrCopied(path, (file) => inOwnThread(store, 'canReadAll', { file, key }));
      return { integrity: isWhole ? 'ok' : 'damaged' };
    } catch (thrown) {
      return { integrity: 'unknown', failure: failed(thrown) };
    }
  }
}
