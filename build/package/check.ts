import '../scripts/require-node.js';
import { readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { endChildren, endOnSignal } from '../scripts/child.ts';
import { copySources, linkPackages, removeFolder } from '../scripts/copy-project.ts';
import { prepareForPackages } from '../scripts/debian.ts';
import type { Build } from './checks/check.ts';
import { findProgram } from './checks/find-program.ts';
import { checks } from './checks/index.ts';
import { tryHost } from './checks/try-host.ts';
import { makeDeb } from './deb.ts';
import { buildForPackage, packFolder } from './pack.ts';
import { lastLine, runChecks } from './run-checks.ts';
import { sourceEpoch } from './source-epoch.ts';
import { writeStubRuntime } from './stub-runtime.ts';
import { installTools, type Manifest, type Settings } from './tools.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const root = join(import.meta.dirname, '..', '..');
process.chdir(root);
/** Inside the project, because hard links to the installed packages need the same disk. */
const folder = join(root, '.cache', 'package');
const packageTools = join('build', 'package-tools');
const electron = join(folder, 'electron');

/** Print how long a step took. */
async function timed<T>(name: string, step: () => Promise<T>): Promise<T> {
  const begunAt = performance.now();
  const result = await step();
  print(`${((performance.now() - begunAt) / 1_000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** Copy the project, build it, and make the unpacked folder and the deb. `earlier`: a finished build. */
async function build(name: string, epoch: number, { env, umask }: Settings = {}, earlier?: Build): Promise<Build> {
  const settings = { env: { ...env, SOURCE_DATE_EPOCH: String(epoch) }, ...(umask === undefined ? {} : { umask }) };
  const project = join(folder, name);
  await timed(`copied ${name}`, async () => {
    copySources(project);
    // The links of the earlier build are moved, because making and deleting 20,000 links takes seconds
    if (earlier === undefined) linkPackages(project);
    else renameSync(join(earlier.project, 'node_modules'), join(project, 'node_modules'));
  });
  symlinkSync(join(root, packageTools, 'node_modules'), join(project, packageTools, 'node_modules'));
  await timed(`built ${name}`, () => buildForPackage(project, settings));
  await timed(`packed ${name}`, () => packFolder({ project, electron, settings }, 'linux'));
  const unpacked = join(project, 'dist', 'linux-unpacked');
  if (findProgram('dpkg-deb') === undefined) return { project, unpacked, deb: undefined };
  const deb = await timed(`made the deb of ${name}`, () => makeDeb({ project, unpacked, epoch, level: 1 }));
  return { project, unpacked, deb };
}

/**
 * Other settings of the system for the second build, to find files that depend on them. It also makes source maps, which
 * show from which packages the code is. They are not packed.
 */
const otherSettings: Settings = {
  env: {
    TZ: 'Pacific/Auckland',
    // In Estonian, z is sorted before t
    LC_ALL: 'et_EE.UTF-8',
    REEVE_MAPS: '1',
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'other-time.ts')).href}`,
  },
  umask: 0o077,
};

async function checkPackage(): Promise<boolean> {
  // Without the Debian packages, the checks that need them are skipped
  prepareForPackages();
  installTools();
  const begunAt = performance.now();
  removeFolder(folder);
  const { version } = JSON.parse(readFileSync(join('node_modules', 'electron', 'package.json'), 'utf8')) as Manifest;
  await writeStubRuntime(electron, version);
  const epoch = await sourceEpoch();
  const first = await build('first', epoch);
  // The second build runs while the first one is checked
  const second = build('another/second', epoch, otherSettings, first);
  const host = timed('tried the host', () => tryHost(first.unpacked));
  for (const promise of [second, host]) promise.catch(() => undefined);
  const counts = await runChecks(checks, { first, second, host }, print);
  print(`${((performance.now() - begunAt) / 1_000).toFixed(1).padStart(6)} s  all, without the installation`);
  print(lastLine(counts));
  const isGood = counts.failed === 0 && counts.passed > 0;
  // After a failure, the builds are kept to look at them
  if (isGood) removeFolder(folder);
  return isGood;
}

endOnSignal(() => removeFolder(folder));

if (process.platform !== 'linux') {
  print('The package is checked on Linux.');
  print(lastLine({ passed: 0, failed: 0, skipped: checks.length }));
} else {
  const isGood = await checkPackage().catch((error: unknown) => {
    print((error as Error).message);
    print('0 passed, 1 failed');
    return false;
  });
  await endChildren();
  process.exit(isGood ? 0 : 1);
}
