import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { ChildProcess } from 'node:child_process';
import { ended, firstLine, startChild } from '../../build/scripts/child.ts';

const readyWithinMs = 120_000;

export interface Demo {
  url: string;
  tokens: Record<string, string>;
}

/** The simulated platform as a process of its own. */
export async function startPlatform(args: readonly string[]): Promise<Demo & { stop: () => Promise<number> }> {
  const child = startChild(process.execPath, ['test/platform/main.ts', ...args]);
  const told = (await firstLine(child, 'the platform', readyWithinMs)) as Demo;
  return { ...told, stop: () => stop(child) };
}

export interface HostOptions {
  /** What reaches a private keychain; none: the data folder is opened with a passphrase. */
  keychain: Record<string, string> | undefined;
  demo?: Demo;
  /** Holds the data folder and a home, so that nothing of the person's is touched. */
  folder: string;
}

export interface RunningHost {
  url: string;
  child: ChildProcess;
  /** Ends it as a person would; answers its exit code. */
  stop: () => Promise<number>;
}

/** The built node host. */
export async function startHost({ keychain, demo, folder }: HostOptions): Promise<RunningHost> {
  const home = join(folder, 'home');
  mkdirSync(join(home, 'Downloads'), { recursive: true });
  const fd = keychain === undefined ? passphraseIn(folder) : undefined;
  const args = ['out/main/node.js', '--data', join(folder, 'data')];
  if (fd !== undefined) args.push('--passphrase-fd', String(fd));
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

function passphraseIn(folder: string): number {
  const file = join(folder, 'passphrase');
  writeFileSync(file, 'a passphrase for tests\n', { mode: 0o600 });
  return openSync(file, 'r');
}

function stop(child: ChildProcess): Promise<number> {
  child.kill('SIGTERM');
  return ended(child);
}
