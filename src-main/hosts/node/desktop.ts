import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import process from 'node:process';
import type { Notifier, Opener } from '#main/ports.ts';

/** Start a program that lives on by itself; false when it is not there. Nothing goes through a shell. */
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

/** The desktop's own way to open things; false on a machine without a display or without such a program. */
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

/** Notices through `notify-send` where a Linux desktop has it; silent elsewhere. */
export const desktopNotifier: Notifier = {
  notify: ({ title, body }) => {
    if (process.platform === 'linux' && hasDisplay())
      void launch('notify-send', ['--app-name=Reeve', '--', title, body]);
  },
};
