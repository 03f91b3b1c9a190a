import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newestCacheVersion } from '#main/cache/schema.ts';
import { cacheFile, cacheFolder } from '#main/services/instances/instance-cache.ts';
import { migrations as archiveMigrations } from '#main/state/archive-migrations/all.ts';
import { migrations as blobMigrations } from '#main/state/blobs-migrations/all.ts';
import { reading, versionOf } from '#main/state/files/database.ts';
import { namesIn } from '#main/state/files/files.ts';
import { newestOf, newestVersion, refuseNewer } from '#main/state/open/migrate.ts';

/**
 * Check the version of every database in a data folder before the first one is opened, because opening may change
 * files. A damaged database is accepted, because it is restored when it is opened.
 * Fails: `conflict` if a newer version of Reeve wrote one of them; no file is changed.
 */
export function refuseNewerFolder(folder: string, key: string): void {
  const caches = namesIn(join(folder, 'profiles')).map((id) => cacheFile(cacheFolder(folder, id)));
  const known: [file: string, newest: number][] = [
    [join(folder, 'state.db'), newestVersion],
    [join(folder, 'archive.db'), newestOf(archiveMigrations)],
    [join(folder, 'blobs.db'), newestOf(blobMigrations)],
    ...caches.map((file): [string, number] => [file, newestCacheVersion]),
  ];
  for (const [file, newest] of known) refuseNewer(file, versionIn(file, key), newest);
}

/** The version of a database; 0 if the file doesn't exist or can't be read. */
function versionIn(file: string, key: string): number {
  if (!existsSync(file)) return 0;
  try {
    return reading(file, key, versionOf);
  } catch {
    return 0;
  }
}
