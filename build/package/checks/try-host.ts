import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { socketWire } from '#main/hosts/node/wire.ts';
import { contract, type ReeveContract } from '#shared/contract/index.ts';
import { membersOf, type Client } from '#shared/contract/kit.ts';
import { createClient } from '#shared/link/client.ts';
import { ended, firstLine, startChild } from '../../scripts/child.ts';
import { hostEnvironment, hostFlags } from '../../scripts/host-flags.ts';
import { withExtracted } from './extracted.ts';

const readyWithinMs = 60_000;
const syncedWithinMs = 60_000;

/** What a host reported over its link. */
export interface HostReport {
  version: string;
  /** The end state of the sync of all users. */
  sync: string;
  /** How many users the host lists after the sync. */
  users: number;
  /** How many users the simulated platform was started with. */
  wanted: number;
}

/**
 * Start the node host from the archive of an unpacked folder, with a new data folder and without the keychain of this
 * machine, add an instance, sync its users and count them.
 */
export function tryHost(unpacked: string, wanted = 250): Promise<HostReport> {
  return withExtracted(unpacked, async (app, folder) => {
    const passphrase = join(folder, 'passphrase');
    writeFileSync(passphrase, 'a passphrase for the package check\n', { mode: 0o600 });
    const platform = startChild(process.execPath, ['test/platform/main.ts', '--users', String(wanted)]);
    const options = ['--data', join(folder, 'data'), '--passphrase-file', passphrase, '--no-auto-sync'];
    const host = startChild(process.execPath, [...hostFlags, join(app, 'out', 'main', 'node.js'), ...options], {
      env: {
        ...hostEnvironment,
        HOME: folder,
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        DISPLAY: '',
        WAYLAND_DISPLAY: '',
      },
    });
    try {
      const [demo, { url }] = (await Promise.all([
        firstLine(platform, 'the platform', readyWithinMs),
        firstLine(host, 'the packed host', readyWithinMs),
      ])) as [{ url: string; tokens: { admin: string } }, { url: string }];
      const { client, close } = await connect(url);
      const profile = { name: 'Package check', colour: 'iris', url: demo.url, token: demo.tokens.admin } as const;
      await client.profiles.add(profile);
      const sync = await syncedUsers(client);
      const { total } = await client.users.list({ query: { scope: '' }, slice: { from: 0, count: 1 } });
      const { version } = await client.host.status();
      close();
      return { version, sync, users: total, wanted };
    } finally {
      for (const child of [host, platform]) child.kill('SIGTERM');
      await Promise.all([ended(host), ended(platform)]);
    }
  });
}

/** Connect to a host as its page does: the start address returns a cookie and a key. */
async function connect(start: string): Promise<{ client: Client<ReeveContract>; close: () => void }> {
  const { headers } = await fetch(start, { redirect: 'manual' });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const key = new URLSearchParams(headers.get('location')?.split('#')[1]).get('key') ?? '';
  const { origin, host } = new URL(start);
  const socket = new WebSocket(`ws://${host}/wire`, ['reeve', key], { headers: { cookie, origin } });
  await once(socket, 'open');
  return { client: createClient(membersOf(contract), socketWire(socket)), close: () => socket.terminate() };
}

/** Sync the users, and return the state in which the job ended. */
async function syncedUsers(client: Client<ReeveContract>): Promise<string> {
  const { id } = await client.jobs.sync({ collection: 'users' });
  const deadline = Date.now() + syncedWithinMs;
  while (Date.now() < deadline) {
    const job = (await client.jobs.list()).jobs.find((one) => one.id === id);
    if (job !== undefined && !['queued', 'running', 'waiting', 'interrupted'].includes(job.state)) return job.state;
    await wait(20);
  }
  return 'not ended';
}
