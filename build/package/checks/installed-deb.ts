import { existsSync, globSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import process from 'node:process';
import { filesIn, installedAt } from '../deb.ts';
import { run } from '../tools.ts';
import { withFolder } from '../with-folder.ts';
import type { Check } from './check.ts';
import { findProgram } from './find-program.ts';
import { differences, isSameFile } from './same-files.ts';

export const installedDeb: Check = {
  name: 'the deb is installed into a temporary root with its icons and paths, and removed without leftovers',
  run: async ({ first: { deb, unpacked, project } }) => {
    if (deb === undefined) return { skipped: 'dpkg-deb is not installed' };
    const isRoot = process.getuid?.() === 0;
    if (!isRoot && findProgram('fakeroot') === undefined) return { skipped: 'needs root or fakeroot' };
    return withFolder(join(tmpdir(), 'reeve-root-'), async (root) => {
      await dpkg(root, isRoot, ['--install', deb]);
      const problems = [
        ...contentProblems(await run('dpkg-deb', ['--contents', deb])),
        ...installProblems(root, unpacked, join(project, 'build', 'package', 'reeve.desktop')),
        ...(await changedFiles(root, isRoot)),
      ];
      await dpkg(root, isRoot, ['--purge', 'reeve']);
      return [...problems, ...leftovers(root)];
    });
  },
};

/** Folders with the database and the log of dpkg, which it keeps. */
const kept = ['var', 'var/lib', 'var/lib/dpkg', 'var/log'];

/** Run dpkg on an installation of its own below `root`, which has no other packages. */
async function dpkg(root: string, isRoot: boolean, action: readonly string[]): Promise<string> {
  for (const folder of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/log'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'var', 'lib', 'dpkg', 'status'), '', { flag: 'a' });
  const command = ['dpkg', `--root=${root}`, '--force-depends', '--force-not-root', '--log=/dev/null', ...action];
  const [program = '', ...args] = isRoot ? command : ['fakeroot', ...command];
  // dpkg looks for ldconfig, which is not in the path of every user
  return run(program, args, { env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, LC_ALL: 'C' } });
}

/** Files that differ from their sums in the package. */
async function changedFiles(root: string, isRoot: boolean): Promise<string[]> {
  const lines = (await dpkg(root, isRoot, ['--verify', 'reeve'])).split('\n').filter((line) => line !== '');
  return lines.map((line) => `differs from its sum in the deb: ${line}`);
}

/** Everything that the package may install, besides the program. */
const besidesProgram = [
  'usr/bin/reeve',
  'usr/share/applications/reeve.desktop',
  'usr/share/doc/reeve/copyright',
  'usr/share/icons/hicolor/*x*/apps/reeve.png',
  'usr/share/icons/hicolor/scalable/apps/reeve.svg',
];

/** Owners, permissions and times that a package must not have. @param listing of `dpkg-deb --contents` */
export function contentProblems(listing: string): string[] {
  const entries = listing.split('\n').flatMap((line) => {
    const [mode = '', owner, _size, day, time, path = ''] = line.split(/ +/);
    return mode === '' ? [] : [{ mode, owner, time: `${day} ${time}`, path }];
  });
  const modes: Record<string, RegExp> = {
    [`./${installedAt}/chrome-sandbox`]: /^-rwsr-xr-x$/,
    [`./${installedAt}/reeve`]: /^-rwxr-xr-x$/,
  };
  const modeOf = (path: string): RegExp => modes[path] ?? /^([d-]rwxr-xr-x|-rw-r--r--|lrwxrwxrwx)$/;
  return entries.flatMap(({ mode, owner, time, path }) => [
    ...(modeOf(path).test(mode) ? [] : [`${path}: has the permissions ${mode}`]),
    ...(owner === 'root/root' ? [] : [`${path}: belongs to ${owner}`]),
    ...(time === entries[0]?.time ? [] : [`${path}: has another time than the package, ${time}`]),
  ]);
}

/**
 * What is wrong in a root in which the deb was installed.
 * @param unpacked the folder of the program from which the deb was made
 * @param desktop the desktop file of the project, which desktop-file-validate checks
 */
export function installProblems(root: string, unpacked: string, desktop: string): string[] {
  const command = join(root, 'usr', 'bin', 'reeve');
  const isLink = lstatSync(command, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const installed = join(root, 'usr', 'share', 'applications', 'reeve.desktop');
  const isThere = existsSync(installed);
  const others = filesIn(root).filter(
    (file) => !['var/lib/dpkg/', `${installedAt}/`].some((start) => file.startsWith(start)),
  );
  return [
    ...differences(unpacked, join(root, installedAt), ['the unpacked folder', 'the deb']),
    ...besidesProgram
      .filter((pattern) => globSync(pattern, { cwd: root }).length === 0)
      .map((pattern) => `/${pattern} is missing`),
    ...others
      .filter((file) => !besidesProgram.some((pattern) => matchesGlob(file, pattern)))
      .map((file) => `/${file} must not be installed`),
    ...others.filter((file) => lstatSync(join(root, file)).size === 0).map((file) => `/${file} is empty`),
    ...(isLink && readlinkSync(command) === `/${installedAt}/reeve`
      ? []
      : ['/usr/bin/reeve does not lead to the program']),
    ...iconProblems(join(root, 'usr', 'share', 'icons', 'hicolor')),
    ...(isThere ? desktopProblems(readFileSync(installed, 'utf8')) : []),
    ...(isThere && !isSameFile(installed, desktop) ? ['reeve.desktop differs from the one in the project'] : []),
  ];
}

const iconSizes = [16, 32, 48, 64, 128, 256, 512];

/** Whether each wanted icon is there, and has the size of its folder. */
function iconProblems(hicolor: string): string[] {
  const found = globSync('*x*/apps/reeve.png', { cwd: hicolor });
  const missing = iconSizes.filter((size) => !found.includes(`${size}x${size}/apps/reeve.png`));
  const wrong = found.filter((icon) => {
    const header = readFileSync(join(hicolor, icon)).subarray(0, 24);
    const isPng = header.toString('latin1', 1, 4) === 'PNG' && header.length === 24;
    return !isPng || !icon.startsWith(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}/`);
  });
  return [
    ...missing.map((size) => `icon ${size}x${size} is missing`),
    ...wrong.map((icon) => `icon ${icon}: not a PNG of this size`),
  ];
}

/** What is wrong in the desktop file, besides its syntax. */
export function desktopProblems(text: string): string[] {
  const valueOf = (key: string): string | undefined => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1];
  const wanted = {
    // Without `--`, a link could contain an option of the program
    Exec: `/${installedAt}/reeve -- %u`,
    Name: 'Reeve',
    Icon: 'reeve',
    Terminal: 'false',
    NoDisplay: undefined,
    // `desktopName` in package.json, from which Electron makes the class of its windows
    StartupWMClass: 'reeve',
    MimeType: 'x-scheme-handler/reeve;',
  };
  return Object.entries(wanted).flatMap(([key, value]) =>
    valueOf(key) === value
      ? []
      : [`reeve.desktop: ${key} is ${valueOf(key) ?? 'missing'} instead of ${value ?? 'missing'}`],
  );
}

/** Everything below a root, besides the database of dpkg. */
export function leftovers(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !kept.includes(path) && !path.startsWith('var/lib/dpkg/'))
    .map((path) => `/${path} is left after the package was removed`);
}
