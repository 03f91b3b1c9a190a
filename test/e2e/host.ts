import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { serveReader } from '#main/cache/worker/serve-reader.ts';
import { serveStore } from '#main/cache/worker/serve-store.ts';
import { serveHost } from '#main/hosts/node/serve.ts';
import { machinePorts } from '#main/hosts/machine.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { ended, firstLine, startChild } from '../../build/scripts/child.ts';
import { sameThread } from '../helpers/same-thread.ts';

const readyWithinMs = 120_000;
const builtHost = 'out/main/node.js';
const passphrase = 'a passphrase for tests';

export interface Demo {
  url: string;
  tokens: Record<string, string>;
}

/** The simulated platform in a separate process. */
export async function startPlatform(args: readonly string[]): Promise<Demo & { stop: () => Promise<number> }> {
  const child = startChild(process.execPath, ['test/platform/main.ts', '--hostile', ...args]);
  const ready = (await firstLine(child, 'the platform', readyWithinMs)) as Demo;
  return { ...ready, stop: () => stop(child) };
}

export interface HostOptions {
  /** Environment of a private keychain; without it the data folder is opened with a passphrase. */
  keychain: Record<string, string> | undefined;
  demo?: Demo;
  /** Contains the data folder and a home folder, so that files of the user are not touched. */
  folder: string;
  /** Whether instances are synced automatically. Default: no, so that a test decides what is synced. */
  isAutomatic?: boolean;
  /** A link (`reeve://i/…`) that the first window opens. */
  link?: string;
}

export interface RunningHost {
  url: string;
  /** End the host as a user does; returns its exit code. */
  stop: () => Promise<number>;
}

/** Start the built node host in a separate process, as a user does. */
export async function startHost({
  keychain,
  demo,
  folder,
  isAutomatic = false,
  link,
}: HostOptions): Promise<RunningHost & { child: ChildProcess }> {
  const home = join(folder, 'home');
  mkdirSync(join(home, 'Downloads'), { recursive: true });
  const fd = keychain === undefined ? passphraseIn(folder) : undefined;
  const args = [builtHost, '--data', join(folder, 'data'), ...(isAutomatic ? [] : ['--no-auto-sync'])];
  if (fd !== undefined) args.push('--passphrase-fd', String(fd));
  if (link !== undefined) args.push('--link', link);
  const admin = demo?.tokens['admin'];
  const env = {
    HOME: home,
    DISPLAY: '',
    ...keychain,
    ...(demo === undefined || admin === undefined ? {} : { REEVE_DEMO_URL: demo.url, REEVE_DEMO_TOKEN: admin }),
  };
  const child = startChild(process.execPath, args, { env, fd });
  if (fd !== undefined) closeSync(fd);
  const { url } = (await firstLine(child, 'the host', readyWithinMs)) as { url: string };
  return { url, child, stop: () => stop(child) };
}

const noDesktop = {
  opener: { openWeb: async () => false, showFile: async () => false },
  notifier: { notify: () => undefined },
};

/**
 * All hosts of this process use this port, one after another, so that the browser compiles the scripts of the window only
 * once. It is below the ports that Linux gives to outgoing connections.
 */
const ownPort = 20_000 + (process.pid % 10_000);

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * Start the host in the test process, from its sources, with the built window. A separate process would load the code
 * three times, which takes longer than most tests. All hosts of a test process use the keychain of the first one.
 */
export async function startHostHere({
  keychain,
  demo,
  folder,
  isAutomatic = false,
}: HostOptions): Promise<RunningHost> {
  Object.assign(process.env, keychain);
  const { workers, ...paths } = buildPathsOf(pathToFileURL(resolve(builtHost)).href);
  const admin = demo?.tokens['admin'];
  const { url, close } = await serveHost({
    port: (await isFree(ownPort)) ? ownPort : 0,
    machine: machinePorts(join(folder, 'data')),
    passphrase: keychain === undefined ? passphrase : undefined,
    demo: demo === undefined || admin === undefined ? undefined : { url: demo.url, token: admin },
    isAutomatic,
    paths: { ...paths, workers: { ...workers, store: sameThread(serveStore), read: sameThread(serveReader) } },
    desktop: noDesktop,
  });
  let closed: Promise<number> | undefined;
  return { url, stop: () => (closed ??= close('quit').then(() => 0)) };
}

function passphraseIn(folder: string): number {
  const file = join(folder, 'passphrase');
  writeFileSync(file, `${passphrase}\n`, { mode: 0o600 });
  return openSync(file, 'r');
}

function stop(child: ChildProcess): Promise<number> {
  child.kill('SIGTERM');
  return ended(child);
}
