import { join } from 'node:path';
import { failedWithStack } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { beingChecked, examinations } from '#main/services/examinations.ts';
import { timings } from '#main/services/diagnostics/timings.ts';
import { host } from '#main/services/host.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { openVault } from '#main/state/keys/vault.ts';
import { lockFolder, type FolderLock } from '#main/state/files/lock.ts';
import { contract, type ReeveContract } from '#shared/contract/index.ts';
import { Preferences, type Vault as VaultStatus } from '#shared/contract/host.ts';
import type { Emit, LinkServices } from '#shared/contract/kit.ts';
import { aborted, Failure } from '#shared/errors.ts';
import { serve } from '#shared/link/serve.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import type { Wire } from '#shared/link/wire.ts';
import { reopenableApp, type App } from './app.ts';
import type { CoreOptions } from './automatic.ts';
import { addDemo, type Demo } from './demo.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { refuseInThePast } from '#main/services/history/past-instance.ts';
import { checkDataFolder, refuseStoring, type UnwritableFolder } from './unwritable-folder.ts';
import type { Session } from './sessions.ts';

/** Why Reeve ends. `failure`: because of an internal error. */
export type EndCause = keyof typeof hosts.ending;

/** Reeve without a user interface. A host creates one core and attaches its windows. */
export interface Core {
  /**
   * Serve a window until its wire closes. `profileId`: the profile in the address of the window. If it is null or doesn't
   * exist, the window shows the profile that was opened last.
   */
  attach(wire: Wire, profileId?: string | null): void;
  /** The preferences, for the attributes of `<html>`. The defaults while the databases are closed. */
  preferences(): Preferences;
  /** Create or update the profile of the demo, now or as soon as the vault is open. */
  addDemo(demo: Demo): Promise<void>;
  /** The names of the jobs that quitting would cut off. `isSessionOnly`: all data is deleted at exit. */
  cutOffByQuit(): { jobs: string[]; isSessionOnly: boolean };
  /** Open the vault without a window, for a headless start. Fails: `denied`/`passphrase-wrong`. */
  unlock(passphrase: string): Promise<void>;
  /** Send the windows a message that Reeve is ending. Call before their wires are closed. */
  announceEnd(cause: EndCause): void;
  close(): Promise<void>;
}

/**
 * Start the core on one data folder. If the vault stays closed (no keychain, or a locked one), only the `host` verbs
 * work, and all others fail with the reason.
 * Fails: `conflict`/`folder-busy` with the process that uses the folder.
 */
export async function createCore(ports: Ports, options: CoreOptions = {}): Promise<Core> {
  const measured = timings();
  measured.reached('core');
  const unwritable = await checkDataFolder(ports);
  const lock = lockUnlessReadOnly(ports, unwritable);
  const windows = new Set<Window>();
  const emit: Emit<ReeveContract> = (section, name, data) => {
    for (const window of windows) window.emit(section, name, data);
  };
  function release(): void {
    lock.release();
    unwritable?.end();
  }
  const vault = await openVault({
    folder: ports.paths.data,
    temporary: ports.paths.temporary,
    secrets: ports.secrets,
    clock: ports.clock,
  }).catch((thrown: unknown) => {
    release();
    throw thrown;
  });
  measured.reached('vault');
  let demo: Demo | null = null;
  const checks = examinations({
    clock: ports.clock,
    pauseMs: options.examinationPauseMs,
    onChanged: () => emit('host', 'statusChanged', {}),
  });
  const app = reopenableApp({
    ports,
    examinations: checks,
    unwritable,
    vault,
    emit,
    options,
    onAttempt: measured.onAttempt,
    onOpened: async (opened) => {
      measured.reached('databases');
      if (demo !== null) await addDemo(opened, demo);
      await Promise.all([...windows].map(async (window) => sessionIn(opened, window).starting()));
      for (const { emit: emitToWindow, session } of windows) {
        emitToWindow('profiles', 'changed', { openId: session?.shown()?.profile.id ?? null });
      }
      emit('host', 'preferencesChanged', opened.state.preferences.get());
      emit('host', 'statusChanged', {});
    },
  });
  const isVaultOpen = (): boolean => ['ready', 'session'].includes(vault.status().state);

  /** Wait for `opening`, and open the application if the vault is open. Returns the state of the vault. */
  async function settle(opening?: Promise<VaultStatus>): Promise<VaultStatus> {
    await opening;
    if (isVaultOpen()) await app.open();
    emit('host', 'statusChanged', {});
    return vault.status();
  }
  let isClosing = false;
  function requireApp(): App {
    const opened = app.now();
    if (opened !== null) return opened;
    if (isClosing) throw aborted();
    if (checks.isRunning()) throw beingChecked();
    const failure = app.failure();
    if (failure !== null && isVaultOpen()) throw failure;
    const { state, reportedMessage } = vault.status();
    const reason = state === 'missing' ? 'keychain-missing' : 'keychain-locked';
    throw new Failure('denied', 'the databases are locked', { reason, reportedMessage: reportedMessage ?? undefined });
  }

  const diagnostics = diagnosticsOf({ ports, vault, app, timings: measured });
  const hostServices = (shown: () => Instance | null) =>
    host({
      ports,
      vault: {
        status: () => vault.status(),
        folder: () => vault.folder(),
        retry: () => settle(vault.retry()),
        unlock: (passphrase) => settle(vault.unlock(passphrase)),
        setPassphrase: (passphrase) => settle(vault.setPassphrase(passphrase)),
        useSession: () => settle(vault.useSession()),
      },
      state: () => requireApp().state,
      isOpen: () => app.now() !== null,
      isChecking: checks.isRunning,
      unwritable: () => app.unwritable()?.why.reason ?? null,
      open: shown,
      wasExported: (path) => app.now()?.wasExported(path) === true || diagnostics.wasSaved(path),
      diagnostics: diagnostics.verbs,
      emit: {
        preferences: (preferences) => {
          emit('host', 'preferencesChanged', preferences);
          app.now()?.settingsChanged();
        },
        views: (table) => emit('host', 'viewsChanged', { table }),
      },
    });

  /** The session of a window. After the application was reopened, windows get new sessions that show the same instances. */
  function sessionIn(opened: App, window: Window): Session {
    if (window.session !== null && window.app === opened) return window.session;
    const session = opened.begin(window.emit, window.session?.shown()?.profile.id ?? window.wanted);
    Object.assign(window, { app: opened, session });
    return session;
  }
  function servicesOf(window: Window, asOf: number | null = null): LinkServices<ReeveContract> {
    const own = hostServices(() => (app.now() === window.app ? (window.session?.shown() ?? null) : null));
    const opening = (section: keyof ReeveContract): Promise<void> | null =>
      app.opening() ?? (section === 'host' ? null : sessionIn(requireApp(), window).starting());
    const verbs = (section: keyof ReeveContract): unknown => {
      // Only the host verbs work before the vault is open
      if (section === 'host') return own;
      if (checks.isRunning() && opening(section) !== null) throw beingChecked();
      return sessionIn(requireApp(), window).services(asOf)[section];
    };
    return new Proxy({} as LinkServices<ReeveContract>, {
      get: (_, section: keyof ReeveContract) => {
        const ready = checks.isRunning() ? null : opening(section);
        if (ready === null) return verbs(section);
        return delayed(Promise.race([ready, checks.begun()]), () => verbs(section));
      },
    });
  }
  const endOfWatch = ports.network.onChange(() => emit('host', 'statusChanged', {}));

  try {
    // A window shows that the data is examined, so the host must not wait for the end
    await Promise.race([settle(), checks.begun()]);
  } catch (thrown) {
    endOfWatch();
    vault.close();
    release();
    throw thrown;
  }

  return {
    attach(wire, profileId = null) {
      const window: Window = { emit: () => undefined, wanted: profileId, app: null, session: null };
      const served = serve(contract, servicesOf(window), wire, {
        onBug: (bug, verb) => ports.log.error('unexpected error', { verb, ...failedWithStack(bug) }),
        servicesAsOf: (asOf) => servicesOf(window, asOf),
        beforeCall: (name, verb, asOf) => {
          if (asOf !== null) refuseInThePast(name, verb);
          const now = app.unwritable();
          if (now !== null) refuseStoring(now, name, verb.kind);
        },
        onClose: () => {
          windows.delete(window);
          window.session?.close();
        },
      });
      window.emit = served.emit;
      windows.add(window);
      measured.reached('window');
      const opened = app.now();
      if (opened !== null) sessionIn(opened, window);
    },
    preferences: () => app.now()?.state.preferences.get() ?? Preferences.parse({}),
    cutOffByQuit: () => {
      const isSessionOnly = vault.status().state === 'session';
      return { jobs: app.now()?.cutOffByQuit(isSessionOnly) ?? [], isSessionOnly };
    },
    async addDemo(given) {
      demo = given;
      const opened = app.now();
      if (opened === null) return;
      await addDemo(opened, given);
      await opened.fillEmptyWindows();
    },
    async unlock(passphrase) {
      await settle(vault.unlock(passphrase));
    },
    announceEnd: (cause) => emit('host', 'ending', hosts.ending[cause](join(ports.paths.data, 'logs'))),
    async close() {
      isClosing = true;
      endOfWatch();
      await app.close();
      vault.close();
      release();
    },
  };
}

/** A read-only folder can't be locked, and needs no lock. */
function lockUnlessReadOnly({ paths, about, clock }: Ports, unwritable: UnwritableFolder | null): FolderLock {
  try {
    return lockFolder({ folder: paths.data, host: about.host, now: clock.now() });
  } catch (thrown) {
    if (unwritable === null || Failure.from(thrown).reason === 'folder-busy') throw thrown;
    return { release: () => undefined };
  }
}

/** An attached window. */
interface Window {
  emit: Emit<ReeveContract>;
  /** The profile that it shows first. */
  wanted: string | null;
  /** The application that its session belongs to. */
  app: App | null;
  session: Session | null;
}

type Verb = (input: unknown, signal: AbortSignal) => unknown;

/** Verbs that wait until the application is open. */
function delayed(ready: Promise<void>, services: () => unknown): Verbs {
  return new Proxy(
    {},
    {
      get: (_, verb: string): Verb => {
        return async (input, signal) => {
          await ready.catch(() => undefined);
          return (services() as Verbs)[verb]?.(input, signal);
        };
      },
    },
  );
}
type Verbs = Record<string, Verb>;
