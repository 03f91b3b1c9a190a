import '../scripts/require-node.js';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
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

/** The packages in `dist`, and the list of what they contain. */
function madeFiles(): string[] {
  return globSync('*.{deb,AppImage,dmg,exe,cdx.json}', { cwd: dist }).sort();
}

/** The lines of `SHA256SUMS`, in the format of sha256sum. */
function checksums(files: readonly string[]): string {
  const sumOf = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(dist, file)))
      .digest('hex');
  return files.map((file) => `${sumOf(file)}  ${basename(file)}\n`).join('');
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
  const steps: Record<string, () => Promise<unknown>> = {
    ...(process.platform === 'linux' ? { deb: () => makeDeb({ project, unpacked, epoch }) } : {}),
    [{ darwin: 'dmg', win32: 'nsis' }[process.platform as string] ?? 'AppImage']: () =>
      packInstallers(project, unpacked),
  };
  const notMade: string[] = [];
  for (const [name, make] of Object.entries(steps)) {
    if (name === 'deb' && findProgram('dpkg-deb') === undefined) notMade.push('deb: dpkg-deb is not installed');
    else await make().catch((error: unknown) => notMade.push(`${name}: ${reasonOf(error)}`));
  }
  const packages = madeFiles();
  const bill = join('out', 'sbom.cdx.json');
  if (existsSync(bill)) copyFileSync(bill, join(dist, `${manifest.name}-${manifest.version}.cdx.json`));
  const files = madeFiles();
  writeFileSync(join(dist, 'SHA256SUMS'), checksums(files));
  for (const file of [...files, 'SHA256SUMS']) print(`made      ${join('dist', file)}`);
  for (const line of notMade) print(`not made  ${line}`);
  return packages.length > 0;
}

const isMade = await makePackages().catch((error: unknown) => {
  print((error as Error).message);
  return false;
});
process.exit(isMade ? 0 : 1);
