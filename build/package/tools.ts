import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { alsoEnd } from '../scripts/child.ts';
import type { FuseState } from './fuses.ts';

/** The tools are installed in this folder by `installTools`, so that `npm ci` of the project takes no longer. */
const folder = join(import.meta.dirname, '..', 'package-tools');
const modules = join(folder, 'node_modules');
const { resolve } = createRequire(join(folder, 'package.json'));

/** Install electron-builder and the other tools, unless they are already installed. Fails: with the message of npm. */
export function installTools(): void {
  const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf(join(modules, '.package-lock.json')) > timeOf(join(folder, 'package-lock.json'))) return;
  process.stdout.write('Installing the tools of build/package-tools with npm ci\n');
  const { status, stderr, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    // npm is a script on Windows
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ci in build/package-tools failed: ${error?.message ?? stderr}`);
}

/** What is used here of @electron/fuses, which TypeScript finds only after `installTools`. */
interface FusesModule {
  FuseV1Options: Record<string, number | string>;
  FuseVersion: Record<string, string>;
  getCurrentFuseWire: (program: string) => Promise<Record<string, unknown>>;
}

/** What is used here of @electron/asar. */
interface AsarModule {
  getRawHeader: (archive: string) => { header: AsarFolder };
  extractAll: (archive: string, folder: string) => void;
  createPackage: (folder: string, archive: string) => Promise<void>;
}

/** `unpacked`: the file is beside the archive, in `app.asar.unpacked`. `size`: in bytes. */
export interface AsarFolder {
  files: Record<string, AsarFolder | { unpacked?: boolean; size: number }>;
}

const load = (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
export const loadFuses = (): Promise<FusesModule> => load('@electron/fuses') as Promise<FusesModule>;
export const loadAsar = (): Promise<AsarModule> => load('@electron/asar') as Promise<AsarModule>;

/** The program of electron-builder, for Node. */
export const electronBuilder = join(modules, 'electron-builder', 'cli.js');

const states: Readonly<Record<string, FuseState>> = { '0': 'off', '1': 'on', r: 'removed' };

/** The state of each fuse in a program of Electron, by its name, or by its number if @electron/fuses has no name for it. */
export async function readFuses(program: string): Promise<Record<string, FuseState>> {
  const { FuseV1Options, getCurrentFuseWire } = await loadFuses();
  const wire = await getCurrentFuseWire(program);
  const numbered = Object.entries(wire).filter(([index]) => /^\d+$/.test(index));
  return Object.fromEntries(
    numbered.map(([index, state]) => [
      String(FuseV1Options[index] ?? `fuse ${index}`),
      states[String.fromCharCode(Number(state))] ?? 'unknown',
    ]),
  );
}

const execute = promisify(execFile);

/** Settings of the system with which a program runs. */
export interface Settings {
  env?: NodeJS.ProcessEnv;
  /** The permissions that its new files do not get. */
  umask?: number;
}

export interface RunOptions extends Settings {
  cwd?: string;
}

/** Run a program to its end, and return what it printed. Fails: with everything that it printed. */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { cwd, env, umask } = options;
  // `execute` starts the program at once, and the program inherits the umask
  const before = process.umask();
  if (umask !== undefined) process.umask(umask);
  const running = execute(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  process.umask(before);
  alsoEnd(running.child);
  try {
    return (await running).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(stdout + stderr === '' ? message : `${program} ${args.join(' ')}\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}

/** What packages need from package.json. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  author: string;
  /** The public address of the project. */
  homepage?: string;
}

/** The package.json of a project. */
export function manifestOf(project: string): Manifest {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Manifest;
}

/** A version in Debian's form, in which `~` sorts a pre-release before its release. */
export function debVersion(version: string): string {
  return version.replace('-', '~');
}
