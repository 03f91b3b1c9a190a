import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader, Store } from '#main/cache/handles.ts';
import { openReader } from '#main/cache/reader.ts';
import { openStore } from '#main/cache/store.ts';
import type { Workers } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';

/** The folder of one profile's mirror. */
export function mirrorFolder(dataFolder: string, profileId: string): string {
  return join(dataFolder, 'profiles', profileId);
}

/**
 * Open a profile's `cache.db` in both its threads. A file that the right key cannot read is damaged: it is set aside,
 * never deleted, and an empty mirror takes its place. Fails: `denied`/`key-mismatch` leaves the file alone.
 */
export async function openMirror(
  workers: Workers,
  vault: { folder: string; databaseKey(): string },
  profileId: string,
  onNotice: (code: string, detail: string) => void,
): Promise<{ store: Store; reader: Reader }> {
  const folder = mirrorFolder(vault.folder, profileId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'cache.db');
  const open = async (): Promise<{ store: Store; reader: Reader }> => {
    const store = await openStore(workers.store, { file, key: vault.databaseKey() });
    try {
      return { store, reader: await openReader(workers.read, { file, key: vault.databaseKey() }) };
    } catch (thrown) {
      await store.close();
      throw thrown;
    }
  };
  try {
    return await open();
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.reason !== 'corrupt') throw thrown;
    const aside = `${file}.damaged`;
    await Promise.all(['', '-wal', '-shm'].map((tail) => rm(`${aside}${tail}`, { force: true })));
    await rename(file, aside);
    await Promise.all(['-wal', '-shm'].map((tail) => rm(`${file}${tail}`, { force: true })));
    onNotice('cache-set-aside', aside);
    return open();
  }
}
