import type { Opener } from '#main/ports.ts';

interface Shell {
  openExternal(url: string): Promise<void>;
  showItemInFolder(path: string): void;
}

/** Opens web pages and shows files with Electron's `shell`. */
export function openerOf(shell: Shell): Opener {
  return {
    openWeb: async (url) => {
      if (!/^https?:$/.test(new URL(url).protocol)) return false;
      return shell.openExternal(url).then(
        () => true,
        () => false,
      );
    },
    showFile: async (path) => {
      shell.showItemInFolder(path);
      return true;
    },
  };
}
