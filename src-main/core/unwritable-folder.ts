import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ports } from '#main/ports.ts';
import { stateTables } from '#main/services/state-tables.ts';
import { dataExists } from '#main/state/files/files.ts';
import { startSession } from '#main/state/keys/session.ts';
import { openUnwritable } from '#main/state/open/unwritable-files.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { VerbKind } from '#shared/contract/kit.ts';
import { Failure, isStoreFailure } from '#shared/errors.ts';
import { refuseNewerFolder } from './newer-folder.ts';
import type { Stores } from './stores.ts';

/** A data folder that can't be written. Reeve shows its data and saves nothing. */
export interface UnwritableFolder {
  /** Why it can't be written. */
  why: Failure;
  /** Where the databases are read: the data folder, or a copy of it. */
  folder: string;
  /** Delete the copy. The databases must be closed. */
  end(): void;
}

/**
 * Check whether the data folder can be written; null: it can. On a full disk, its databases are read in place. SQLite
 * can't read a database in a read-only folder, so its databases are copied to a temporary folder.
 * Decision: build/decisions/0040-an-unwritable-folder-is-read.md
 * Fails: with the reason, if there is no data to show or if it can't be copied.
 */
export async function checkDataFolder({
  disk,
  paths,
  clock,
}: Pick<Ports, 'disk' | 'paths' | 'clock'>): Promise<UnwritableFolder | null> {
  const folder = paths.data;
  try {
    disk.tryWrite(folder);
    return null;
  } catch (thrown) {
    const why = Failure.from(thrown);
    if (!isStoreFailure(why) || !dataExists(folder)) throw why;
    if (why.reason === 'disk-full') return { why, folder, end: () => undefined };
    const copy = startSession(paths.temporary, clock.now());
    try {
      const isRead = (path: string) => !basename(path).includes('.') || /\.db(-wal)?$/.test(path);
      const names = ['state.db', 'archive.db', 'blobs.db'].flatMap((name) => [name, `${name}-wal`]);
      for (const name of [...names, 'profiles']) await copyIfThere(name, isRead);
    } catch (failure) {
      copy.end();
      throw failure;
    }
    return { why, folder: copy.folder, end: () => copy.end() };

    async function copyIfThere(name: string, filter: (path: string) => boolean): Promise<void> {
      await cp(join(folder, name), join(copy.folder, name), { recursive: true, filter }).catch((missing: unknown) => {
        if ((missing as NodeJS.ErrnoException).code !== 'ENOENT') throw missing;
      });
    }
  }
}

/** The stores of a folder that can't be written. All profiles are read-only, because a write needs a saved journal. */
export function openUnwritableStores(where: { folder: string; key: string }): Stores {
  refuseNewerFolder(where.folder, where.key);
  const { state, archive, blobs } = openUnwritable(where);
  const files = [state, archive, blobs];
  const tables = stateTables(state, archive, blobs);
  const { list, get } = tables.profiles;
  const readOnly = (profile: StoredProfile): StoredProfile => ({ ...profile, readOnly: true });
  const profiles: typeof tables.profiles = {
    ...tables.profiles,
    list: () => list().map(readOnly),
    get: (id) => {
      const profile = get(id);
      return profile && readOnly(profile);
    },
  };
  return {
    ...{ files, state, archive, blobs, tables: { ...tables, profiles } },
    checkLater: () => undefined,
    close: () => files.forEach((file) => file.close(0)),
  };
}

/** Commands that store nothing in the data folder, or only what may be lost when Reeve ends. */
const harmless = /^(host|notices|downloads)\.|^profiles\.open$|^(?!commitDrafts\.)\w+\.(export|save\w*)$/;

/** Fails: `denied` with the reason of `why` for a verb whose result would be saved. `name`: `section.verb`. */
export function refuseStoring({ why }: UnwritableFolder, name: string, kind: VerbKind): void {
  if (kind === 'query' || (kind === 'command' && harmless.test(name))) return;
  throw new Failure('denied', 'the data folder cannot be written', { reason: why.reason, cause: why });
}
