import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Preferences } from '#shared/contract/host.ts';
import { isCorruption } from '#main/state/files/database.ts';
import { openVault } from '#main/state/keys/vault.ts';
import type { Vault } from '#main/state/keys/vault.ts';
import { openState } from '#main/state/open/state-file.ts';
import type { StateFile } from '#main/state/open/state-file.ts';
import { preferences } from '#main/state/preferences.ts';
import { profiles } from '#main/state/profiles.ts';
import type { StoredProfileInput } from '#main/state/profiles.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import type { FakePorts } from '../helpers/fake-ports.ts';

/** An empty folder that is removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Every file below a folder, as a path relative to it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * The mode and hash of every file, to compare later. No database may be open in this process, because reading its file
 * releases SQLite's locks on it.
 */
export function fingerprint(folder: string): Record<string, string> {
  const of = (path: string) => {
    const { mode } = statSync(path);
    return `${(mode & 0o777).toString(8)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  };
  return Object.fromEntries(filesBelow(folder).map((path) => [path, of(join(folder, path))]));
}

export const sampleProfile: StoredProfileInput = {
  name: 'Production',
  colour: 'iris',
  url: 'https://code.example.com/base',
  dialect: 'documented',
  readOnly: true,
  proxy: null,
  ca: null,
  allowPlainHttp: false,
};

export interface DataFolder {
  ports: FakePorts;
  /** The data folder. */
  data: string;
  vault: () => Promise<Vault>;
  state: (key: string) => StateFile;
}

/** Makes deriving a key from a passphrase fast. A state file can be opened only before such a passphrase is set. */
export const cheap = { cost: 2 ** 10 };

/** A data folder with fake ports, and functions that open its vault and its state file. `cost`: that of scrypt. */
export function emptyDataFolder({ cost }: { cost?: number | undefined } = {}): DataFolder {
  const ports = fakePorts(tempFolder());
  const { data, temporary } = ports.paths;
  return {
    ports,
    data,
    vault: () => openVault({ folder: data, temporary, secrets: ports.secrets, clock: ports.clock, cost }),
    state: (key) => openOrRestore({ folder: data, key, now: ports.clock.now() }),
  };
}

/** Open a state file. If it seems damaged, it is opened again as a damaged one. */
export function openOrRestore(where: Omit<Parameters<typeof openState>[0], 'verdict'>): StateFile {
  try {
    return openState(where);
  } catch (thrown) {
    if (!isCorruption(thrown)) throw thrown;
    return openState({ ...where, verdict: 'damaged' });
  }
}

export interface UsedDataFolder extends DataFolder {
  key: string;
}

/** A used data folder: one profile, one setting, a backup, and the key in the keychain. */
export async function usedDataFolder({
  passphrase,
  cost,
}: { passphrase?: string; cost?: number } = {}): Promise<UsedDataFolder> {
  const here = emptyDataFolder({ cost });
  const vault = await here.vault();
  const key = vault.databaseKey();
  const state = here.state(key);
  profiles(state.db).add(sampleProfile, here.ports.clock.now());
  preferences(state.db).set({ theme: 'dark' } satisfies Partial<Preferences>);
  state.close(here.ports.clock.now());
  if (passphrase !== undefined) await vault.setPassphrase(passphrase);
  vault.close();
  return { ...here, key };
}
