import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const programs = ['setpriv', 'dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];
const service = 'org.freedesktop.secrets';
/** For programs that hang; a busy machine takes seconds to start one. */
const patienceMs = 120_000;

/**
 * The reason why a private Secret Service can't be started, for the names of skipped tests; null if it can.
 * The keychain of the user is never used; only Linux can have a private one.
 */
export function whyNoSecretService(): string | null {
  if (process.platform !== 'linux') return `no private keychain on ${process.platform}`;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = programs.filter((name) => !folders.some((folder) => isProgram(join(folder, name))));
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface SecretService {
  /** Environment variables with which a process uses only this keychain. */
  env: { DBUS_SESSION_BUS_ADDRESS: string };
  /** Lock the keyring, as a desktop does after some time. */
  lock: () => void;
  /** Stop replying to calls until `resume`. */
  freeze: () => void;
  resume: () => void;
  /** End the bus and the keyring, and delete their files. */
  stop: () => Promise<void>;
}

/**
 * A private D-Bus with a real gnome-keyring. Both end with this process.
 * `keyring`: `unlocked`; `never-unlocked`, as on a machine without a login; `none`, a bus without the service.
 */
export async function startSecretService({
  keyring = 'unlocked',
}: { keyring?: 'unlocked' | 'never-unlocked' | 'none' } = {}): Promise<SecretService> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-keyring-'));
  for (const name of ['home', 'data', 'run']) mkdirSync(join(folder, name), { mode: 0o700 });
  chmodSync(folder, 0o700);
  const { bus, address } = await startBus(folder);
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: address,
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
  };
  const pid = keyring === 'none' ? null : await startKeyring(env, keyring);
  const signal = (name: NodeJS.Signals) => {
    if (pid !== null) process.kill(pid, name);
  };
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    lock: () => {
      const login = 'array:objpath:/org/freedesktop/secrets/collection/login';
      dbusSend(env, service, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', login);
    },
    freeze: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    stop: async () => {
      // After a first call, the keyring has ended with its bus, and its process ID may belong to another process.
      if (hasEnded(bus)) return;
      signal('SIGCONT');
      await end(bus);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The configuration has no service folders, so that the bus starts no other programs. */
async function startBus(folder: string): Promise<{ bus: ChildProcess; address: string }> {
  const config = join(folder, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${join(folder, 'run')}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  );
  const dbus = ['dbus-daemon', `--config-file=${config}`, '--nofork', '--print-address=1'];
  const bus = spawn('setpriv', ['--pdeathsig', 'TERM', ...dbus], { stdio: ['ignore', 'pipe', 'ignore'] });
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    bus.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(output.trim());
    });
    bus.once('error', reject);
    bus.once('exit', (code) => reject(new Error(`dbus-daemon ended with ${code}`)));
  });
  bus.unref();
  return { bus, address };
}

/**
 * Returns the process ID after the keyring has registered on the bus. The keyring ends only when the bus ends.
 * The password is written without a line end, which would be part of it.
 */
async function startKeyring(env: NodeJS.ProcessEnv, keyring: 'unlocked' | 'never-unlocked'): Promise<number> {
  const how = keyring === 'unlocked' ? ['--unlock'] : [];
  execFileSync('gnome-keyring-daemon', [...how, '--components=secrets', '--daemonize'], {
    env,
    input: keyring === 'unlocked' ? 'test-password' : '',
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: patienceMs,
  });
  const bus = 'org.freedesktop.DBus';
  const ask = (method: string) => dbusSend(env, bus, '/org/freedesktop/DBus', `${bus}.${method}`, `string:${service}`);
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 25) {
    if (ask('NameHasOwner').includes('true'))
      return Number(/uint32 (\d+)/.exec(ask('GetConnectionUnixProcessID'))?.[1]);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('gnome-keyring did not come up');
}

function dbusSend(env: NodeJS.ProcessEnv, to: string, path: string, method: string, value: string): string {
  const values = ['--session', '--print-reply', `--dest=${to}`, path, method, value];
  return execFileSync('dbus-send', values, { env, encoding: 'utf8', timeout: patienceMs });
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

let shared: SecretService | undefined;

/** The `globalSetup` of vitest: all test processes use an unlocked private keychain, if one can be started. */
export async function setup(): Promise<void> {
  if (whyNoSecretService() !== null) return;
  shared = await startSecretService();
  Object.assign(process.env, shared.env);
}

export async function teardown(): Promise<void> {
  await shared?.stop();
}
