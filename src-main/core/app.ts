import { join } from 'node:path';
import { failed } from '#main/log-events.ts';
import type { Attempt } from '#main/api/types.ts';
import type { Ports } from '#main/ports.ts';
import { inOwnThread } from '#main/cache/worker/store.ts';
import type { Examinations } from '#main/services/examinations.ts';
import { isReadable, type Verdict } from '#main/state/open/state-file.ts';
import type { Vault } from '#main/state/keys/vault.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit } from '#shared/contract/kit.ts';
import { aborted, Failure } from '#shared/errors.ts';
import type { CoreOptions } from './automatic.ts';
import { compose } from './compose.ts';
import { openUnwritableStores, type UnwritableFolder } from './unwritable-folder.ts';
import { openStores } from './stores.ts';

export type App = Awaited<ReturnType<typeof compose>>;

interface Needs {
  ports: Ports;
  vault: Vault;
  emit: Emit<ReeveContract>;
  /** Called each time the application was opened, before anything else uses it. */
  onOpened: (app: App) => Promise<void>;
  options: CoreOptions;
  examinations: Examinations;
  /** Called after each attempt of a request. */
  onAttempt: (attempt: Attempt) => void;
  /** Null: the data folder can be written. */
  unwritable: UnwritableFolder | null;
}

/** Consecutive attempts to open the databases. Between two attempts, files that may be damaged are examined. */
const mostAttempts = 5;

/**
 * Opens the application on its databases. When a database seems damaged, while it is opened or later, the application is
 * closed, the file is examined, and the application is opened again. This restores the file if it is damaged.
 */
export function reopenableApp({ ports, vault, emit, onOpened, options, examinations, onAttempt, unwritable }: Needs) {
  let app: App | null = null;
  let opening: Promise<void> | null = null;
  let failure: Failure | null = null;
  const closing = new AbortController();
  /** Files that may be damaged and are not examined yet. */
  const suspects = new Set<string>();

  function onDamage(file: string): void {
    suspects.add(file);
    if (app !== null) void reopen().catch(() => undefined);
  }

  /** Open the application, or wait until it is open. Fails: as the databases do; a later call tries again. */
  function open(): Promise<void> {
    if (app !== null) return Promise.resolve();
    return exclusively(openWithRetries);
  }

  function reopen(): Promise<void> {
    return exclusively(async () => {
      // The call that found the damage must end first
      await new Promise<void>((resolve) => setImmediate(resolve));
      await drop();
      if (!closing.signal.aborted) await openWithRetries();
    });
  }

  function exclusively(work: () => Promise<void>): Promise<void> {
    opening ??= work()
      .catch((thrown: unknown) => {
        failure = Failure.from(thrown);
        ports.log.error('application not opened', failed(thrown));
        throw failure;
      })
      .finally(() => (opening = null));
    return opening;
  }

  async function openWithRetries(): Promise<void> {
    failure = null;
    for (let attempt = 1; ; attempt += 1) {
      const verdicts = await examined();
      try {
        await openOnce(verdicts);
        if (suspects.size === 0) return;
      } catch (thrown) {
        const mayPass = suspects.size > 0 || Failure.from(thrown).reason === 'disk-failed';
        if (!mayPass || attempt >= mostAttempts) throw thrown;
      }
      await drop();
    }
  }

  /** Examine the files that may be damaged. `blobs.db` can be large, so it is read only twice. */
  async function examined(): Promise<Map<string, Verdict>> {
    const verdicts = new Map<string, Verdict>();
    const names = [...suspects];
    suspects.clear();
    for (const name of names) {
      const file = join(vault.folder(), name);
      const key = vault.databaseKey();
      const isDamaged = await examinations.isDamaged({
        file,
        readings: name === 'blobs.db' ? 2 : 3,
        isSound: () => isReadable(file, key) && inOwnThread(ports.workers.store, 'canReadAll', { file, key }),
        signal: closing.signal,
      });
      verdicts.set(name, isDamaged ? 'damaged' : 'sound');
    }
    return verdicts;
  }

  async function openOnce(verdicts: ReadonlyMap<string, Verdict>): Promise<void> {
    const isWritable = unwritableNow() === null;
    const where = { folder: unwritableNow()?.folder ?? vault.folder(), key: vault.databaseKey() };
    const stores = isWritable ? openStores(ports, { ...where, onDamage, verdicts }) : openUnwritableStores(where);
    try {
      const isAutomatic = isWritable && options.isAutomatic === true;
      const shared = { examinations, onAttempt, folder: where.folder };
      app = await compose(ports, vault, emit, stores, { ...shared, isAutomatic, isWritable });
    } catch (thrown) {
      stores.close();
      throw thrown;
    }
    await onOpened(app);
  }

  /** Null in a session, whose own folder can be written. */
  function unwritableNow(): UnwritableFolder | null {
    return vault.folder() === ports.paths.data ? unwritable : null;
  }

  async function drop(): Promise<void> {
    const before = app;
    app = null;
    await before?.close();
  }

  return {
    now: (): App | null => app,
    unwritable: unwritableNow,
    open,
    /** Resolves when the application is open; null while it is not being opened. */
    opening: (): Promise<void> | null => opening,
    /** Why the last attempt to open it failed. */
    failure: (): Failure | null => failure,
    async close(): Promise<void> {
      closing.abort(aborted());
      await opening?.catch(() => undefined);
      await drop();
    },
  };
}
