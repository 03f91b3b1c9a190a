import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import process from 'node:process';
import { findChromium } from './chromium.ts';

const isInstalled: Record<string, () => boolean> = {
  chromium: () => findChromium() !== undefined,
  'gnome-keyring': () => existsSync('/usr/bin/gnome-keyring-daemon'),
  'dbus-daemon': () => existsSync('/usr/bin/dbus-daemon'),
  'dbus-bin': () => existsSync('/usr/bin/dbus-send'),
  'libsecret-1-0': () => globSync('/usr/lib/*/libsecret-1.so.0').length > 0,
  git: () => existsSync('/usr/bin/git'),
  openssl: () => existsSync('/usr/bin/openssl'),
};

/** The Debian packages that the tests need and this machine lacks. */
function missing(): string[] {
  return Object.entries(isInstalled).flatMap(([name, isThere]) => (isThere() ? [] : [name]));
}

/**
 * Make sure that the tests find a browser and a keychain. As root on Debian they are installed, after the line that does
 * it was printed; anyone else gets the line and false. Other systems skip the keychain and bring their own browser.
 */
export function prepareMachine(): boolean {
  if (process.platform !== 'linux') return true;
  const packages = missing();
  if (packages.length === 0) return true;
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    process.stdout.write(`The tests need packages of this system. On Debian:\n  sudo ${install}\n`);
    return false;
  }
  process.stdout.write(`apt-get update && ${install}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update', '-q'], install.split(' ').slice(1)]) {
    spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  }
  return missing().length === 0;
}
