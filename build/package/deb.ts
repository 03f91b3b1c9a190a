import { createHash } from 'node:crypto';
import { chmodSync, cpSync, lstatSync, lutimesSync, mkdirSync, readdirSync } from 'node:fs';
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { debVersion, manifestOf, run, type Manifest } from './tools.ts';
import { withFolder } from './with-folder.ts';

/** Where the deb installs the program. `reeve.desktop` has this path, too. */
export const installedAt = 'opt/Reeve';

/** The libraries that Electron and the keychain need, as electron-builder lists them for a deb. */
const depends = [
  // These two are not on its list, and Electron does not start without them. Newer releases have the first under another name.
  'libasound2t64 | libasound2',
  'libgbm1',
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0',
  'libuuid1',
  'libsecret-1-0',
];

export interface DebOptions {
  /** The folder of the project, from which version, icons and texts are read. */
  project: string;
  /** The unpacked folder of the program. */
  unpacked: string;
  /** The time of all files in the package, in seconds since 1970. */
  epoch: number;
  /** The level of compression, from 1 (fast) to 9. Default: 6. */
  level?: number;
}

/**
 * Make the deb in `dist` with dpkg-deb, and return its path. The same files always become the same package: owners,
 * permissions, times and order don't depend on the machine. It has no scripts: dpkg itself installs and removes every
 * file, and the sandbox of Chromium is a setuid program, as in Debian's own package of Chromium.
 * Fails: with the output of dpkg-deb.
 */
export async function makeDeb({ project, unpacked, epoch, level = 6 }: DebOptions): Promise<string> {
  const manifest = manifestOf(project);
  return withFolder(join(dirname(unpacked), 'deb-'), async (root) => {
    fill(root, project, unpacked);
    normalize(root, epoch);
    const sums = filesIn(root).map((file) => `${md5(join(root, file))}  ${file}\n`);
    const kilobytes = filesIn(root).reduce((sum, file) => sum + Math.ceil(lstatSync(join(root, file)).size / 1_024), 0);
    const control = join(root, 'DEBIAN');
    mkdirSync(control);
    writeFileSync(join(control, 'control'), controlOf(manifest, kilobytes));
    writeFileSync(join(control, 'md5sums'), sums.join(''));
    normalize(control, epoch);
    const deb = join(dirname(unpacked), `${manifest.name}_${debVersion(manifest.version)}_${architecture()}.deb`);
    const env = { SOURCE_DATE_EPOCH: String(epoch) };
    await run('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', `-z${level}`, root, deb], { env });
    return deb;
  });
}

/** Copy the files of the package to where they will be installed. */
function fill(root: string, project: string, unpacked: string): void {
  const put = (from: string, to: string): void => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(from, join(root, to), { recursive: true, verbatimSymlinks: true });
  };
  put(unpacked, installedAt);
  put(join(project, 'build', 'package', 'reeve.desktop'), 'usr/share/applications/reeve.desktop');
  for (const icon of globSync('build/icons/*x*.png', { cwd: project }))
    put(join(project, icon), `usr/share/icons/hicolor/${basename(icon, '.png')}/apps/reeve.png`);
  put(join(project, 'build', 'icons', 'icon.svg'), 'usr/share/icons/hicolor/scalable/apps/reeve.svg');
  put(join(project, 'LICENSE'), 'usr/share/doc/reeve/copyright');
  mkdirSync(join(root, 'usr', 'bin'));
  symlinkSync(`/${installedAt}/reeve`, join(root, 'usr', 'bin', 'reeve'));
}

/** Set permissions and times of everything in a folder, and of the folder. */
function normalize(folder: string, epoch: number): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) chmodSync(path, modeOf(path));
    if (entry.isDirectory()) chmodSync(path, 0o755);
    lutimesSync(path, epoch, epoch);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, epoch, epoch);
}

function modeOf(file: string): number {
  if (basename(file) === 'chrome-sandbox') return 0o4755;
  return (lstatSync(file).mode & 0o100) === 0 ? 0o644 : 0o755;
}

/** The regular files in a folder, as sorted relative paths. */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function md5(file: string): string {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}

function architecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch;
}

/** The control file. Without a public address in package.json, it has no `Homepage`. */
function controlOf(manifest: Manifest, kilobytes: number): string {
  const fields: [string, string | undefined][] = [
    ['Package', manifest.name],
    ['Version', debVersion(manifest.version)],
    ['Architecture', architecture()],
    ['Maintainer', manifest.author],
    ['Installed-Size', String(kilobytes)],
    ['Depends', depends.join(', ')],
    ['Section', 'devel'],
    ['Priority', 'optional'],
    ['Homepage', manifest.homepage],
    ['Description', manifest.description],
  ];
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`])).join('');
}
