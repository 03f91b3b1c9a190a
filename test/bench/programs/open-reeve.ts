import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createCore } from '#main/core/create-core.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { machinePorts } from '#main/hosts/machine.ts';
import type { Ports, Secrets, Workers } from '#main/ports.ts';
import { attach, type ReeveClient } from '../../helpers/window.ts';

/** The address of a running simulator, and a token for it. */
export interface Address {
  url: string;
  token: string;
}

export interface OpenReeve {
  client: ReeveClient;
  profileId: string;
  close: () => Promise<void>;
}

/**
 * Start the core on a data folder with the built workers and the ports of the node host. The keychain is replaced by a
 * file, because deriving a key from a passphrase would need more memory than a sync. The first start adds a profile for
 * `platform`.
 */
export async function openReeve(folder: string, platform: Address): Promise<OpenReeve> {
  const { workers, built: folderOfBuild, version } = built();
  const ports: Ports = {
    ...machinePorts(dataFolder(folder)),
    secrets: fileSecrets(folder),
    exports: { place: async () => null, finish: async () => [] },
    opener: { openWeb: async () => false, showFile: async () => false },
    notifier: { notify: () => undefined },
    workers,
    built: folderOfBuild,
    about: { host: 'node', version, platform: process.platform },
  };
  const core = await createCore(ports);
  const client = attach(core);
  const { profiles } = await client.profiles.list();
  const profile = profiles[0] ?? (await client.profiles.add({ name: 'Bench', colour: 'iris', ...platform }));
  return { client, profileId: profile.id, close: () => core.close() };
}

/** The scripts of the built workers. */
export const builtWorkers = (): Workers => built().workers;
const built = () => buildPathsOf(pathToFileURL(resolve('out/main/node.js')).href);

export const dataFolder = (folder: string): string => join(folder, 'data');

/** Start a sync of all users and wait for its end. Returns the duration in ms. */
export const syncUsers = (client: ReeveClient): Promise<number> => syncList(client, { collection: 'users' });

/** Start a sync and wait for its end. Returns the duration in ms. */
export async function syncList(client: ReeveClient, list: Parameters<ReeveClient['jobs']['sync']>[0]): Promise<number> {
  const startedAt = performance.now();
  const { id } = await client.jobs.sync(list);
  for (;;) {
    const job = (await client.jobs.list()).jobs.find((one) => one.id === id);
    if (job?.state === 'done') return performance.now() - startedAt;
    if (job === undefined || job.state === 'failed' || job.state === 'needs-person') {
      throw new Error(`the sync ended as ${job?.state}: ${JSON.stringify(job?.failure)}`);
    }
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

/** The keychain of a data folder as a file, so that several processes can open the folder one after the other. */
function fileSecrets(folder: string): Secrets {
  const file = join(folder, 'keychain.json');
  const entries = new Map<string, string>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, string][]) : [],
  );
  const save = (): void => writeFileSync(file, JSON.stringify([...entries]), { mode: 0o600 });
  return {
    get: async (name) => entries.get(name) ?? null,
    set: async (name, value) => {
      entries.set(name, value);
      save();
    },
    delete: async (name) => {
      entries.delete(name);
      save();
    },
  };
}

/** The key of the databases, which the keychain file holds. */
export function databaseKey(folder: string): string {
  const entries = JSON.parse(readFileSync(join(folder, 'keychain.json'), 'utf8')) as [string, string][];
  const key = entries.find(([name]) => name.startsWith('database-key:'))?.[1];
  if (key === undefined) throw new Error('the keychain file has no database key');
  return key;
}
