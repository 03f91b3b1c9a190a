import { globSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { installedAt } from '../deb.ts';
import { run } from '../tools.ts';
import type { Check } from './check.ts';
import { findProgram } from './find-program.ts';

export const installedDeb: Check = {
  name: 'the deb is installed into a temporary root with its icons and paths, and removed without leftovers',
  run: async ({ first }) => {
    if (first.deb === undefined) return { skipped: 'dpkg-deb is not installed' };
    const isRoot = process.getuid?.() === 0;
    if (!isRoot && findProgram('fakeroot') === undefined) return { skipped: 'needs root or fakeroot' };
    const root = mkdtempSync(join(tmpdir(), 'reeve-root-'));
    try {
      await dpkg(root, isRoot, ['--install', first.deb]);
      const problems = installProblems(root);
      await dpkg(root, isRoot, ['--purge', 'reeve']);
      return [...problems, ...leftovers(root)];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

/** Folders with the database and the log of dpkg, which it keeps. */
const kept = ['var', 'var/lib', 'var/lib/dpkg', 'var/log'];

/** Run dpkg on an installation of its own below `root`, which has no other packages. */
async function dpkg(root: string, isRoot: boolean, action: readonly string[]): Promise<void> {
  for (const folder of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/log'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'var', 'lib', 'dpkg', 'status'), '', { flag: 'a' });
  const command = ['dpkg', `--root=${root}`, '--force-depends', '--force-not-root', '--log=/dev/null', ...action];
  const [program = '', ...args] = isRoot ? command : ['fakeroot', ...command];
  // dpkg looks for ldconfig, which is not in the path of every user
  await run(program, args, { env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, LC_ALL: 'C' } });
}

/** What is wrong in a root in which the deb was installed. */
export function installProblems(root: string): string[] {
  const program = join(root, installedAt, 'reeve');
  const sandbox = join(root, installedAt, 'chrome-sandbox');
  const command = join(root, 'usr', 'bin', 'reeve');
  const isFile = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const modeOf = (file: string): number => (lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777;
  const isLink = lstatSync(command, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const desktop = join(root, 'usr', 'share', 'applications', 'reeve.desktop');
  return [
    ...(modeOf(program) === 0o755 ? [] : [`/${installedAt}/reeve is not a program`]),
    ...(modeOf(sandbox) === 0o4755 ? [] : [`/${installedAt}/chrome-sandbox: permissions are not 4755`]),
    ...(isFile(join(root, installedAt, 'resources', 'app.asar')) ? [] : ['app.asar is missing']),
    ...(isLink && readlinkSync(command) === `/${installedAt}/reeve`
      ? []
      : ['/usr/bin/reeve does not lead to the program']),
    ...(isFile(join(root, 'usr', 'share', 'doc', 'reeve', 'copyright')) ? [] : ['the license is missing']),
    ...iconProblems(join(root, 'usr', 'share', 'icons', 'hicolor')),
    ...(isFile(desktop) ? desktopProblems(readFileSync(desktop, 'utf8')) : ['reeve.desktop is missing']),
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
    ...(globSync('scalable/apps/reeve.svg', { cwd: hicolor }).length === 1 ? [] : ['icon scalable is missing']),
  ];
}

/** What is wrong in the desktop file, besides its syntax. */
export function desktopProblems(text: string): string[] {
  const valueOf = (key: string): string | undefined => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1];
  const wanted = {
    // Without `--`, a link could contain an option of the program
    Exec: `/${installedAt}/reeve -- %u`,
    Icon: 'reeve',
    MimeType: 'x-scheme-handler/reeve;',
  };
  return Object.entries(wanted).flatMap(([key, value]) =>
    valueOf(key) === value ? [] : [`reeve.desktop: ${key} is ${valueOf(key) ?? 'missing'} instead of ${value}`],
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
