import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwner } from '#main/cache/owner.ts';
import { namesIn } from '#main/state/files/files.ts';
import type { LostProfile } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { cacheFile, cacheFolder } from './instance-cache.ts';

/** The format of a profile id. Other programs may have put files into the folder. */
const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Needs {
  folder: string;
  databaseKey: () => string;
  table: { get(id: string): unknown; isRemoved(id: string): boolean };
  /** Delete everything that is stored about a profile. */
  removeStored: (id: string) => Promise<void>;
}

/**
 * Profiles that have a folder but no entry in `state.db`, because they are newer than the restored backup. Their folders
 * are kept until a person deletes them, because the damaged `state.db` may still be repaired by hand.
 */
export function lostProfiles({ folder, databaseKey, table, removeStored }: Needs) {
  const ids = (): string[] =>
    namesIn(join(folder, 'profiles')).filter(
      (name) => idPattern.test(name) && table.get(name) === null && !table.isRemoved(name),
    );
  return {
    list: (): Promise<LostProfile[]> =>
      Promise.all(ids().map((id) => described(id, cacheFolder(folder, id), databaseKey()))),
    /** Delete everything that is stored about it. Fails: `missing` when no lost profile has this id. */
    remove: async (id: string): Promise<void> => {
      if (!ids().includes(id)) throw new Failure('missing', 'no such lost profile');
      await removeStored(id);
    },
  };
}

async function described(id: string, path: string, key: string): Promise<LostProfile> {
  const owner = readOwner({ file: cacheFile(path), key });
  const files = await readdir(path);
  const paths = [...files.map((name) => join(path, name)), path];
  // A file may be deleted meanwhile
  const found = await Promise.all(paths.map((one) => stat(one).catch(() => null)));
  const facts = found.filter((one) => one !== null);
  return {
    id,
    name: owner?.name ?? null,
    url: owner?.url ?? null,
    path,
    sizeBytes: facts.reduce((sum, { size }) => sum + size, 0),
    changedAt: Math.max(0, ...facts.map(({ mtimeMs }) => mtimeMs)),
  };
}
