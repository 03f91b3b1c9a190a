import { existsSync, renameSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { copyOf, damagedOf, removeDatabase } from '#main/cache/history/file/copy-history.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import { inOwnThread } from '#main/cache/worker/store.ts';
import type { Clock, Workers } from '#main/ports.ts';
import { makePrivateFile, syncFile, syncFolder } from '#main/state/files/files.ts';
import { Failure } from '#shared/errors.ts';
import { days } from '#shared/time.ts';

interface Needs extends Pick<CacheFile, 'file' | 'key'> {
  workers: Pick<Workers, 'store'>;
  clock: Clock;
}

/** The files beside `history.db`: a copy that is made once a week, and a damaged file that was replaced. */
export function keptHistory({ workers, clock, file, key }: Needs) {
  const salvaged = `${file}.salvaged`;
  let running: Promise<void> | null = null;

  // Reeve may have ended while it was replacing a damaged history
  if (existsSync(file)) removeDatabase(salvaged);
  else replaceDamaged();

  return {
    file,
    /** Open the store. Its history is copied once a week, and repaired if it is damaged, while the store is used. */
    async keep(open: (onDamaged: () => void) => Promise<CacheWriter>): Promise<CacheWriter> {
      // The others may come from a restored folder, which anyone can read
      for (const own of [file, ...[copyOf(file), damagedOf(file)].filter((one) => existsSync(one))])
        makePrivateFile(own);
      const opening = open(() => run(async () => repair(await opening)));
      const store = await opening;
      let isClosed = false;
      store.onRecorded(() => {
        if (!isClosed && isCopyDue()) run(() => copy(store));
      });
      const close = async (): Promise<void> => {
        isClosed = true;
        await running;
        await store.close();
      };
      return { ...store, close };
    },
  };

  /** One task at a time. If it fails, for example because the disk is full, the next report starts it again. */
  function run(work: () => Promise<void>): void {
    running ??= work()
      .catch(() => undefined)
      .finally(() => (running = null));
  }

  function isCopyDue(): boolean {
    const made = statSync(copyOf(file), { throwIfNoEntry: false })?.mtimeMs;
    return made === undefined || Math.abs(clock.now() - made) > days(7);
  }

  async function copy(store: CacheWriter): Promise<void> {
    const copied = inDraft(copyOf(file), (to) => inOwnThread(workers.store, 'copyHistory', { file, key, to }));
    // Copying reads all pages, so it finds damage. The file is repaired after the copy has ended
    await copied.catch(async (thrown: unknown) => {
      if (Failure.from(thrown).reason === 'corrupt') await store.examineHistory(undefined);
      throw thrown;
    });
    utimesSync(copyOf(file), clock.now() / 1_000, clock.now() / 1_000);
  }

  async function repair(store: CacheWriter): Promise<void> {
    const order = { from: file, copy: existsSync(copyOf(file)) ? copyOf(file) : null, key };
    await inDraft(salvaged, (to) => inOwnThread(workers.store, 'salvageHistory', { ...order, to }));
    replaceDamaged();
    await store.reopenHistory(undefined);
  }

  /** Write a file under another name, and rename it when it is complete. */
  async function inDraft(to: string, write: (draft: string) => Promise<unknown>): Promise<void> {
    const draft = `${to}.tmp`;
    removeDatabase(draft);
    try {
      makePrivateFile(draft);
      await write(draft);
      syncFile(draft);
      renameSync(draft, to);
      syncFolder(dirname(file));
    } catch (thrown) {
      removeDatabase(draft);
      throw Failure.from(thrown);
    }
  }

  /** The history must not be open. */
  function replaceDamaged(): void {
    if (!existsSync(salvaged)) return;
    for (const tail of ['', '-wal', '-shm']) {
      if (!existsSync(file + tail)) continue;
      if (tail === '') removeDatabase(damagedOf(file));
      renameSync(file + tail, damagedOf(file) + tail);
    }
    renameSync(salvaged, file);
    syncFolder(dirname(file));
  }
}
