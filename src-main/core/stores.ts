import { basename } from 'node:path';
import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { stateTables } from '#main/services/state-tables.ts';
import { openArchive, openBlobs, openState, type Verdict } from '#main/state/open/state-file.ts';
import { aborted, type Failure } from '#shared/errors.ts';
import { hours } from '#shared/time.ts';
import { refuseNewerFolder } from './newer-folder.ts';

interface Options {
  folder: string;
  key: string;
  /** Called when a file seems damaged: the caller must close everything that uses the stores, and examine the file. */
  onDamage: (file: string, why: Failure) => void;
  /** The results of examinations, by file. */
  verdicts: ReadonlyMap<string, Verdict>;
}

/** Interval of backups, if something was written. */
const backupEveryMs = hours(1);

/**
 * Opens `state.db`, `archive.db` and `blobs.db` with their tables, and makes hourly backups while something is written.
 * Fails: as `openState` does; `conflict` if a newer version of Reeve wrote any database of the folder.
 */
export function openStores({ clock, log }: Pick<Ports, 'clock' | 'log'>, options: Options) {
  refuseNewerFolder(options.folder, options.key);
  const state = openState(whereOf('state.db'));
  const files = [state];
  const ended = new AbortController();
  try {
    const archive = openArchive(whereOf('archive.db'));
    files.push(archive);
    const kept = openBlobs(whereOf('blobs.db'));
    files.push(kept);
    void backupHourly();
    return { files, state, archive, blobs: kept, tables: stateTables(state, archive, kept), checkLater, close };
  } catch (thrown) {
    close();
    throw thrown;
  }

  function whereOf(file: string) {
    const onDamage = (why: Failure): void => {
      log.error('damage in database', { file, ...failed(why) });
      options.onDamage(file, why);
    };
    return { ...options, now: clock.now(), onDamage, verdict: options.verdicts.get(file) };
  }

  async function backupHourly(): Promise<void> {
    for (;;) {
      await clock.sleep(backupEveryMs, ended.signal).catch(() => undefined);
      if (ended.signal.aborted) return;
      for (const file of files) if (!file.backUp(clock.now())) warnNoBackup(file.file);
    }
  }

  /**
   * Check the files that the last run did not close, without delaying the start. `blobs.db` can be large, and each of
   * its files has a hash that is checked when it is read.
   */
  function checkLater(): void {
    for (const file of files) if (file.wasUnclean && file.name !== 'blobs.db') void file.check();
  }

  function close(): void {
    ended.abort(aborted());
    for (const file of files) if (!file.close(clock.now())) warnNoBackup(file.file);
  }

  function warnNoBackup(file: string): void {
    log.warn('backup failed', { file: basename(file) });
  }
}
export type Stores = ReturnType<typeof openStores>;
