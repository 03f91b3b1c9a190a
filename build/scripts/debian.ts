import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import process from 'node:process';
import { findChromium, hasHeadlessShell } from './chromium.ts';

/** Debian packages, and whether each of them is installed. */
type Packages = Readonly<Record<string, () => boolean>>;

const libsecret = { 'libsecret-1-0': hasLibsecret };
const desktopFileUtils = { 'desktop-file-utils': () => existsSync('/usr/bin/desktop-file-validate') };

const needed: Packages = {
  chromium: () => findChromium() !== undefined,
  'gnome-keyring': () => existsSync('/usr/bin/gnome-keyring-daemon'),
  'dbus-daemon': () => existsSync('/usr/bin/dbus-daemon'),
  'dbus-bin': () => existsSync('/usr/bin/dbus-send'),
  ...libsecret,
  git: () => existsSync('/usr/bin/git'),
  openssl: () => existsSync('/usr/bin/openssl'),
};

/** Without the headless shell, which not every Debian release has, browser tests are slower. */
const optional: Packages = { 'chromium-headless-shell': hasHeadlessShell, ...desktopFileUtils };

/** Whether the library of the keychain is installed. */
export function hasLibsecret(): boolean {
  return globSync('/usr/lib/*/libsecret-1.so.0').length > 0;
}

function missing(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([name, isThere]) => (isThere() ? [] : [name]));
}

/**
 * Make sure that the tests find a browser and a keychain. As root on Debian they are installed, after the command
 * was printed; for other users the command is printed, and the result is false. Other systems skip the keychain and have their own browser.
 */
export function prepareMachine(): boolean {
  if (process.platform !== 'linux') return true;
  const packages = missing(needed);
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    if (packages.length === 0) return true;
    process.stdout.write(
      `The tests need packages of this system. On Debian:\n  sudo apt-get ${install(packages).join(' ')}\n`,
    );
    return false;
  }
  installAll([packages, ...missing(optional).map((name) => [name])]);
  return missing(needed).length === 0;
}

/** As root on Debian, install what the checks of the package need. Checks for which a tool is missing are skipped. */
export function prepareForPackages(): void {
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) installAll([missing({ ...desktopFileUtils, ...libsecret })]);
}

/** Install each group by its own command: if apt-get does not know one package of a command, it installs none of them. */
function installAll(groups: readonly string[][]): void {
  const wanted = groups.filter(({ length }) => length > 0);
  if (wanted.length > 0) aptGet(['update', '-q']);
  for (const names of wanted) aptGet(install(names));
}

function install(packages: readonly string[]): string[] {
  return ['install', '-y', '--no-install-recommends', ...packages];
}

function aptGet(args: readonly string[]): void {
  process.stdout.write(`apt-get ${args.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}
