import { existsSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { CacheFile, Owner } from './cache-types.ts';
import { openCache, type Connection } from './open-cache.ts';
import { meta } from './schema.ts';

const Kept = z.object({ name: z.string(), url: z.string() });

const name = 'owner';

/** Store the owner in the cache, in case the profile in `state.db` is lost. */
export function keepOwner(db: Connection, owner: Owner): void {
  const kept = meta(db);
  const text = JSON.stringify(owner);
  if (kept.get(name) !== text) kept.set(name, text);
}

/** The owner that is stored in an open cache. */
export function ownerIn(db: Connection): Owner | null {
  return Kept.safeParse(JSON.parse(meta(db).get(name) ?? 'null')).data ?? null;
}

/** Read the owner from a cache that is not open. Null: no owner is stored, or the cache cannot be read. */
export function readOwner(cache: CacheFile): Owner | null {
  const added = ['-wal', '-shm'].map((tail) => cache.file + tail).filter((path) => !existsSync(path));
  try {
    const db = openCache(cache, 'read');
    try {
      return ownerIn(db);
    } finally {
      db.close();
      for (const path of added) rmSync(path, { force: true });
    }
  } catch {
    return null;
  }
}
