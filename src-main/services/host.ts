import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Ports } from '#main/ports.ts';
import { Build, Preferences, Software } from '#shared/contract/host.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure, type Reason } from '#shared/errors.ts';
import { isPageOf } from '#shared/instance-page.ts';
import { unknownConnection } from './instances/connection.ts';
import type { Instance } from './instances/instance.ts';
import type { Vault } from '#main/state/keys/vault.ts';
import type { StateTables } from './state-tables.ts';

type HostServices = Services<ReeveContract>['host'];
export type DiagnosticsVerbs = Pick<HostServices, 'collectDiagnostics' | 'diagnosticsFile' | 'saveDiagnostics'>;

interface Needs {
  ports: Ports;
  vault: Pick<Vault, 'status' | 'folder' | 'retry' | 'unlock' | 'setPassphrase' | 'useSession'>;
  /** The tables of `state.db`; fails while they are not open. */
  state: () => Pick<StateTables, 'preferences' | 'views' | 'notices'>;
  isOpen: () => boolean;
  /** Whether a database is being examined. */
  isChecking: () => boolean;
  unwritable: () => Reason | null;
  open: () => Instance | null;
  /** Whether Reeve wrote this file to a place that the person chose. */
  wasExported: (path: string) => boolean;
  diagnostics: DiagnosticsVerbs;
  emit: {
    preferences(preferences: Preferences): void;
    views(table: string): void;
  };
}

const defaults = Preferences.parse({});

/**
 * Services that need no instance: vault, settings, saved views, request log, and opening pages and files outside of
 * Reeve.
 */
export function host({ ports, vault, state, isOpen, isChecking, open, emit, ...needs }: Needs) {
  /** Null: reading them found damage, so `state.db` will be examined. */
  function readableNotices() {
    try {
      return isOpen() ? state().notices.list() : [];
    } catch (thrown) {
      if (Failure.from(thrown).reason === 'corrupt') return null;
      throw thrown;
    }
  }

  /** A file that packaging wrote; null: this build is not a package. */
  async function packed<T>(name: string, schema: z.ZodType<T>): Promise<T | null> {
    try {
      return schema.parse(JSON.parse(await readFile(join(ports.built, name), 'utf8')));
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw thrown;
    }
  }

  return {
    ...needs.diagnostics,
    status: () => {
      const notices = readableNotices();
      return {
        ...ports.about,
        dataFolder: vault.folder(),
        vault: vault.status(),
        isOnline: ports.network.isOnline(),
        isChecking: isChecking() || notices === null,
        unwritable: needs.unwritable(),
        notices: notices ?? [],
      };
    },
    retry: () => vault.retry(),
    unlock: ({ passphrase }) => vault.unlock(passphrase),
    setPassphrase: ({ passphrase }) => vault.setPassphrase(passphrase),
    useSession: () => vault.useSession(),
    build: async () => ({ build: await packed('build-info.json', Build) }),
    software: async () => ({ software: await packed('third-party-notices.json', z.array(Software)) }),
    connection: () => open()?.connection.now() ?? unknownConnection(ports.clock.now()),
    requests: ({ limit }) => ({ entries: open()?.connection.entries(limit) ?? [] }),
    openWeb: async ({ url }) => {
      const profile = open()?.profile;
      if (profile === undefined || !isPageOf(profile.url, url)) {
        throw new Failure('invalid', 'only pages of the open instance are opened', { reason: 'other-address' });
      }
      return { opened: await ports.opener.openWeb(url) };
    },
    showFile: async ({ path }) => {
      if (!needs.wasExported(resolve(path)) && resolve(path) !== resolve(vault.folder())) {
        throw new Failure('invalid', 'only files that Reeve wrote and its data folder are shown');
      }
      return { shown: await ports.opener.showFile(resolve(path)) };
    },
    preferences: () => (isOpen() || isChecking() ? state().preferences.get() : defaults),
    setPreferences: (change) => {
      const preferences = state().preferences.set(change);
      emit.preferences(preferences);
      return preferences;
    },
    views: ({ table }) => ({ views: state().views.list(table) }),
    saveView: (view) => {
      const saved = state().views.save(view, ports.clock.now());
      emit.views(saved.table);
      return saved;
    },
    removeView: ({ id }) => {
      const removed = state().views.remove(id);
      if (removed !== null) emit.views(removed.table);
      return { removed: removed !== null };
    },
  } satisfies HostServices;
}
