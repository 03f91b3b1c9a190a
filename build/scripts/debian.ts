import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import process from 'node:process';
import { findChromium, hasHeadlessShell } from './chromium.ts';

const isInstalled: Record<string, () => boolean> = {
  chromium: () => findChromium() !== undefined,
  'gnome-keyring': () => existsSync('/usr/bin/gnome-keyring-daemon'),
  'dbus-daemon': () => existsSync('/usr/bin/dbus-daemon'),
  'dbus-bin': () => existsSync('/usr/bin/dbus-send'),
  'libsecret-1-0': () => globSync('/usr/lib/*/libsecret-1.so.0').length > 0,
  git: () => existsSync('/usr/bin/git'),
  openssl: () => existsSync('/usr/bin/openssl'),
};

/** Browser tests also run without it, but slower. Not every Debian release has it. */
const optional = 'chromium-headless-shell';

/** The missing Debian packages that the tests need. */
function missing(): string[] {
  return Object.entries(isInstalled).flatMap(([name, isThere]) => (isThere() ? [] : [name]));
}

/**
 * Make sure that the tests find a browser and a keychain. As root on Debian they are installed, after the command
 * was printed; for other users the command is printed, and the result is false. Other systems skip the keychain and have their own browser.
 */
export function prepareMachine(): boolean {
  if (process.platform !== 'linux') return true;
  const packages = missing();
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    if (packages.length === 0) return true;
    process.stdout.write(
      `The tests need packages of this system. On Debian:\n  sudo apt-get ${install(packages).join(' ')}\n`,
    );
    return false;
  }
  // Separately: if one package of a command is unknown, apt-get installs none of them
  const wanted = [packages, hasHeadlessShell() ? [] : [optional]].filter(({ length }) => length > 0);
  if (wanted.length > 0) aptGet(['update', '-q']);
  for (const names of wanted) aptGet(install(names));
  return missing().length === 0;
}

function install(packages: readonly string[]): string[] {
  return ['install', '-y', '--no-install-recommends', ...packages];
}

function aptGet(args: readonly string[]): void {
  process.stdout.write(`apt-get ${args.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}
