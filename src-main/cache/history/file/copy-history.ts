import { rmSync } from 'node:fs';
import type { CacheFile } from '../../cache-types.ts';
import { failureOf, openCache } from '../../open-cache.ts';

/** The weekly copy of a history. */
export const copyOf = (file: string): string => `${file}.copy`;
/** The damaged history that was replaced last. */
export const damagedOf = (file: string): string => `${file}.damaged`;

/** Delete a database that is not open, with the files that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const tail of ['', '-wal', '-shm', '-journal']) rmSync(file + tail, { force: true });
}

/** Copy a history that is in use to an empty file. Fails: `invalid`/`corrupt` if a page is damaged, because all are read. */
export function copyHistory({ file, key, to }: Pick<CacheFile, 'file' | 'key'> & { to: string }): void {
  const db = openCache({ file, key }, 'read');
  try {
    db.pragma('query_only=off');
    db.prepare('VACUUM INTO ?').run(to);
  } catch (thrown) {
    throw failureOf(thrown);
  } finally {
    db.close();
  }
}
