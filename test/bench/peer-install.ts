import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** The version of the peer. Its own packages have the same version, so that every run measures the same code. */
export const peerVersion = '43.8.0';
const packages = ['@gitbeaker/rest', '@gitbeaker/core', '@gitbeaker/requester-utils'];
const folder = resolve('.cache/bench', `peer-${peerVersion}`);

/**
 * Install `@gitbeaker/rest` into the cache of the benchmark, once. It is not a dependency of the project. Returns the
 * folder that contains `node_modules`, or the reason why it can't be installed.
 */
export function installPeer(): { folder: string } | { why: string } {
  if (existsSync(join(folder, 'node_modules/@gitbeaker/rest'))) return { folder };
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(packages.map((name) => [name, peerVersion]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { status, stderr, error } = spawnSync('npm', options, {
    cwd: folder,
    encoding: 'utf8',
    // npm is a script on Windows
    shell: process.platform === 'win32',
  });
  if (status === 0) return { folder };
  rmSync(folder, { recursive: true, force: true });
  const [line = 'npm ended with an error'] = `${error?.message ?? stderr}`.trim().split('\n');
  return { why: `@gitbeaker/rest ${peerVersion} can't be installed: ${line}` };
}
