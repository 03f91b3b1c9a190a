import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dialects } from '#main/api/dialect.ts';
import type { Reader, Store } from '#main/cache/handles.ts';
import { openReader } from '#main/cache/reader.ts';
import { openStore } from '#main/cache/store.ts';
import type { Workers } from '#main/ports.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import { Failure } from '#shared/errors.ts';

/** The folder of one profile's mirror. */
export function mirrorFolder(dataFolder: string, profileId: string): string {
  return join(dataFolder, 'profiles', profileId);
}

/**
 * Open a profile's `cache.db` in both its threads. A file that the right key cannot read is damaged: it is set aside,
 * never deleted, and an empty mirror takes its place.
 */
export async function openMirror(
  workers: Workers,
  vault: { folder: string; databaseKey(): string },
  profile: Pick<StoredProfile, 'id' | 'dialect'>,
  onNotice: (code: string, detail: string) => void,
): Promise<{ store: Store; reader: Reader }> {
  const folder = mirrorFolder(vault.folder, profile.id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'cache.db');
  const open = async (): Promise<{ store: Store; reader: Reader }> => {
    const key = vault.databaseKey();
    const { fields, within } = dialects[profile.dialect];
    const opening = openStore(workers.store, { file, key, spelling: { fields, within } });
    const [store, reader] = await Promise.allSettled([opening, openReader(workers.read, { file, key }, opening)]);
    if (store.status === 'rejected') throw store.reason;
    if (reader.status === 'fulfilled') return { store: store.value, reader: reader.value };
    await store.value.close();
    throw reader.reason;
  };
  try {
    return await open();
  } catch (thrown) {
    // SQLite says the same of a wrong key as of a damaged first page; this key has passed its check already.
    const isDamaged = thrown instanceof Failure && ['corrupt', 'key-mismatch'].includes(thrown.reason ?? '');
    if (!isDamaged) throw thrown;
    const aside = `${file}.damaged`;
    await Promise.all(['', '-wal', '-shm'].map((tail) => rm(`${aside}${tail}`, { force: true })));
    await rename(file, aside);
    await Promise.all(['-wal', '-shm'].map((tail) => rm(`${file}${tail}`, { force: true })));
    onNotice('cache-set-aside', aside);
    return open();
  }
}
