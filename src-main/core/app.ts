import type { Ports } from '#main/ports.ts';
import { isCorruption } from '#main/state/files/database.ts';
import type { Vault } from '#main/state/keys/vault.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import type { CoreOptions } from './automatic.ts';
import { compose } from './compose.ts';
import { openStores } from './stores.ts';

export type App = Awaited<ReturnType<typeof compose>>;

interface Needs {
  ports: Ports;
  vault: Vault;
  emit: Emit<ReeveContract>;
  /** Called each time the application was opened, before anything else uses it. */
  onOpened: (app: App) => Promise<void>;
  options: CoreOptions;
}

/** Consecutive attempts to open the databases; each attempt restores a damaged one first. */
const mostAttempts = 5;

/**
 * Opens the application on its databases. When a database turns out to be damaged, while it is opened or later, the
 * application is closed and opened again, which restores the database.
 */
export function reopenableApp({ ports, vault, emit, onOpened, options }: Needs) {
  let app: App | null = null;
  let opening: Promise<void> | null = null;
  let failure: Failure | null = null;
  let isClosed = false;
  /** How often each file was reported as damaged since it was last restored. */
  const damages = new Map<string, number>();
  let isDamaged = false;
  let isReopening = false;

  function onDamage(file: string): void {
    isDamaged = true;
    damages.set(file, (damages.get(file) ?? 0) + 1);
    if (app !== null) void reopen().catch(() => undefined);
  }

  /** Open the application, or wait until it is open. Fails: as the databases do; a later call tries again. */
  function open(): Promise<void> {
    if (app !== null) return Promise.resolve();
    return exclusively(openWithRetries);
  }

  function reopen(): Promise<void> {
    return exclusively(async () => {
      isReopening = true;
      // The call that found the damage must end first
      await new Promise<void>((resolve) => setImmediate(resolve));
      await drop();
      if (!isClosed) await openWithRetries();
    });
  }

  function exclusively(work: () => Promise<void>): Promise<void> {
    opening ??= work()
      .catch((thrown: unknown) => {
        failure = Failure.from(thrown);
        ports.log.error('application not opened', {
          code: failure.code,
          reason: failure.reason,
          message: failure.message,
        });
        throw failure;
      })
      .finally(() => {
        opening = null;
        isReopening = false;
      });
    return opening;
  }

  async function openWithRetries(): Promise<void> {
    failure = null;
    for (let attempt = 1; ; attempt += 1) {
      isDamaged = false;
      try {
        await openOnce();
      } catch (thrown) {
        if (!(isDamaged || isCorruption(thrown)) || attempt >= mostAttempts) throw thrown;
        isDamaged = true;
      }
      if (!isDamaged) return;
      await drop();
    }
  }

  async function openOnce(): Promise<void> {
    const broken = new Set([...damages].filter(([, times]) => times > 1).map(([file]) => file));
    const where = { folder: vault.folder(), key: vault.databaseKey(), onDamage, broken };
    const stores = openStores(ports, where);
    for (const { name, restored } of stores.files) if (restored !== null) damages.delete(name);
    try {
      app = await compose(ports, vault, emit, stores, options);
    } catch (thrown) {
      stores.close();
      throw thrown;
    }
    await onOpened(app);
  }

  async function drop(): Promise<void> {
    const before = app;
    app = null;
    await before?.close();
  }

  return {
    now: (): App | null => app,
    open,
    /** Resolves when the application is open again after damage; null while it is not being reopened. */
    reopening: (): Promise<void> | null => (isReopening ? opening : null),
    /** Why the last attempt to open it failed. */
    failure: (): Failure | null => failure,
    async close(): Promise<void> {
      isClosed = true;
      await opening?.catch(() => undefined);
      await drop();
    },
  };
}
