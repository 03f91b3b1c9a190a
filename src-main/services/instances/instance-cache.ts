import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dialects } from '#main/api/client/wire/dialect.ts';
import type { CacheFile } from '#main/cache/cache-types.ts';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
import { openHistoryReader } from '#main/cache/history/past/open-history-reader.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { openReader } from '#main/cache/worker/reader.ts';
import type { Salvaged } from '#main/cache/write/salvage.ts';
import { inOwnThread, openStore } from '#main/cache/worker/store.ts';
import type { Clock, Workers } from '#main/ports.ts';
import { makePrivateFile, makePrivateFolder } from '#main/state/files/files.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import { Failure } from '#shared/errors.ts';
import type { Examinations } from '../examinations.ts';
import { keptHistory } from './kept-history.ts';
import { methodProxy } from './method-proxy.ts';
import { repairableCache, type InstanceCache } from './repairable-cache.ts';

/** The cache folder of a profile. */
export function cacheFolder(dataFolder: string, profileId: string): string {
  return join(dataFolder, 'profiles', profileId);
}

export function cacheFile(folder: string): string {
  return join(folder, 'cache.db');
}

export function historyFile(folder: string): string {
  return join(folder, 'history.db');
}

/** A damaged cache was replaced; `asideAt`: where the damaged file is now. */
export interface Repair extends Salvaged {
  asideAt: string;
}

interface Needs {
  workers: Workers;
  clock: Clock;
  vault: { folder: string; databaseKey(): string };
  profile: Pick<StoredProfile, 'id' | 'dialect' | 'name' | 'url'>;
  /** A hash of the token and the dialect; undefined: the token is not known. */
  seenBy: string | undefined;
  examinations: Examinations;
  /** False: the data folder can't be written, so the cache is only read. */
  isWritable: boolean;
  onRepaired: (repair: Repair) => void;
  onNotRepaired: (why: Failure) => void;
  onIndexFailure: (why: Failure) => void;
}

/**
 * Open the `cache.db` of a profile in both its threads. If it is damaged, now or later, and in two readings, its readable records are copied
 * to a new file while the damaged one is still used for reading. The damaged file is then renamed. Only the newest
 * damaged file is kept; records that the new cache needs from an older one are copied first.
 */
export async function openInstanceCache(needs: Needs): Promise<InstanceCache> {
  const { workers, clock, vault, profile, seenBy, examinations } = needs;
  const folder = cacheFolder(vault.folder, profile.id);
  const file = cacheFile(folder);
  const key = vault.databaseKey();
  if (!needs.isWritable) return onlyRead(await openReader(workers.read, { file, key, isAlone: true }));
  makePrivateFolder(folder);
  const salvaged = `${file}.salvaged`;

  const { fields, within } = dialects[profile.dialect];
  const owner = { name: profile.name, url: profile.url };
  const history = keptHistory({ workers, clock, file: historyFile(folder), key });
  const fileWithKey: CacheFile = {
    ...{ file, key, owner, spelling: { fields, within }, history: history.file },
    ...(seenBy !== undefined && { seenBy }),
  };
  const withLogs = ['', '-wal', '-shm'];
  const asideAt = `${file}.damaged`;
  /** Rename the damaged cache, and move the salvaged one to its place. */
  const replace = (): void => {
    for (const tail of withLogs) {
      if (!existsSync(file + tail)) continue;
      if (tail === '') for (const old of withLogs) rmSync(asideAt + old, { force: true });
      renameSync(file + tail, asideAt + tail);
    }
    renameSync(salvaged, file);
  };
  // Reeve may have ended while it was replacing a damaged cache
  if (existsSync(file)) rmSync(salvaged, { force: true });
  else if (existsSync(salvaged)) replace();

  return repairableCache({
    clock,
    openStore: () => {
      makePrivateFile(file);
      return history.keep((onDamaged) =>
        openStore(workers.store, fileWithKey, needs.onIndexFailure, undefined, onDamaged).catch(asDamage),
      );
    },
    openReader: (after) => openReader(workers.read, fileWithKey, after).catch(asDamage),
    history: openHistoryReader(workers.read, { file, key, history: history.file }),
    isDamaged: (signal) => {
      const isSound = () => inOwnThread(workers.store, 'canReadAll', fileWithKey);
      return examinations.isDamaged({ file, readings: 2, isSound, signal });
    },
    salvage: async () => {
      const draft = `${file}.salvage.tmp`;
      for (const tail of withLogs) rmSync(draft + tail, { force: true });
      makePrivateFile(draft);
      const earlier = existsSync(asideAt) ? asideAt : undefined;
      const order = { from: file, earlier, to: draft, key, now: clock.now() };
      const result = await inOwnThread(workers.store, 'salvage', order);
      renameSync(draft, salvaged);
      return result;
    },
    swap: (result) => {
      replace();
      return () => needs.onRepaired({ ...result, asideAt });
    },
    onNotRepaired: needs.onNotRepaired,
  });
}

/** A cache whose writer refuses everything. The reader has locked the file, so no other thread can read the history. */
function onlyRead(reader: CacheReader): InstanceCache {
  const refuse = async (): Promise<never> => {
    throw new Failure('denied', 'the data folder cannot be written', { reason: 'folder-read-only' });
  };
  const store = methodProxy<CacheWriter>(
    {
      ...{ onChanged: () => undefined, onReferences: () => undefined, onRecorded: () => undefined },
      close: async () => undefined,
    },
    () => refuse,
  );
  const history = methodProxy<HistoryReader>(
    { past: () => methodProxy<CacheReader>({ lists: () => methodProxy({}, () => refuse) }, () => refuse) },
    () => refuse,
  );
  return { store, reader, history, isExamined: () => false, close: () => reader.close() };
}

/** SQLite reports a wrong key and a damaged first page in the same way; this key has passed its check already. */
function asDamage(thrown: unknown): never {
  const failure = Failure.from(thrown);
  if (failure.reason !== 'key-mismatch') throw failure;
  throw new Failure('invalid', failure.message, { reason: 'corrupt', cause: failure });
}
