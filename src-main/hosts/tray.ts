import type { Tray, TrayState } from '#main/ports.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import { trayIcon } from './tray-icon.ts';

interface Icon<Image, Menu> {
  setImage(image: Image): void;
  setToolTip(text: string): void;
  setContextMenu(menu: Menu): void;
  on(event: 'click', listener: () => void): unknown;
  destroy(): void;
}

/** The modules of Electron that the tray needs. */
interface Electron<Image, Menu> {
  Tray: new (image: Image) => Icon<Image, Menu>;
  nativeImage: { createFromBuffer(png: Buffer, options: { scaleFactor: number }): Image };
  Menu: { buildFromTemplate(items: { label: string; click: () => void }[]): Menu };
}

/** The icon in the tray of the desktop. Its menu opens a window and quits Reeve. */
export function desktopTray<Image, Menu>(
  { Tray: TrayIcon, nativeImage, Menu }: Electron<Image, Menu>,
  { open, quit }: { open: () => void; quit: () => void },
): Tray {
  const words = hosts.tray;
  let icon: Icon<Image, Menu> | null = null;
  let shown: TrayState | null = null;

  function create(image: Image): Icon<Image, Menu> {
    const created = new TrayIcon(image);
    const items = [
      { label: words.open, click: open },
      { label: words.quit, click: quit },
    ];
    created.setContextMenu(Menu.buildFromTemplate(items));
    created.on('click', open);
    return created;
  }

  return {
    show(state, notices) {
      if (icon === null || shown !== state) {
        const image = nativeImage.createFromBuffer(trayIcon(state), { scaleFactor: 2 });
        if (icon === null) icon = create(image);
        else icon.setImage(image);
        shown = state;
      }
      icon.setToolTip(words.states[state](notices));
    },
    hide() {
      icon?.destroy();
      icon = null;
    },
  };
}
