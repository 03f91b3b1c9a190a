import { join } from 'node:path';
import { app, dialog, Menu, nativeImage, Notification, powerMonitor, shell, Tray } from 'electron';
import type { Ports } from '#main/ports.ts';
import { aboutOf, type Machine } from '#main/hosts/machine.ts';
import type { BuildPaths } from '#main/hosts/build-paths.ts';
import { openerOf } from '#main/hosts/opener.ts';
import { powerFromEvents } from '#main/hosts/power.ts';
import { desktopTray } from '#main/hosts/tray.ts';
import { keychain } from '#main/hosts/secrets.ts';

/** The ports of the Electron host. `open`: show a window. */
export function electronPorts(paths: BuildPaths, machine: Machine, open: () => void): Ports {
  return {
    ...machine,
    secrets: keychain(),
    exports: {
      place: async (name) => {
        const { filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('downloads'), name) });
        return filePath === '' ? null : filePath;
      },
      finish: async () => [],
    },
    opener: openerOf(shell),
    power: powerFromEvents(powerMonitor),
    tray: desktopTray({ Tray, nativeImage, Menu }, { open, quit: () => app.quit() }),
    notifier: {
      notify: (notice) => {
        if (Notification.isSupported()) new Notification(notice).show();
      },
    },
    ...{ workers: paths.workers, built: paths.built },
    about: aboutOf('electron', paths.version),
  };
}
