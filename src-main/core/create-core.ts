import type { Ports } from '#main/ports.ts';
import { host } from '#main/services/host.ts';
import { openVault } from '#main/state/keys.ts';
import { lockFolder } from '#main/state/lock.ts';
import { contract, type ReeveContract } from '#shared/contract/index.ts';
import type { Preferences, Vault as VaultStatus } from '#shared/contract/host.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { serve, type Served } from '#shared/link/serve.ts';
import type { Wire } from '#shared/link/wire.ts';
import { compose } from './compose.ts';
import { addDemo, type Demo } from './demo.ts';

/** Reeve without a face: a host makes one and attaches its windows. */
export interface Core {
  /** Serve a window until its wire closes. */
  attach(wire: Wire): void;
  /** For the attributes of `<html>`; the defaults while the vault is closed. */
  preferences(): Preferences;
  /** Make sure a profile "Demo" points at this platform, now or as soon as the vault is open. */
  addDemo(demo: Demo): Promise<void>;
  /** Open the vault without a window, for a headless start. Fails: `denied`/`passphrase-wrong`. */
  unlock(passphrase: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Start the core over one data folder. The vault may stay closed (no keychain, a locked one): then only the `host`
 * verbs answer, and everything else fails with the reason. Fails: `conflict`/`folder-busy` names the process that
 * holds the folder.
 */
export async function createCore(ports: Ports): Promise<Core> {
  const lock = lockFolder({ folder: ports.paths.data, host: ports.about.host, now: ports.clock.now() });
  const windows = new Set<Served<ReeveContract>>();
  const emit: Emit<ReeveContract> = (stem, name, data) => {
    for (const window of windows) window.emit(stem, name, data);
  };
  const vault = await openVault({
    folder: ports.paths.data,
    temporary: ports.paths.temporary,
    secrets: ports.secrets,
    clock: ports.clock,
  }).catch((thrown: unknown) => {
    lock.release();
    throw thrown;
  });
  let house: Awaited<ReturnType<typeof compose>> | null = null;
  let moving: Promise<void> | null = null;
  let demo: Demo | null = null;

  async function moveIn(): Promise<void> {
    const composed = await compose(ports, vault, emit);
    house = composed;
    if (demo !== null) await addDemo(composed, demo);
    emit('profiles', 'changed', { openId: composed.shown()?.profile.id ?? null });
    emit('host', 'preferencesChanged', composed.state.preferences.get());
  }
  /** Moves in as soon as the vault is open; answers its state either way. */
  async function settle({ state }: VaultStatus): Promise<VaultStatus> {
    if (house === null && (state === 'ready' || state === 'session')) {
      moving ??= moveIn().finally(() => (moving = null));
      await moving;
    }
    emit('host', 'statusChanged', {});
    return vault.status();
  }
  function inside(): NonNullable<typeof house> {
    if (house !== null) return house;
    const { state, said } = vault.status();
    const reason = state === 'missing' ? 'keychain-missing' : 'keychain-locked';
    throw new Failure('denied', 'the databases are locked', { reason, said: said ?? undefined });
  }

  const hostServices = host({
    ports,
    vault: {
      status: () => vault.status(),
      folder: () => vault.folder(),
      retry: async () => settle(await vault.retry()),
      unlock: async (passphrase) => settle(await vault.unlock(passphrase)),
      setPassphrase: async (passphrase) => settle(await vault.setPassphrase(passphrase)),
      useSession: async () => settle(await vault.useSession()),
    },
    state: () => inside().state,
    open: () => house?.shown() ?? null,
    emit: {
      preferences: (preferences) => emit('host', 'preferencesChanged', preferences),
      views: (stem) => emit('host', 'viewsChanged', { stem }),
    },
  });
  // Only the host answers before the vault is open
  const services = new Proxy({} as Services<ReeveContract>, {
    get: (_, stem: keyof ReeveContract) => (stem === 'host' ? hostServices : inside().services[stem]),
  });
  ports.network.onChange(() => emit('host', 'statusChanged', {}));

  try {
    await settle(vault.status());
  } catch (thrown) {
    vault.close();
    lock.release();
    throw thrown;
  }

  return {
    attach(wire) {
      const window: Served<ReeveContract> = serve(contract, services, wire, {
        onBug: ({ message, cause }, verb) =>
          ports.log.error('unexpected error', {
            verb,
            message,
            stack: cause instanceof Error ? cause.stack : undefined,
          }),
        onClose: () => windows.delete(window),
      });
      windows.add(window);
    },
    preferences: () => hostServices.preferences(),
    async addDemo(given) {
      demo = given;
      if (house !== null) await addDemo(house, given);
    },
    async unlock(passphrase) {
      await settle(await vault.unlock(passphrase));
    },
    async close() {
      await house?.close();
      vault.close();
      lock.release();
    },
  };
}
