import '../scripts/require-node.js';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { endOnSignal } from '../scripts/child.ts';
import { findProgram } from './checks/find-program.ts';
import { makeDeb } from './deb.ts';
import { buildForPackage, installedElectron, packFolder, packInstallers } from './pack.ts';
import { sourceEpoch } from './source-epoch.ts';
import { installTools, manifestOf } from './tools.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const project = join(import.meta.dirname, '..', '..');
process.chdir(project);
const dist = join(project, 'dist');

/** The folder, or on macOS the app, that electron-builder made. */
function unpackedFolder(): string {
  const [found] = globSync(['*-unpacked', 'mac*/*.app'], { cwd: dist });
  if (found === undefined) throw new Error('electron-builder made no folder in dist');
  return join(dist, found);
}

/** A line of `SHA256SUMS` about a file in `dist`, in the format of sha256sum. */
function checksum(file: string): string {
  const content = readFileSync(join(dist, file));
  return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
}

const howToInstall =
  'The runtime of Electron is not installed. Install it with `npx install-electron`, or name an unpacked one in ' +
  'ELECTRON_OVERRIDE_DIST_PATH.';

/** What electron-builder prints with a cross, or the whole message of another program. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return /⨯ (.*?)(?: {2}failedTask=.*)?$/m.exec(message)?.[1] ?? message;
}

/** Make all packages of this system. Prints what could not be made and why. */
async function makePackages(): Promise<boolean> {
  installTools();
  const manifest = manifestOf(project);
  const epoch = await sourceEpoch();
  const settings = { env: { SOURCE_DATE_EPOCH: String(epoch) } };
  rmSync(dist, { recursive: true, force: true });
  if (manifest.homepage === undefined) print('package.json has no "homepage", so the deb has no "Homepage".');
  await buildForPackage(project, settings);
  const electron = installedElectron(project);
  print(`Runtime of Electron: ${electron ?? 'downloaded by electron-builder'}`);
  await packFolder({ project, electron, settings }).catch((error: unknown) => {
    throw new Error(
      `The unpacked folder could not be made: ${reasonOf(error)}\n${electron === undefined ? howToInstall : ''}`,
    );
  });
  const unpacked = unpackedFolder();
  const notMade: string[] = [];
  const make = (name: string, step: () => Promise<unknown>): Promise<unknown> =>
    step().catch((error: unknown) => notMade.push(`${name}: ${reasonOf(error)}`));
  if (process.platform === 'linux') {
    if (findProgram('dpkg-deb') === undefined) notMade.push('deb: dpkg-deb is not installed');
    else await make('deb', () => makeDeb({ project, unpacked, epoch }));
  }
  const installer = { darwin: 'dmg', win32: 'nsis' }[process.platform as string] ?? 'AppImage';
  await make(installer, () => packInstallers(project, unpacked));
  const packages = globSync('*.{deb,AppImage,dmg,exe}', { cwd: dist }).sort();
  const bill = `${manifest.name}-${manifest.version}.cdx.json`;
  copyFileSync(join('out', 'sbom.cdx.json'), join(dist, bill));
  const files = [...packages, bill];
  writeFileSync(join(dist, 'SHA256SUMS'), files.map(checksum).join(''));
  for (const file of [...files, 'SHA256SUMS']) print(`made      ${join('dist', file)}`);
  for (const line of notMade) print(`not made  ${line}`);
  return packages.length > 0;
}

endOnSignal();
const isMade = await makePackages().catch((error: unknown) => {
  print((error as Error).message);
  return false;
});
process.exit(isMade ? 0 : 1);
