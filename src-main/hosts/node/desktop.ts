import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import process from 'node:process';
import type { Notifier, Opener } from '#main/ports.ts';

/** Start a program that keeps running on its own; false if it doesn't exist. No shell is used. */
function launch(program: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

const isMac = process.platform === 'darwin';
const isWindows = process.platform === 'win32';
const hasDisplay = () => isMac || isWindows || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

/** Opens addresses and files with the programs of the desktop; false without a display or without such a program. */
export const desktopOpener: Opener = {
  openWeb: async (url) => {
    if (!hasDisplay() || !/^https?:$/.test(new URL(url).protocol)) return false;
    if (isMac) return launch('open', [url]);
    return isWindows ? launch('rundll32', ['url.dll,FileProtocolHandler', url]) : launch('xdg-open', [url]);
  },
  showFile: async (path) => {
    if (!hasDisplay()) return false;
    if (isMac) return launch('open', ['-R', path]);
    return isWindows ? launch('explorer.exe', [`/select,${path}`]) : launch('xdg-open', [dirname(path)]);
  },
};

/** Shows notices with `notify-send` on a Linux desktop; does nothing elsewhere. */
export const desktopNotifier: Notifier = {
  notify: ({ title, body }) => {
    if (process.platform === 'linux' && hasDisplay())
      void launch('notify-send', ['--app-name=Reeve', '--', title, body]);
  },
};
