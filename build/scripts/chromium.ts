import { existsSync } from 'node:fs';
import process from 'node:process';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The machine's own Chromium, or the one named by `REEVE_CHROMIUM`; undefined where there is none. */
export function findChromium(): string | undefined {
  return [process.env['REEVE_CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path));
}

/** Chromium's sandbox cannot start under root, and nowhere else may it be left out. */
export const sandboxArguments: string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** A browser that asks nobody anything: no updates, no sync, no background requests. */
export const quietArguments: string[] = [
  ...sandboxArguments,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
