import { existsSync } from 'node:fs';
import process from 'node:process';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const headlessShell = '/usr/bin/chromium-headless-shell';

/** The Chromium in `REEVE_CHROMIUM`, or the installed one; undefined if there is none. */
export function findChromium(): string | undefined {
  return [process.env['REEVE_CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path));
}

export function hasHeadlessShell(): boolean {
  return existsSync(headlessShell);
}

/** The browser for tests: the one in `REEVE_CHROMIUM`, otherwise the headless shell, which needs a sixth less CPU time. */
export function findHeadlessChromium(): string | undefined {
  return process.env['REEVE_CHROMIUM'] === undefined && hasHeadlessShell() ? headlessShell : findChromium();
}

/** The sandbox of Chromium does not work for root, and is required for all other users. */
export const sandboxArguments: string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Arguments without first-run dialogs, updates, sync and background requests. */
export const quietArguments: string[] = [
  ...sandboxArguments,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For tests: pages are open only for seconds, so optimizing their scripts costs more than it saves. */
export const testArguments: string[] = [...quietArguments, '--js-flags=--no-opt --no-maglev --always-sparkplug'];
