import { app, BrowserWindow, MessageChannelMain, screen } from 'electron';
import { boundsOn, keepPlace, readPlace } from '#main/hosts/window-place.ts';
import type { Wire } from '#shared/link/wire.ts';
import { isOwnPage, pageOrigin } from './page-scheme.ts';
import { portWire } from './wire.ts';

export interface WindowOptions {
  preload: string;
  /** Where its place and size are kept. */
  placeFile: string;
  onWire: (wire: Wire) => void;
  /** The route to begin with, for example `/users/7`. */
  route: string;
}

/** Open a window where it last was, if that place is still on a display. Every page that it loads gets a new wire. */
export function openWindow({ preload, placeFile, onWire, route }: WindowOptions): void {
  const place = readPlace(placeFile);
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 560,
    show: false,
    ...boundsOn(displays, place),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (place?.isMaximized === true) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => keepPlace(placeFile, { ...window.getNormalBounds(), isMaximized: window.isMaximized() }));
  window.webContents.on('did-finish-load', () => {
    if (!isOwnPage(window.webContents.getURL())) return;
    const { port1, port2 } = new MessageChannelMain();
    onWire(portWire(port1));
    window.webContents.postMessage('reeve:port', null, [port2]);
  });
  showRoute(window, route);
}

/** Go to a route of the window; the page is not loaded anew when only the part after `#` changes. */
export function showRoute(window: BrowserWindow, route: string): void {
  void window.loadURL(`${pageOrigin}/#${route}`);
}
